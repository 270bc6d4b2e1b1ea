import { serviceTime } from '../time';
import type { Call } from './call';

/** Lists the rates between the currencies, those that are asked for or all. */
export function getManyExchangeRates({ state: { settings }, query }: Call) {
	const { source, target } = query;
	const tzsForUsd = Number(settings.exchangeRate);
	const date = new Date(serviceTime(settings)).toISOString();
	return [
		{ source: 'TZS', target: 'USD', rate: Number((1 / tzsForUsd).toFixed(8)), date },
		{ source: 'USD', target: 'TZS', rate: tzsForUsd, date },
	].filter(
		(rate) =>
			(source === undefined || rate.source === source) &&
			(target === undefined || rate.target === target),
	);
}
