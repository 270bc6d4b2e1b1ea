import { resultOf, type Payment, type Result } from '../common/payment';
import { notSent, unknown } from '../proof/verdicts';
import {
	after,
	hasLeft,
	worst,
	type At,
	type Asked,
	type Fact,
	type Known,
	type Step,
} from './steps';

/** Everything with an effect; each answers with a fact. */
export interface World {
	/** The result of a payment that is never sent, once the run sends nothing more. */
	stopped(payment: Payment): Result | undefined;
	/** Reserves its order reference. */
	reserve(payment: Payment, step: At<'free'>): Promise<Known<'reserved' | 'taken' | 'stopped'>>;
	/** Looks it up. */
	ask(payment: Payment, step: At<'held' | 'unclear' | 'used'>): Promise<Asked | Known<'taken'>>;
	/** Tests and sets in one tick: a pause between would let two calls of a tool through. */
	claim(payment: Payment): Known<'claimed' | 'taken'>;
	send(payment: Payment): Promise<Known<'answered' | 'refused' | 'doubted' | 'notLeft'>>;
	/** Keeps in the memory of this execution where a payment stands that has left. */
	note(payment: Payment, step: Step): void;
}

/** Waits until a payment may go on from where it stands, or the run ends. */
type Turn = (step: Step) => Promise<void>;

const NO_PACE: Turn = async () => await Promise.resolve();

/**
 * Takes one payment from where it stands to its end, or until the service refuses it for now. Never throws.
 */
export async function drive(
	payment: Payment,
	from: Step,
	world: World,
	turn: Turn = NO_PACE,
): Promise<Step> {
	let step = from;
	while (step.at !== 'ended') {
		const before: Step = step;
		let fact: Fact | undefined;
		try {
			fact = await next(payment, step, world, turn);
			step = after(step, fact);
		} catch (error) {
			step = endedBy(error, payment, step);
		}
		try {
			if (hasLeft(before)) world.note(payment, step);
		} catch (error) {
			step = endedBy(error, payment, step);
		}
		if (fact?.is === 'refused') break;
	}
	return step;
}

/** Where a payment stands after something was thrown, be it an error or not. */
function endedBy(error: unknown, payment: Payment, step: Step): Step {
	const why = (error as Error | undefined | null)?.message ?? String(error);
	const unclear = resultOf(payment, unknown(`The request may have left: ${why}`));
	return worst(step, resultOf(payment, notSent('settings', why)), unclear);
}

async function next(payment: Payment, step: Step, world: World, turn: Turn): Promise<Fact> {
	switch (step.at) {
		case 'free':
			return stoppedIn(world, payment) ?? (await world.reserve(payment, step));
		case 'held':
			await turn(step);
			return (
				(step.final ? undefined : stoppedIn(world, payment)) ?? (await world.ask(payment, step))
			);
		case 'ready':
			await turn(step);
			return stoppedIn(world, payment) ?? world.claim(payment);
		case 'sent':
			return await world.send(payment);
		default:
			return await world.ask(payment, step as At<'unclear' | 'used'>);
	}
}

function stoppedIn(world: World, payment: Payment): Known<'stopped'> | undefined {
	const unsent = world.stopped(payment);
	return unsent && { is: 'stopped', unsent };
}
