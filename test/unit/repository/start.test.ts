import { sandboxSettings } from '../../../scripts/start/sandboxSettings';

describe('the sandbox of npm start', () => {
	afterEach(() => delete process.env.SANDBOX_PACE);

	it('takes letters and digits only, keeps no pace, and calls n8n', () => {
		expect(sandboxSettings(5678)).toEqual({
			plainReferences: true,
			paceSeconds: 0,
			webhookUrl: 'http://127.0.0.1:5678/webhook/payment-events',
		});
	});

	it('keeps the pace that it is told', () => {
		process.env.SANDBOX_PACE = '1.5';
		expect(sandboxSettings(5678).paceSeconds).toBe(1.5);
	});

	it.each(['', 'a minute', '-1', 'Infinity'])('refuses to start with SANDBOX_PACE=%j', (pace) => {
		process.env.SANDBOX_PACE = pace;
		expect(() => sandboxSettings(5678)).toThrow(/SANDBOX_PACE takes the seconds/);
	});
});
