/** Keys under which a service says whether it did what was asked. */
const YES = /^(?:is|was)?(?:success(?:ful)?|succeeded|ok|accepted)$/;

/** Keys that hold something only after a failure, or in a simulation. */
const NO =
	/^(?:is|was|has)?(?:errors?|error(?:code|message|msg|description|details?|type|name|reason)|exception|fault|fail(?:ed|ures?)?|failure(?:code|reason|message)|rejected|declined|refused|denied|cancell?ed|dryrun|simulated)$/;

/** Keys of a status as HTTP has them, and of a code that is 0 where all is well. */
const HTTP_STATUS = /^(?:http)?status$|^code$/;
const RESULT_CODE = /^(?:status|http|httpstatus|response|result|return)code$/;

const RESULT = /^(?:status|result|outcome|state|type|(?:response|result)?status(?:text)?)$/;

const REFUSING_WORD =
	/^(?:(?:no|n|f|false|0|none)$|fail|err|reject|declin|den[iy]|refus|invalid|cancel|abort|timeout|unauthori|forbid)/i;

/** Empty, or a no in a field that would say no: `"error": null`, `"errors": []`, `"errorCode": "00"`. */
const NOTHING = /^(?:0*|false|no|none|null|n\/a)$/i;

/**
 * Finds the key by which the body of a 2xx says that it is no yes, in it or in an object of it. Wrong
 * in this direction costs a look-up; wrong in the other one, somebody's money.
 */
export function saysNo(body: object, isNested = false): string | undefined {
	return Object.entries(body).find(([name, value]: [string, unknown]) => {
		const key = name.replace(/[^a-z]/gi, '').toLowerCase();
		if (NO.test(key)) return !isEmpty(value);
		if (typeof value === 'object' && value !== null) {
			return !Array.isArray(value) && !isNested && saysNo(value, true) !== undefined;
		}
		const text = String(value);
		if (YES.test(key)) return value === null || REFUSING_WORD.test(text);
		if (RESULT_CODE.test(key)) return /^\d+$/.test(text) && !/^(?:0+|2\d\d)$/.test(text);
		if (HTTP_STATUS.test(key) && /^[3-5]\d\d$/.test(text)) return true;
		return RESULT.test(key) && typeof value === 'string' && REFUSING_WORD.test(text);
	})?.[0];
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return NOTHING.test(String(value ?? ''));
}
