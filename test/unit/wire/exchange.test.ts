import { access } from '../../../nodes/CardBankPayments/sentences/access';
import { whyNot } from '../../../nodes/CardBankPayments/wire/exchange';

it('the reason why no response came ends without its dots', () => {
	const silent = { status: 0, headers: {}, body: 'No route to a.example...' };
	const says = access.did.noResponse({ reason: 'No route to a.example' });
	expect(whyNot(silent, access.did.wanted.json)).toBe(says);
});
