import { UserError } from 'n8n-workflow';

type Thrown = Error & { description?: string | null };

/** Words that say nothing about what to do, and n8n's advice that would pay twice. */
const UNWANTED = /\b(errors?|problems?|failures?|mistakes?)\b|retry on fail/i;

/** Words of programmers, and advice that names no cause. */
const NO_BUILDERS_WORDS =
	/\b2xx\b|\bHTTP 2\d\d|endpoint|payload|\btokens? endpoint|correct the cause|\bthe run stopped at/i;

/** A status may stand in brackets, behind the service's own words or in their place. */
const BARE_STATUS = /(?<!\()\bHTTP \d{3}(?!\))/;

/** Breaks a line, is markup, or cannot be seen: never part of a message. */
export const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/u;

/** Holds one of the package's own texts against the rules for texts. */
export function expectGoodWording(text: string): void {
	expect(text).toMatch(/^\S.{8,}/s);
	expect(text).not.toMatch(UNWANTED);
	expect(text).not.toMatch(/undefined|null|NaN|\[object|\.\.|\s{2}/);
	expect(text).not.toMatch(NO_BUILDERS_WORDS);
	expect(text).not.toMatch(BARE_STATUS);
}

const LONGEST_STEP = 25;

/** Nobody reads a longer next step. */
export function expectShort(nextStep: string): void {
	// An expression counts as a word, as a reader takes it.
	const words = nextStep.replace(/\{\{.*\}\}/, 'expression').split(/\s+/);
	expect(words.length).toBeLessThanOrEqual(LONGEST_STEP);
}

/** What a call throws; the test fails when it throws nothing. */
export function thrownBy(call: () => unknown): Thrown {
	try {
		call();
	} catch (error) {
		return error as Error;
	}
	throw new Error('nothing was thrown');
}

/** What a promise rejects with; the test fails when it resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Thrown> {
	const [outcome] = await Promise.allSettled([promise]);
	return thrownBy(() => {
		if (outcome.status === 'rejected') throw outcome.reason;
	});
}

/** The error by which a call refuses what it was given, meant for the builder. */
export function refusedBy(call: () => unknown): Thrown {
	const error = thrownBy(call);
	expect(error).toBeInstanceOf(UserError);
	return error;
}
