import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { Asks } from '../../../../nodes/CardBankPayments/executor/deliver/asks';
import { payment } from '../../support/payments';
import { meansOf, NOT_FOUND, serviceOf, SILENT } from '../../support/service';

/** @returns how many of so many payments the service was asked for, once each, that answers so */
async function askedOf(answers: ServiceResponse[]): Promise<number> {
	const lookUp = jest.fn(async ({ index }) => await Promise.resolve(answers[index]!));
	const asks = new Asks(meansOf({ service: serviceOf({ lookUp }) }));
	for (const index of answers.keys()) {
		const { is } = await asks.once(payment(index));
		expect(is).toBe(answers[index] === SILENT ? 'unclear' : 'notKnown');
	}
	return lookUp.mock.calls.length;
}

// A service that is down takes a whole time-out for each question: 100 rows would wait for more than an hour.
it('asks a service no more that was silent to three questions in a row', async () => {
	expect(await askedOf([SILENT, SILENT, SILENT, SILENT])).toBe(3);
});

it('asks on where one of them was answered', async () => {
	expect(await askedOf([SILENT, SILENT, NOT_FOUND, SILENT, SILENT])).toBe(5);
});
