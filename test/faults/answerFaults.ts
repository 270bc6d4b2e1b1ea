import type { Fault } from '../../sandbox';
import { nested, TOO_LONG_BYTES } from './marks';

/** The payout was made, and the answer to it does not prove that. */
export const answerFaults: Array<{ name: string; fault: Fault }> = (
	[
		['that is a list', []],
		['that is null', null],
		['that is a text', 'OK'],
		['that is empty', {}],
		['without the order reference', { id: '1', status: 'SUCCESS' }],
		['about another reference', { orderReference: '{orderReference}0', status: 'SUCCESS' }],
		['about no reference', { orderReference: null, status: 'SUCCESS' }],
		['with a list as its reference', { orderReference: ['{orderReference}'], status: 'SUCCESS' }],
		['with a number as its status', { orderReference: '{orderReference}', status: 1 }],
		['with null as its status', { orderReference: '{orderReference}', status: null }],
		['with a list as its status', { orderReference: '{orderReference}', status: ['SUCCESS'] }],
		['with the record in a list', [{ orderReference: '{orderReference}', status: 'SUCCESS' }]],
		['of too many levels', nested(150)],
	] as Array<[string, unknown]>
)
	.map(([name, body]): { name: string; fault: Fault } => ({
		name,
		fault: { kind: 'answer', body },
	}))
	.concat({ name: 'that is too long', fault: { kind: 'answer', body: {}, bytes: TOO_LONG_BYTES } });
