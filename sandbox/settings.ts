import type { SandboxSettings, SettingsChange } from './types';

/**
 * Balances large enough that nobody meets the limit by accident, and no status that changes by itself
 * while a program looks.
 */
export const defaultSettings: SandboxSettings = {
	delayMs: 0,
	clockAheadMs: 0,
	tokenLifetimeSeconds: 3600,
	onlyNewestToken: false,
	clientId: 'sandbox-client',
	apiKey: 'sandbox-key',
	accessToken: 'sandbox-access-token',
	checksum: 'none',
	checksumSecret: 'sandbox-checksum-secret',
	hasBalance: true,
	balances: { TZS: '1000000000.00', USD: '1000000.00' },
	uniqueOrderReferences: true,
	settlementMs: 600_000,
	fees: {
		ACH: { TZS: '1500.00', USD: '0.60' },
		RTGS: { TZS: '10000.00', USD: '4.00' },
	},
	feeBearer: 'merchant',
	exchangeRate: '2500.00',
	paceSeconds: 0,
	paceForm: 'message',
	plainReferences: false,
	webhookUrl: '',
};

/** What the real service is strict about, by its public documentation. */
export const strictSettings: SettingsChange = {
	paceSeconds: 60,
	plainReferences: true,
	uniqueOrderReferences: true,
};

/** For people, who want to see what becomes of a payment. */
export const settlesSoon: SettingsChange = { settlementMs: 3000 };

/**
 * Lays a change over settings.
 *
 * @returns new settings; neither argument is touched
 */
export function changeSettings(settings: SandboxSettings, change: SettingsChange): SandboxSettings {
	return {
		...settings,
		...change,
		balances: { ...settings.balances, ...change.balances },
		fees: {
			ACH: { ...settings.fees.ACH, ...change.fees?.ACH },
			RTGS: { ...settings.fees.RTGS, ...change.fees?.RTGS },
		},
	};
}
