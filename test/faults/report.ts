import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import type { Execution } from '../../workbench/engine/engine';
import { outcomeGroups } from '../../workbench/workflows/outcomeGroups';
import { withoutChange, type Item } from './payments';

/** The first ledger: what the node said about each item. */
export interface Report {
	/** Order references and their outcomes. */
	outcomes: Map<string, Outcome>;
	/** The service's answers that were handed on, by order reference. */
	answers: Map<string, IDataObject>;
	/** Statements about the wrong item, or about none. */
	wrongPairing: string[];
	/** Order references whose items say that they were looked up. */
	lookedUp: Set<string>;
	/** Order references whose items name their details. */
	detailed: Set<string>;
	/** Every text that a builder would see. */
	texts: string[];
}

/** @returns undefined when the node did not run at all, because the execution was canceled first */
export function readReport(execution: Execution, items: Item[]): Report | undefined {
	const { outputs, error, hints } = execution;
	const report: Report = {
		outcomes: new Map(),
		answers: new Map(),
		wrongPairing: [],
		lookedUp: new Set(),
		detailed: new Set(),
		texts: [...hints],
	};
	if (outputs.flat().length > 0) readOutputs(outputs, items, report);
	else if (error?.name === 'ManualExecutionCancelledError') return undefined;
	else if (error) readError(error, items, report);
	return report;
}

function readError(error: NonNullable<Execution['error']>, items: Item[], report: Report): void {
	const description = error.description ?? '';
	report.texts.push(error.message, description);

	for (const line of description.split('<br/>')) {
		const [, label = '', count, list = ''] = /^(.+?) \((\d+)\): (.+)\.$/.exec(line) ?? [];
		const outcome = outcomeGroups[label];
		if (outcome === undefined) continue;
		const references = list.split(', ').map(withoutChange);
		if (references.length !== Number(count)) {
			report.wrongPairing.push(`"${label}" counts ${count} but names ${references.length}`);
		}
		for (const reference of references) {
			if (report.outcomes.has(reference)) report.wrongPairing.push(`${reference} is named twice`);
			report.outcomes.set(reference, outcome);
		}
	}
	const named = /^Item (\d+), order reference (\S+):/.exec(error.message);
	if (named && items[Number(named[1]) - 1]?.reference !== withoutChange(String(named[2]))) {
		report.wrongPairing.push(`The message names ${named[2]} as item ${named[1]}`);
	}
	if (
		report.outcomes.size === 0 &&
		`${error.message} ${description}`.includes('Nothing was sent')
	) {
		for (const { reference } of items) report.outcomes.set(reference, 'notSent');
	}
}

function readOutputs(outputs: INodeExecutionData[][], items: Item[], report: Report): void {
	for (const [branch, output] of outputs.entries()) {
		let last = -1;
		for (const { json, pairedItem } of output) {
			report.texts.push(...[json.message, json.error].filter((text) => typeof text === 'string'));
			const index = (pairedItem as { item?: number } | undefined)?.item;
			const item = index === undefined ? undefined : items[index];
			if (index === undefined || item === undefined) {
				report.wrongPairing.push(`An output item has the pairing ${JSON.stringify(pairedItem)}`);
				continue;
			}
			if (index <= last) report.wrongPairing.push(`Item ${index} comes behind item ${last}`);
			last = index;
			readItem(json, item, branch, report);
		}
	}
}

/** @param branch 1 for n8n's error output */
function readItem(json: IDataObject, item: Item, branch: number, report: Report): void {
	const { reference } = item;
	const details = (json.details ?? json) as {
		outcome?: Outcome;
		orderReference?: string | null;
		lookedUp?: object;
	};
	const isFailure = json.details !== undefined;
	// Only an item that n8n found by its pairing is merged with the input item it came from.
	if (branch === 1 && json.reference !== reference) {
		report.wrongPairing.push(`${reference} comes out with the input of ${String(json.reference)}`);
	}
	if (branch === 1 && !isFailure) {
		report.wrongPairing.push(`${reference} went well but comes out as an error`);
	}
	if (report.outcomes.has(reference)) report.wrongPairing.push(`${reference} comes out twice`);

	if (details.outcome !== undefined) {
		// A run that ended before its items were read knows no references.
		if (withoutChange(details.orderReference ?? reference) !== reference) {
			report.wrongPairing.push(`${reference} comes out as ${details.orderReference}`);
		}
		report.outcomes.set(reference, details.outcome);
		report.detailed.add(reference);
		if (details.lookedUp !== undefined) report.lookedUp.add(reference);
	} else if (isAnswer(json)) {
		report.outcomes.set(reference, 'accepted');
		report.answers.set(reference, json);
	}
}

/** Not an input item that n8n let pass: none of the keys below occurs in one. */
function isAnswer(json: IDataObject): boolean {
	return ['id', 'orderReference', 'cardPaymentLink', 'activeMethods', 'fee', 'message'].some(
		(key) => key in json,
	);
}
