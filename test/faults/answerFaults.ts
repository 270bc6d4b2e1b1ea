import type { Fault } from '../../sandbox';
import { nested, TOO_LONG_BYTES } from './marks';

const onlyReference = { orderReference: '{orderReference}' };
const record = { ...onlyReference, status: 'SUCCESS' };

const answered = (name: string, body: unknown, more?: Partial<Fault>) => ({
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
	// These only look like a yes: something in between gave them, or they say no with a 2xx.
	answered('that is an echo', {}, { echo: true }),
	answered('that is an echo with an id', { id: '1' }, { echo: true }),
	answered(
		'that is an echo beside its headers',
		{ headers: { host: 'localhost' } },
		{ echo: true },
	),
	answered('with nothing but the order reference', onlyReference),
	answered('with an empty id', { ...onlyReference, id: '' }),
	answered('with null as its id', { ...onlyReference, id: null }),
	answered('that says only that it was received', { ...onlyReference, message: 'Received' }),
	...Object.entries({
		'a statusCode of 400': {
			statusCode: 400,
			error: 'Bad Request',
			message: 'Insufficient balance',
		},
		'success "false"': { success: 'false' },
		'success 0': { success: 0 },
		'ok false': { ok: false },
		'ok "false"': { ok: 'false' },
	}).flatMap(([name, no]) => [
		answered(`with ${name}`, { ...onlyReference, ...no }),
		answered(`with ${name} in a whole record`, { ...record, id: '1', ...no }),
	]),
	answered('with a list of what was wrong', { ...onlyReference, errors: ['Insufficient balance'] }),
	answered('with a code of what was wrong', { ...onlyReference, code: 'INSUFFICIENT_BALANCE' }),
	answered('with what was wrong', { ...onlyReference, error: { message: 'Insufficient balance' } }),
];
