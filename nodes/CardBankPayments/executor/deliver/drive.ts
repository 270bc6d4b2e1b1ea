import { resultOf, type Payment, type Result } from '../common/payment';
import { after, hasLeft, worst, type At, type Fact, type Step } from './steps';
import type { RunWorld } from './world';

/** Everything with an effect; each answers with a fact. */
export type World = Pick<RunWorld, 'stopped' | 'reserve' | 'lookUp' | 'claim' | 'send' | 'note'>;

/** Waits until a payment may go on from where it stands, or the run stops. */
type Wait = (step: Step) => Promise<void>;

/**
 * Takes one payment from where it stands to its end, or until the service refuses it, or a token, for now.
 * Never throws.
 */
export async function drive(
	payment: Payment,
	from: Step,
	world: World,
	wait: Wait,
): Promise<At<'ended' | 'free'>> {
	let step = from;
	while (step.at !== 'ended') {
		const before: Step = step;
		try {
			step = after(step, await next(payment, step, world, wait));
		} catch (error) {
			step = worst(step, error);
		}
		if (!hasLeft(before)) continue;
		try {
			world.note(payment, step);
		} catch (error) {
			step = worst(step, error);
		}
		// What has left is free again only to wait for its pace or for a token.
		if (step.at === 'free') return step;
	}
	return step;
}

/** Takes a payment that does not leave any more to its end. */
export async function settle(payment: Payment, from: Step, world: World): Promise<Result> {
	const step = await drive(payment, from, world, async () => {});
	if (step.at === 'ended') return resultOf(payment, step.result);
	throw new Error(`A payment cannot end as ${step.at}`);
}

async function next(
	payment: Payment,
	step: Exclude<Step, At<'ended'>>,
	world: World,
	wait: Wait,
): Promise<Fact> {
	switch (step.at) {
		case 'free':
			return world.stopped(payment) ?? (await world.reserve(payment, step));
		case 'held':
			await wait(step);
			return await world.lookUp(payment, step);
		case 'ready':
			await wait(step);
			return world.stopped(payment) ?? world.claim(payment);
		case 'sent':
			return await world.send(payment);
		case 'unclear':
		case 'used':
			return await world.lookUp(payment, step);
	}
}
