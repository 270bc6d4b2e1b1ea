import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import type { EngineExecution } from '../../workbench/engine/engine';
import { outcomesInText } from '../../workbench/executions/outcomes';

/** One item as it goes into the node. */
export interface InputItem {
	reference: string;
	/** Decimal text in major units. */
	amount: string;
}

/** The first ledger: what the node said about each item. */
export interface Report {
	/** Order references and their outcomes. */
	outcomes: Map<string, Outcome>;
	/** The service's answers that were handed on, by order reference. */
	answers: Map<string, IDataObject>;
	/** Statements about the wrong item, or about none. */
	wrongPairing: string[];
}

/** @returns undefined when the node did not run at all, because the execution was canceled first */
export function readReport(
	{ outputs, error }: EngineExecution,
	items: InputItem[],
): Report | undefined {
	const report: Report = { outcomes: new Map(), answers: new Map(), wrongPairing: [] };
	if (outputs.flat().length > 0) {
		for (const output of outputs) readOutput(output, items, report);
	} else if (error?.name === 'ManualExecutionCancelledError') return undefined;
	else if (error) readError(error, items, report);
	return report;
}

function readError(
	error: NonNullable<EngineExecution['error']>,
	items: InputItem[],
	report: Report,
): void {
	const description = error.description ?? '';
	for (const [reference, outcome] of outcomesInText(description)) {
		note(reference, outcome, report);
	}
	if (
		report.outcomes.size === 0 &&
		`${error.message} ${description}`.includes('Nothing was sent')
	) {
		for (const { reference } of items) report.outcomes.set(reference, 'notSent');
	}
}

function note(reference: string, outcome: Outcome, { outcomes, wrongPairing }: Report): void {
	if (outcomes.has(reference)) wrongPairing.push(`${reference}, told twice,`);
	outcomes.set(reference, outcome);
}

function readOutput(output: INodeExecutionData[], items: InputItem[], report: Report): void {
	let last = -1;
	for (const { json, pairedItem } of output) {
		const index = (pairedItem as { item?: number } | undefined)?.item ?? -1;
		const reference = items[index]?.reference;
		if (reference === undefined || index <= last) {
			report.wrongPairing.push(`An output with the pairing ${JSON.stringify(pairedItem)}`);
			continue;
		}
		last = index;
		const { outcome, orderReference } = (json.details ?? json) as {
			outcome?: Outcome;
			orderReference?: string | null;
		};
		if (outcome !== undefined) {
			note(reference, outcome, report);
			// A run that ended before its items were read knows no references.
			if ((orderReference ?? reference) === reference) continue;
			report.wrongPairing.push(`${reference}, called ${orderReference},`);
		} else if (isAnswer(json)) {
			note(reference, json.alreadySent === true ? 'alreadySent' : 'accepted', report);
			report.answers.set(reference, json);
		}
	}
}

/** Not an input item that n8n let pass: none of these keys occurs in one. */
const isAnswer = (json: IDataObject) =>
	['id', 'cardPaymentLink', 'message'].some((key) => key in json);
