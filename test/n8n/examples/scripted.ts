import { rawJson } from '../../../workbench/workflows/workflows';
import {
	createdNow,
	outcomeCases,
	inputRow,
	type OutcomeCase,
} from '../../unit/examples/outcomeCases';

/** Later than anybody writes a row: an earlier payout says itself when it was made. */
const MADE_NOW = '2999-01-01T00:00:00.000Z';

/** The order reference of the row that a case is about. */
export const referenceOf = (of: OutcomeCase): string => `CASE${outcomeCases.indexOf(of)}`;

/**
 * What stands in the place of the node that pays: a node of n8n's own that puts out what ours may put
 * out, all of it in one run.
 *
 * @param row where the expression finds the row, e.g. `$json`
 */
export function scriptedPayouts(row: string) {
	const items = outcomeCases.flatMap((each) => {
		const given = inputRow(referenceOf(each));
		const item = each.item(given);
		return item === given ? [] : [[referenceOf(each), item]];
	});
	const text = JSON.stringify(Object.fromEntries(items))
		.replaceAll(createdNow, MADE_NOW)
		// Two in a row would end the expression.
		.replaceAll('}}', '} }')
		.replaceAll('}}', '} }');
	return {
		'Create bank payout': () => ({
			type: 'n8n-nodes-base.set',
			typeVersion: 3.5,
			parameters: rawJson(`={{ (${text})[${row}.orderReference] ?? $json }}`),
			credentials: {},
		}),
	};
}
