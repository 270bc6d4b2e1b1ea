import { requestsOf } from '../../../../nodes/CardBankPayments/executor/service/request';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { getMany } from '../../../../nodes/CardBankPayments/resources/payout/getMany';
import { payment } from '../../support/payments';

const credential = { baseUrl: ' https://api.example.com/third-parties/ ' };
const question = payment(0, { body: undefined });

describe('the request of a payment', () => {
	it('goes to the operation’s path below the base URL, with the body and no token', () => {
		expect(requestsOf(createBankPayout, credential, undefined)(payment(0))).toEqual({
			method: 'POST',
			url: 'https://api.example.com/third-parties/payouts/create-bank-payout',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			body: payment(0).body,
			json: true,
			disableFollowRedirect: true,
		});
	});

	it('asks below the path of the credential, by the order reference and without a body', () => {
		const { url, body } = requestsOf(get, credential, undefined)(question);
		expect(url).toBe('https://api.example.com/third-parties/payouts/INV-0');
		expect(body).toBeUndefined();
	});

	it.each([
		[7, 7],
		[1000, 100],
		[undefined, 100],
	])('asks of a list, of which %p are wanted, for the first page of %i', (wanted, limit) => {
		const one = { ...question, limit: wanted, query: { status: 'SUCCESS' } };
		expect(requestsOf(getMany, credential, undefined)(one).qs).toEqual({
			...{ sortBy: 'createdAt', orderBy: 'ASC', status: 'SUCCESS' },
			...{ limit, skip: 0 },
		});
	});

	it('carries the checksum where the credential asks for it', () => {
		const signed = { ...credential, checksum: 'hmacSha256Json', checksumSecret: 'secret' };
		expect(requestsOf(createBankPayout, signed, undefined)(payment(0)).body).toEqual({
			...payment(0).body,
			checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
	});

	it('goes through the proxy where there is one', () => {
		const proxy = { protocol: 'http', host: 'proxy.example.com', port: 3128 };
		expect(requestsOf(createBankPayout, credential, proxy)(payment(0)).proxy).toBe(proxy);
	});

	it('has headers of its own, so that no request can change those of another', () => {
		const build = requestsOf(createBankPayout, credential, undefined);
		const { headers } = build(payment(0));
		Object.assign(headers ?? {}, { Authorization: 'Bearer abc' });
		expect(build(payment(1)).headers).not.toHaveProperty('Authorization');
	});

	it('is not even built for a base URL that is not safe', () => {
		expect(() => requestsOf(createBankPayout, { baseUrl: 'http://evil.com' }, undefined)).toThrow(
			'must start with https://',
		);
	});
});
