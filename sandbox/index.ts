import { SandboxControl } from './control';
import { SandboxServer } from './server';
import { changeSettings, defaultSettings } from './settings';
import type { SettingsChange } from './types';

export { SandboxControl } from './control';
export { faultKinds, type Fault, type FaultKind, type ServiceOperation } from './faults';
export { defaultSettings, settlesSoon, strictSettings } from './settings';
export type {
	CardPayment,
	Ledger,
	LedgerRequest,
	PaymentRecord,
	PaymentStatus,
	Payout,
	PayoutStatus,
	SandboxSettings,
	SettingsChange,
	WebhookCall,
} from './types';

/** A running sandbox. */
export interface Sandbox {
	/** e.g. `http://127.0.0.1:8420` */
	url: string;
	/** The base URL for a credential: {@link url} with `/third-parties` behind it. */
	baseUrl: string;
	port: number;
	control: SandboxControl;
	/** Stops it and drops the connections that are still open. */
	close(): Promise<void>;
}

export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	settings?: SettingsChange;
}

/**
 * Starts a sandbox on 127.0.0.1.
 *
 * @throws {NodeJS.ErrnoException} with the code EADDRINUSE when the port is taken
 */
export async function startSandbox({
	port = 0,
	settings = {},
}: SandboxOptions = {}): Promise<Sandbox> {
	const server = await SandboxServer.listen(port, changeSettings(defaultSettings, settings));
	const url = `http://127.0.0.1:${server.port}`;
	return {
		url,
		baseUrl: `${url}/third-parties`,
		port: server.port,
		control: new SandboxControl(url),
		close: () => server.close(),
	};
}
