import { createHmac } from 'node:crypto';
import { call, paths, sandbox, useSandbox } from './support';

useSandbox();

const payload = { amount: '25.00', currency: 'USD', orderReference: 'INV-205' };

async function preview(body: object): Promise<{ status: number; message?: string }> {
	const answer = await call(paths.preview, { body });
	const { message } = (await answer.json()) as { message?: string };
	return { status: answer.status, message };
}

function sign(text: string): string {
	return createHmac('sha256', 'sandbox-checksum-secret').update(text).digest('hex');
}

describe('an account with checksums enabled', () => {
	it.each([
		[
			'sorted compact JSON',
			'hmacSha256Json',
			'{"amount":"25.00","currency":"USD","orderReference":"INV-205"}',
		],
		['joined values', 'hmacSha256Values', '25.00USDINV-205'],
	] as const)('accepts the checksum of the %s', async (_name, checksum, signed) => {
		await sandbox.control.reset({ checksum });
		expect(await preview({ ...payload, checksum: sign(signed) })).toMatchObject({ status: 200 });
	});

	it.each([
		['missing', payload, 'The checksum of the payload is missing'],
		['wrong', { ...payload, checksum: sign('other') }, 'The checksum of the payload is wrong'],
		['no checksum at all', { ...payload, checksum: 'abc' }, 'The checksum of the payload is wrong'],
	])('refuses a checksum that is %s', async (_name, body, message) => {
		await sandbox.control.reset({ checksum: 'hmacSha256Json' });
		expect(await preview(body)).toEqual({ status: 400, message });
	});
});

it('asks for no checksum where the account has none enabled', async () => {
	expect(await preview(payload)).toMatchObject({ status: 200 });
});
