import type { Fault } from '../../sandbox';
import { nested, TOO_LONG_BYTES } from './marks';

const record = { orderReference: '{orderReference}', status: 'SUCCESS' };

const answered = (name: string, body: unknown, more?: Pick<Fault, 'bytes'>) => ({
	name,
	fault: { kind: 'answer' as const, body, ...more },
});

/** The payout was made, and the answer to it does not prove that. */
export const answerFaults = [
	answered('that is a list', []),
	answered('that is null', null),
	answered('that is a text', 'OK'),
	answered('that is empty', {}),
	answered('without the order reference', { id: '1', status: 'SUCCESS' }),
	answered('about another reference', { ...record, orderReference: '{orderReference}0' }),
	answered('about no reference', { ...record, orderReference: null }),
	answered('with a list as its reference', { ...record, orderReference: ['{orderReference}'] }),
	answered('with a number as its status', { ...record, status: 1 }),
	answered('with null as its status', { ...record, status: null }),
	answered('with a list as its status', { ...record, status: ['SUCCESS'] }),
	answered('with the record in a list', [record]),
	answered('of too many levels', nested(150)),
	answered('that is too long', {}, { bytes: TOO_LONG_BYTES }),
];
