import type { RowKind } from '../../../resources/operation';
import { dayBefore } from '../../../wire/text';
import { plainText } from '../../../wire/shown';
import { centsOf } from '../../../wire/amount';
import type { Outcome } from '../../common/payment';
import { hasComeBack, isOnItsWayOrMade } from '../../proof/records';
import { movedNothing } from '../../proof/verdicts';
import { dayMade } from '../recordInWords';
import { notes, type Note } from './notes';
import { cameInAs, HAS_PAID, WENT_BACK, type Row } from './row';

/** A word of the table, or what stood there: what was not learned changes nothing. */
type Status =
	| 'as it came in'
	| ('paid' | 'accepted' | 'reversed' | 'rejected' | 'held' | 'unknown')
	| ('already sent' | 'reference used' | 'link made')
	| ('paid less' | 'paid more' | 'other currency' | 'not paid' | 'on hold' | 'refunded');

type Test = (row: Row) => boolean;

/** What happened, the status that the row gets, and its note. */
export type Line = readonly [what: Test, status: Status, note: Note, needsNobody?: 'needs nobody'];

const always: Test = () => true;
const is =
	(...outcomes: Outcome[]): Test =>
	({ result }) =>
		outcomes.includes(result.outcome);
const both =
	(first: Test, second: Test): Test =>
	(row) =>
		first(row) && second(row);
const not =
	(test: Test): Test =>
	(row) =>
		!test(row);

const accepted = is('accepted');
const isDryRun: Test = ({ result }) => result.request !== undefined;
const isHeld: Test = ({ result }) => result.held === 'row';
const isAboveMaximum: Test = ({ result }) => result.held === 'maximum';
/** Somebody has to change the row itself. */
const isOfItem: Test = ({ result }) => result.cause === 'item';
const isConflict: Test = ({ result }) => result.conflict === true;
const hasRecord: Test = ({ record }) => record !== undefined;

const succeeded: Test = ({ record }) => record?.status === 'SUCCESS';
const isOnItsWay: Test = ({ record }) => isOnItsWayOrMade(record?.status);
const cameBack: Test = ({ result, record }) =>
	result.outcome === 'reversed' || hasComeBack(record?.status);

/** The service knows the order reference, and shows no record that is ours. */
const isAnothers: Test = ({ result: { isInOurList, lookedUp }, record }) =>
	record === undefined && (isInOurList !== true || lookedUp?.isKnown === true);

/** A run that was killed on a Friday is taken up on a Monday, or after a holiday. */
const DAYS_UNTIL_TAKEN_UP = 7;

const hasItsId: Test = ({ own, record }) =>
	record?.id !== undefined && plainText(own.payoutId).trim() === plainText(record.id);

/**
 * The row's own payout, made by a run that was killed or that runs beside, so that the row does not have its id: told
 * as sent before, the owner would give the row a new reference, and pay twice. The id of a payout that came back may
 * stand there.
 */
const isJustMade: Test = (row) =>
	!hasItsId(row) &&
	isOnItsWayOrMade(row.record?.status) &&
	(dayMade(row.record ?? {}) ?? '') >= dayBefore(row.today, DAYS_UNTIL_TAKEN_UP);

const cameIn =
	(...words: string[]): Test =>
	(row) =>
		words.includes(cameInAs(row));

const hasPaid: Test = ({ record }) => HAS_PAID.has(record?.status);
const wentBack: Test = ({ record }) => WENT_BACK.has(record?.status);
const isOpen: Test = ({ record }) =>
	['PENDING', 'PROCESSING', 'FAILED'].includes(plainText(record?.status));
const isIn =
	(status: string): Test =>
	({ result }) =>
		result.records?.some((record) => record.status === status) === true;
const otherCurrency: Test = ({ record, expected: { currency } }) =>
	currency !== undefined && plainText(record?.collectedCurrency).toUpperCase() !== currency;
