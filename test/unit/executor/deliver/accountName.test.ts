import type { IDataObject } from 'n8n-workflow';
import type { Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { otherHolder } from '../../../../nodes/CardBankPayments/executor/deliver/accountName';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import {
	ACCEPTED,
	notFound,
	notSent,
	rejected,
	unknown,
} from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { verifyBankAccount } from '../../../../nodes/CardBankPayments/resources/payout/verifyBankAccount';
import { sending } from '../../../../nodes/CardBankPayments/sentences/sending';
import { goodPayout, payment } from '../../support/payments';

/** Asks for the holder of a payout's account, which is answered so. */
async function ask(answer: Verdict, body: IDataObject = {}, checked = [0]) {
	const read = jest.fn(async () => await Promise.resolve(answer));
	const means = { checksName: new Set(checked), service: { read } } as unknown as Means;
	const why = await otherHolder(payment(0, { body: { ...goodPayout, ...body } }), means);
	return { why, asked: read.mock.calls as unknown[][] };
}

const heldBy = (accountName: string): Verdict => ({ ...ACCEPTED, records: [{ accountName }] });

it('asks nothing for a payout for which nobody wants it', async () => {
	expect(await ask(heldBy('JUMA ALI'), {}, [1])).toEqual({ why: undefined, asked: [] });
});

it.each([
	['NMIBTZTZ', 'NMIBTZTZ'],
	['CORUTZTZXXX', 'CORUTZTZ'],
])('asks with the account and the bank, for %s with %s', async (bic, asked) => {
	const { asked: calls } = await ask(heldBy('ASHA MUSHI'), { bic });
	const { accountNumber } = goodPayout;
	expect(calls).toEqual([[verifyBankAccount, undefined, { accountNumber, bic: asked }]]);
});

it('lets a payout leave to the holder whom the bank names, and where it names none', async () => {
	for (const answer of [heldBy('MUSHI ASHA'), notFound('The bank gave no name', 'Look again')]) {
		expect((await ask(answer)).why).toBeUndefined();
	}
});

it('holds a payout to another holder, and shows both names', async () => {
	const { why } = await ask(heldBy('JUMA<b>ALI'));
	expect(why).toMatchObject({ outcome: 'invalid', cause: 'item', held: 'row' });
	const names = { holder: 'JUMA b ALI', name: 'Asha Mushi' };
	expect(why).toMatchObject(sending.otherHolder(names));
});

it.each<[string, Verdict, Partial<Verdict>]>([
	['a 5xx', unknown('The service failed'), { cause: 'service', endsRun: false }],
	[
		'a 401',
		rejected('account', 'Refused', 'Make a new API Key'),
		{ cause: 'account', endsRun: true },
	],
	['no path', rejected('settings', 'Refused', 'Check Base URL'), { cause: 'settings' }],
	[
		'a cancelled run',
		{ ...notSent('run', 'Cancelled', 'Run it again'), endsRun: true },
		{ endsRun: true },
	],
	[
		'a refusal of the account',
		rejected('item', 'Refused: no such bank'),
		{ outcome: 'invalid', cause: 'item' },
	],
])('sends nothing where the bank cannot be asked: %s', async (_, answer, expected) => {
	const { why } = await ask(answer);
	expect(why).toMatchObject({ outcome: 'notSent', ...expected });
	expect(why?.held).toBeUndefined();
});
