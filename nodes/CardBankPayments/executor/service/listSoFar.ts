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

/**
 * What stands behind the records that were read. `unsaid`: the page brought none and the service counts
 * none, so only an empty page is the end. `changed`: the list is not the one any more that was begun.
 */
export type Behind = 'more' | 'nothing' | 'unsaid' | 'changed';

/**
 * One reading of a list, page by page. Each page begins with the last record of the one before: where it
 * does not, records came or left meanwhile (a filter by status loses a payout that is settled), the rest
 * has shifted, and the list has changed. So it has where an id comes twice: the service may order records
 * of the same moment differently for each page. With the newest first, a page may also begin with records
 * that were read before: so many new ones came in front, and they are not put out.
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

	/**
	 * @param most how many records are wanted
	 * @param isNewestFirst what is made meanwhile then stands in front, and shifts all others
	 */
	constructor(
		private readonly most: number,
		private readonly isNewestFirst: boolean,
	) {}

	/** How many records were read, e.g. `40 of 120`. */
	get length(): string {
		const { size } = this.records;
		return this.total === undefined ? String(size) : `${size} of ${this.total}`;
	}

	/** Where the first record stands that was not read. */
	get end(): number {
		return this.inFront + this.position;
	}

	whole(): IDataObject[] {
		return [...this.records.values()].slice(0, this.most);
	}

	/** The page that begins with the last record that was read. */
	nextPage(): PageRequest {
		const overlap = this.last === undefined ? 0 : 1;
		const wanted = this.most - this.records.size + overlap;
		// A short page might show only what came in front meanwhile.
		const isLong = this.isNewestFirst && overlap > 0;
		return { skip: this.end - overlap, limit: isLong ? PAGE_SIZE : Math.min(PAGE_SIZE, wanted) };
	}

	/** Adds what a page shows, and tells what stands behind it. */
	take({ records: shown, totalCount }: Page, { limit }: PageRequest): Behind {
		const at = this.last === undefined ? 0 : placeOf(this.last, shown);
		const isShifted = this.isNewestFirst && at > 0 && shown.slice(0, at).every(this.isKnown);
		if (at !== 0 && !isShifted) return 'changed';
		if (isShifted) this.inFront += at;
		const count = totalCount && totalCount - this.inFront;
		if (Number(count) < Number(this.total)) return 'changed';

		const fresh = shown.slice(this.last === undefined ? 0 : at + 1);
		for (const record of fresh) this.records.set(record.id || record, record);
		this.last = fresh.at(-1) ?? this.last;
		this.position += fresh.length;
		this.total = count ?? this.total;
		// An id that comes twice has taken the place of a record that may not have come at all.
		if (this.records.size < Math.min(this.position, this.total ?? Infinity)) return 'changed';
		if (this.records.size >= this.most) return 'nothing';
		// A count proves nothing where the page is as long as it may be: there may be more behind it.
		if (shown.length !== limit && this.position === this.total) return 'nothing';
		// The service may show one record at a time.
		if (fresh.length > 0 || isShifted) return 'more';
		if (this.total === undefined) return 'unsaid';
		return this.total <= this.position ? 'nothing' : 'changed';
	}

	private readonly isKnown = (record: IDataObject) => this.records.has(record.id || record);
}

/** By id where there is one, since the status may have changed since the page before; -1 where it is gone. */
function placeOf(wanted: IDataObject, records: IDataObject[]): number {
	const keyOf = ({ id, ...rest }: IDataObject) => JSON.stringify(id || rest);
	return records.findIndex((one) => keyOf(one) === keyOf(wanted));
}
