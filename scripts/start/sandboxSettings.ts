import { settlesSoon, type SettingsChange } from '../../sandbox';

/** Where the example "When a payment is received" listens once it is published. */
const webhookPath = '/webhook/payment-events';

/**
 * The sandbox of `npm start` is as strict about order references as the real service, and tells n8n
 * what happens. It keeps no pace, so that nobody has to wait, unless `SANDBOX_PACE` asks for one.
 *
 * @param n8nPort of the n8n on this machine that events go to
 * @throws {Error} when `SANDBOX_PACE` is no number of seconds
 */
export function sandboxSettings(n8nPort: number): SettingsChange {
	return {
		...settlesSoon,
		plainReferences: true,
		paceSeconds: paceFrom(process.env.SANDBOX_PACE ?? '0'),
		webhookUrl: `http://127.0.0.1:${n8nPort}${webhookPath}`,
	};
}

function paceFrom(text: string): number {
	const seconds = Number(text);
	if (text.trim() !== '' && Number.isFinite(seconds) && seconds >= 0) return seconds;
	throw new Error(`SANDBOX_PACE takes the seconds between two payouts, e.g. 60, not "${text}"`);
}
