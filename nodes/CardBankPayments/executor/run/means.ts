import type { RecordKind } from '../../resources/operation';
import type { Clock } from '../common/clock';
import type { Means } from '../deliver/attempt';
import { LookUps } from '../deliver/lookUp';
import { Journal } from '../journal/journal';
import { ReferenceList } from '../journal/list';
import type { Service } from '../service/connect';
import type { Run } from './openRun';
import type { Plan } from './planRun';

/** What sending needs: the guard and the look-ups, as far as the builder wants them. */
export function meansOf(
	{ context, operation, memory }: Run,
	{ settings, stopsRun }: Plan,
	service: Service,
	clock: Clock,
): Means {
	const { maximumWaitMs, lookUpUnclear } = settings;
	const cancelSignal = context.getExecutionCancelSignal();
	const movesMoney = operation.effect === 'payout';
	const isGuarded = movesMoney && settings.duplicateGuard === 'allExecutions';
	const list = isGuarded ? new ReferenceList(context, service.baseUrl, clock) : undefined;
	// Return the Payout needs the record.
	const looksUp = lookUpUnclear || settings.whenAlreadySent === 'returnPayout';
	const ask = looksUp && operation.effect !== 'none' ? service.ask : undefined;
	const kind: RecordKind = movesMoney ? 'payout' : 'payment';
	const asking = { kind, clock, maximumWaitMs, cancelSignal, onlyAlreadySent: !lookUpUnclear };
	const lookUps = ask && new LookUps({ ask, ...asking });
	const journal = new Journal(memory, list);
	return { ...settings, service, journal, lookUps, movesMoney, clock, stopsRun, cancelSignal };
}
