import { plainText } from '../../wire/shown';

/** When something was made, as far as a record says it. */
export interface Moment {
	/** In milliseconds since 1970; what names no zone is read as if it were in UTC. */
	at: number;
	/** For how long it may have been that moment: a day, where no time is named. */
	lengthMs: number;
	isZoned: boolean;
}

/** A year such as 1, 1970 or 58,860 stands for none. */
const FIRST_DATE = Date.UTC(2000, 0);
const END_OF_DATES = Date.UTC(2286, 0);

const MINUTE_MS = 60_000;

const DAY_MS = 24 * 3_600_000;

/** ISO 8601. In another form, `11/12/2026` is in December in most countries, and in November in some. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ](?<time>\S+?)(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Reads ISO 8601, and seconds or milliseconds since 1970, as text, too; undefined for what is no date. */
export function momentOf(createdAt: unknown): Moment | undefined {
	const written = plainText(createdAt);
	const number = Number(written);
	// 10 digits are seconds until the year 2286.
	const moment = new Date(number < 1e10 ? number * 1000 : number);
	const text = Number.isFinite(number) ? String(moment.toJSON()) : written;
	const found = DATE.exec(text)?.groups;
	if (found === undefined) return undefined;
	const { time, zone } = found;
	// JavaScript knows no zone in hours alone, and no comma in front of a fraction.
	const whole = text.replace(',', '.').replace(/[+-]\d\d$/, time ? '$&:00' : '$&');
	const at = Date.parse(zone ? whole : time ? `${whole}Z` : whole);
	if (!(at >= FIRST_DATE && at < END_OF_DATES)) return undefined;
	return {
		at,
		lengthMs: !time ? DAY_MS : time.split(':').length > 2 ? 0 : MINUTE_MS,
		isZoned: zone !== undefined,
	};
}
