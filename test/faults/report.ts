import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import type { Execution } from '../../workbench/engine/engine';
import { outcomeGroups } from '../../workbench/workflows/outcomes';
import { CHANGE } from './schedule';

/** One item as it goes into the node. */
export interface Item {
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
	/** Order references whose items name their details, and whether these tell of a look-up. */
	lookedUp: Map<string, boolean>;
	/** Every text that a builder would see. */
	texts: string[];
}

/** An order reference without what changes of it from one try to the next. */
export function withoutChange(orderReference: string): string {
	return orderReference.split(CHANGE)[0] as string;
}

/** @returns undefined when the node did not run at all, because the execution was canceled first */
export function readReport(execution: Execution, items: Item[]): Report | undefined {
	const { outputs, error, hints } = execution;
	const report: Report = {
		outcomes: new Map(),
		answers: new Map(),
		wrongPairing: [],
		lookedUp: new Map(),
		texts: [...hints],
	};
	if (outputs.flat().length > 0) readOutputs(execution, items, report);
	else if (error?.name === 'ManualExecutionCancelledError') return undefined;
	else if (error) readError(error, items, report);
	return report;
}

function readError(error: NonNullable<Execution['error']>, items: Item[], report: Report): void {
	const { outcomes, wrongPairing, texts } = report;
	const description = error.description ?? '';
	texts.push(error.message, description);
	for (const line of description.split('<br/>')) {
		const [, label = '', count, list = ''] = /^(.+?) \((\d+)\): (.+)\.$/.exec(line) ?? [];
		const outcome = outcomeGroups[label];
		if (outcome === undefined) continue;
		const references = list.split(', ').map(withoutChange);
		if (references.length !== Number(count)) {
			wrongPairing.push(`"${label}" counts ${count} but names ${references.length}`);
		}
		for (const reference of references) {
			if (outcomes.has(reference)) wrongPairing.push(`${reference} is named twice`);
			outcomes.set(reference, outcome);
		}
	}
	const [, number, named] = /^Item (\d+), order reference (\S+):/.exec(error.message) ?? [];
	if (named !== undefined && items[Number(number) - 1]?.reference !== withoutChange(named)) {
		wrongPairing.push(`The message names ${named} as item ${number}`);
	}
	if (outcomes.size === 0 && `${error.message} ${description}`.includes('Nothing was sent')) {
		for (const { reference } of items) outcomes.set(reference, 'notSent');
	}
}

/** The second output is n8n's error output. */
function readOutputs({ outputs }: Execution, items: Item[], report: Report): void {
	for (const [branch, output] of outputs.entries()) {
		let last = -1;
		for (const { json, pairedItem } of output) {
			report.texts.push(...[json.message, json.error].filter((text) => typeof text === 'string'));
			const index = (pairedItem as { item?: number } | undefined)?.item ?? -1;
			const item = items[index];
			if (item === undefined) {
				report.wrongPairing.push(`An output item has the pairing ${JSON.stringify(pairedItem)}`);
				continue;
			}
			if (index <= last) report.wrongPairing.push(`Item ${index} comes behind item ${last}`);
			last = index;
			readItem(json, item.reference, branch === 1, report);
		}
	}
}

function readItem(json: IDataObject, reference: string, isError: boolean, report: Report): void {
	const { outcomes, answers, lookedUp, wrongPairing } = report;
	const { outcome, orderReference, ...details } = (json.details ?? json) as {
		outcome?: Outcome;
		orderReference?: string | null;
		lookedUp?: object;
	};
	// Only an item that n8n found by its pairing is merged with the input item it came from.
	if (isError && json.reference !== reference) {
		wrongPairing.push(`${reference} comes out with the input of ${String(json.reference)}`);
	}
	if (isError && json.details === undefined) {
		wrongPairing.push(`${reference} went well but comes out as an error`);
	}
	if (outcomes.has(reference)) wrongPairing.push(`${reference} comes out twice`);

	if (outcome !== undefined) {
		// A run that ended before its items were read knows no references.
		if (withoutChange(orderReference ?? reference) !== reference) {
			wrongPairing.push(`${reference} comes out as ${orderReference}`);
		}
		outcomes.set(reference, outcome);
		lookedUp.set(reference, details.lookedUp !== undefined);
	} else if (isAnswer(json)) {
		outcomes.set(reference, 'accepted');
		answers.set(reference, json);
	}
}

/** Not an input item that n8n let pass: none of these keys occurs in one. */
const isAnswer = (json: IDataObject) =>
	['id', 'cardPaymentLink', 'activeMethods', 'fee', 'message'].some((key) => key in json);
