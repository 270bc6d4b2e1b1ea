import type { IContextObject } from 'n8n-workflow';
import type { Payment } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { ExecutionMemory } from '../../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import { carryOut } from '../../../../nodes/CardBankPayments/executor/send/carryOut';
import type { OpenSender } from '../../../../nodes/CardBankPayments/executor/send/openSender';
import { payment, payments, result } from '../../support/payments';
import { goOn } from '../../support/service';

const context: IContextObject = {};

const breaks: Pick<OpenSender, 'stopsRun'> = {
	stopsRun: ({ index }) => {
		if (index === 1) throw new Error('Out of order');
		return false;
	},
};

/** A sender in which something is thrown after the first item was answered. */
function breaking(memory: ExecutionMemory, changes: Partial<OpenSender> = {}): OpenSender {
	return {
		...goOn({ concurrency: 1 }),
		memory,
		settlesUnclear: true,
		answer: { form: 'record', kind: 'payout' },
		buildRequest: ({ body }) => ({ url: 'https://api.example.com', body }),
		send: async ({ body }) => await Promise.resolve({ status: 200, body }),
		...breaks,
		gateKey: 'account',
		...changes,
	} as OpenSender;
}

describe('a run in which something is thrown', () => {
	it('loses no outcome: the memory knows what was sent', async () => {
		const memory = new ExecutionMemory(context, 'createBankPayout', 'payout', 0);
		const recalled = [{ result: result(9, 'accepted') }];
		const { results } = await carryOut(payments(3), recalled, breaking(memory));
		expect(results.map(({ index, outcome }) => [index, outcome])).toEqual([
			[9, 'accepted'],
			[0, 'accepted'],
			[1, 'accepted'],
			[2, 'notSent'],
		]);
		expect(results[3]?.says).toBe('The run ended before it: Out of order');
	});

	it.each([
		['in a run that ends well', {}],
		['in one that is broken off', breaks],
	])('tells what the guard could not do, %s', async (_, changes) => {
		const guard = {
			hint: 'Stays reserved',
			reserve: async () => new Set(),
			keep: async () => {},
			release: async () => {},
		};
		const memory = new ExecutionMemory({}, 'createBankPayout', 'payout', 0);
		const sender = breaking(memory, { stopsRun: () => false, ...changes, guard } as never);
		expect((await carryOut(payments(2), [], sender)).hint).toBe('Stays reserved');
		expect((await carryOut([], [], { ...sender, guard: undefined })).hint).toBeUndefined();
	});

	it.each([
		['accepted', { status: 200, body: { orderReference: 'INV-0' } }, [false, false]],
		['refused for its pace', { status: 429, body: 'retry after 5 seconds' }, [true, true]],
		['refused for another reason', { status: 400, body: {} }, [false, false]],
	])('says what to do where a reference stays reserved: %s', async (ending, reply, isTold) => {
		const guard = {
			reserve: async () => new Set(),
			keep: async () => {},
			release: async () => {},
			nextStepFor: (orderReference: string) => `Look up ${orderReference}`,
		};
		const memory = new ExecutionMemory({}, 'createBankPayout', 'payout', 0);
		const sender = breaking(memory, {
			stopsRun: () => false,
			send: async () => await Promise.resolve(reply),
			maximumWaitMs: 0,
			gateKey: `stays reserved, ${ending}`,
			guard,
		} as never);
		const steps = async (by: OpenSender) =>
			(await carryOut(payments(2), [], by)).results.map(({ nextStep }) => nextStep);
		expect(await steps(sender)).toEqual(
			isTold.map((told, index) => (told ? `Look up INV-${index}` : undefined)),
		);
		const gateKey = `${sender.gateKey}, no guard`;
		const other = new ExecutionMemory({}, 'createBankPayout', 'payout', 0);
		const unguarded = { ...sender, memory: other, guard: undefined, gateKey };
		expect(JSON.stringify(await steps(unguarded))).not.toContain('Look up INV');
	});

	it('does not take what another item has sent for that of an item at its old place', async () => {
		const memory = new ExecutionMemory({}, 'createBankPayout', 'payout', 0);
		memory.sending(payment(0));
		memory.record(payment(0), result(0, 'accepted'));
		const moved = { ...result(5, 'accepted'), orderReference: 'INV-0' };
		const fresh: Payment = payment(0, { orderReference: 'NEW' });
		const stopsRun = () => {
			throw new Error('Out of order');
		};
		const sender = breaking(memory, { stopsRun });
		const { results } = await carryOut([fresh], [{ result: moved }], sender);
		const unsent = expect.objectContaining({ orderReference: 'NEW', outcome: 'notSent' });
		expect(results).toEqual([moved, unsent]);
	});

	it('calls card requests unknown, of which the memory keeps nothing', async () => {
		const memory = new ExecutionMemory({}, 'preview', 'none', 0);
		const changes = { settlesUnclear: false };
		const { results } = await carryOut(payments(2), [], breaking(memory, changes));
		expect(results.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
	});
});
