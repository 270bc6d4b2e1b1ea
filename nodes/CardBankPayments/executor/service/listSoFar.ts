import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../../resources/lists';

export interface Page {
	records: IDataObject[];
	/** Of the whole list, where the service counts it. */
	totalCount?: number;
}

/** Which records are asked for. */
export interface PageRequest {
	skip: number;
	limit: number;
}

/** What stands behind the records that were read. `changed`: the list is not the one that was begun. */
type Behind = 'more' | 'nothing' | 'changed';

/**
 * One reading of a list, page by page. Each page begins with the last record of the one before: where it
 * does not, records came or left meanwhile (a filter by status loses a payout that is settled), the rest
 * has shifted, and the list has changed. So it has where an id comes twice: the service may order records
 * of the same moment differently for each page. With the newest first, a page may also begin with records
 * that were read before, if the service counts so many more now: they came in front, and are not put out.
 * Without that count, the service may have ordered its records anew, and one may be lost.
 *
 * The end is asked for once more, behind all that was counted: a service may show fewer records than it is
 * asked for, 20 of 45, and count only these.
 */
export class ListSoFar {
	/** The service may show a record twice; it is put out once. */
	private readonly records = new Map<unknown, IDataObject>();
	private last?: IDataObject;
	/** Records that were read, counted by place, so that one that came twice counts twice. */
	private position = 0;
	/** Records that are newer than the first one that was read. */
	private inFront = 0;
	private total?: number;
	/** Whether the next page begins behind the last record, to show that nothing is there. */
	private isEndAsked = false;
	/** Whether the last page brought no record, as where the service shows one at a time. */
	private isStuck = false;

	/** @param most how many records are wanted */
	constructor(
		private readonly most: number,
		private readonly isNewestFirst: boolean,
	) {}

	/** How many records were read, e.g. `40 of 120`. */
	get length(): string {
		const { size } = this.records;
		return this.total === undefined ? String(size) : `${size} of ${this.total}`;
	}

	/** Whether the next page stands behind all that the service counts. */
	get isBehindAll(): boolean {
		return this.isEndAsked && this.position === this.total;
	}

	whole(): IDataObject[] {
		return [...this.records.values()].slice(0, this.most);
	}

	nextPage(): PageRequest {
		const overlap = this.last === undefined || this.isEndAsked ? 0 : 1;
		const wanted = this.most - this.records.size + overlap;
		// A short page might show only what came in front meanwhile.
		const isLong = this.isNewestFirst && overlap > 0;
		const limit = isLong ? PAGE_SIZE : Math.min(PAGE_SIZE, wanted);
		return { skip: this.inFront + this.position - overlap, limit };
	}

	/** Adds what a page shows, and tells what stands behind it. */
	take(page: Page): Behind {
		return this.isEndAsked ? this.takeEnd(page) : this.takeNext(page);
	}

	private takeNext({ records: shown, totalCount }: Page): Behind {
		const at = this.last === undefined ? 0 : placeOf(this.last, shown);
		const count = totalCount && totalCount - this.inFront;
		const isShifted =
			this.isNewestFirst &&
			at > 0 &&
			count === Number(this.total) + at &&
			shown.slice(0, at).every(this.isKnown);
		if (at !== 0 && !isShifted) return 'changed';
		if (Number(count) < Number(this.total)) return 'changed';

		if (isShifted) this.inFront += at;
		else this.total = count ?? this.total;
		const fresh = shown.slice(this.last === undefined ? 0 : at + 1);
		for (const record of fresh) this.records.set(record.id || record, record);
		this.last = fresh.at(-1) ?? this.last;
		this.position += fresh.length;
		// An id that comes twice has taken the place of a record that may not have come at all.
		if (this.records.size < Math.min(this.position, this.total ?? Infinity)) return 'changed';
		if (this.records.size >= this.most) return 'nothing';
		// What counts its pages alone counts nothing.
		if (this.records.size > Number(this.total)) this.total = undefined;
		this.isStuck = fresh.length === 0 && !isShifted;
		if (this.isStuck && Number(this.total) > this.position) return 'changed';
		this.isEndAsked = this.isStuck || this.position === this.total;
		// A first page that is empty is the end.
		return this.last === undefined ? 'nothing' : 'more';
	}

	private takeEnd({ records: shown, totalCount = NaN }: Page): Behind {
		this.isEndAsked = false;
		const counted = totalCount - this.inFront - this.position;
		if (shown.length === 0) return counted > 0 ? 'changed' : 'nothing';
		// These came meanwhile, and the service counts them: all that was there when it began was read.
		if (counted === shown.length) return 'nothing';
		// A service may show its last records instead of an empty page.
		if (counted === 0 && shown.every(this.isKnown)) return 'nothing';
		return this.isStuck ? 'changed' : 'more';
	}

	private readonly isKnown = (record: IDataObject) => this.records.has(record.id || record);
}

/** By id where there is one, since the status may have changed since the page before; -1 where it is gone. */
function placeOf(wanted: IDataObject, records: IDataObject[]): number {
	const keyOf = ({ id, ...rest }: IDataObject) => JSON.stringify(id || rest);
	return records.findIndex((one) => keyOf(one) === keyOf(wanted));
}