const differs =
	(compare: (collected: bigint, wanted: bigint) => boolean): Test =>
	({ record, expected: { cents } }) => {
		const collected = centsOf(record?.collectedAmount) ?? 0n;
		// Where no amount is expected, any is enough.
		return compare(collected, cents ?? collected);
	};
/** Where an amount is expected, and none is shown, nobody knows whether it was enough. */
const showsNoAmount: Test = ({ record, expected: { cents } }) =>
	cents !== undefined && centsOf(record?.collectedAmount) === undefined;
const paidLess = differs((collected, wanted) => collected < wanted);
const paidMore = differs((collected, wanted) => collected > wanted);

/** The status of every row: the first line that fits counts. */
export const statuses: Record<RowKind, Line[]> = {
	payout: [
		[isDryRun, 'as it came in', notes.wouldPay],
		[isConflict, 'reference used', notes.otherDetails],
		[both(accepted, succeeded), 'paid', notes.paid],
		[accepted, 'accepted', notes.onItsWay],
		[cameBack, 'reversed', notes.reversed],
		[isAboveMaximum, 'held', notes.aboveMaximum],
		[isHeld, 'held', notes.held],
		[both(is('rejected', 'invalid'), isOfItem), 'rejected', notes.rejected],
		[({ result }) => movedNothing(result), 'as it came in', notes.notSent],
		[is('unknown'), 'unknown', notes.unknown],
		[isAnothers, 'reference used', notes.anothers],
		[both(isJustMade, succeeded), 'paid', notes.justPaid],
		[isJustMade, 'accepted', notes.justSent],
		[always, 'already sent', notes.alreadySent],
	],
	payoutLookUp: [
		[isDryRun, 'as it came in', notes.notAsked],
		[is('notFound'), 'as it came in', notes.notListed],
		[not(accepted), 'as it came in', notes.notLookedUp],
		[not(hasRecord), 'reference used', notes.anothersFound],
		[cameBack, 'reversed', notes.reversed],
		[cameIn('already sent'), 'as it came in', notes.stillAlreadySent],
		[succeeded, 'paid', notes.paid],
		[isOnItsWay, 'accepted', notes.onItsWay],
		[always, 'as it came in', notes.oddStatus],
	],
	link: [
		[isDryRun, 'as it came in', notes.wouldMakeLink],
		[isConflict, 'reference used', notes.otherDetails],
		[accepted, 'link made', notes.linkMade],
		[both(is('rejected', 'invalid'), isOfItem), 'rejected', notes.linkRejected],
		[({ result }) => movedNothing(result), 'as it came in', notes.linkNotMade],
		[is('unknown'), 'unknown', notes.linkLost],
		[always, 'reference used', notes.linkBefore],
	],
	cardLookUp: [
		[isDryRun, 'as it came in', notes.notAsked],
		[
			both(is('notFound'), cameIn('link made', 'not paid')),
			'as it came in',
			notes.nobodyPaid,
			'needs nobody',
		],
		[is('notFound'), 'as it came in', notes.notListed],
		[not(accepted), 'as it came in', notes.notLookedUp],
		[both(hasPaid, showsNoAmount), 'as it came in', notes.cardPaid],
		[both(hasPaid, otherCurrency), 'other currency', notes.paidOtherwise],
		[both(hasPaid, paidLess), 'paid less', notes.paidOtherwise],
		[both(hasPaid, paidMore), 'paid more', notes.paidOtherwise],
		[hasPaid, 'paid', notes.cardPaid],
		[wentBack, 'refunded', notes.refunded],
		[isIn('ON-HOLD'), 'on hold', notes.onHold],
		[isOpen, 'not paid', notes.notPaid],
		[always, 'as it came in', notes.oddStatus],
	],
	preview: [
		[isDryRun, 'as it came in', notes.notAsked],
		[accepted, 'as it came in', notes.canBePaid, 'needs nobody'],
		[always, 'as it came in', notes.cannotBePaid],
	],
};
