import { GuardedList } from '../../support/processedStore';
import { expectGoodWording } from '../../support/wording';

let store: GuardedList;
beforeEach(() => (store = new GuardedList()));

describe('references that were given back without an answer', () => {
	/** The removal is carried out, and n8n's database is gone before it says so. */
	const removeInSilence = async () => {
		const { removeProcessed } = store.helpers;
		store.helpers.removeProcessed = async (...call) => {
			await removeProcessed(...call);
			throw new Error('Connection terminated');
		};
		const guard = store.guard();
		await guard.reserve(['A', 'B']);
		await guard.release(['A', 'B']);
		store.helpers.removeProcessed = removeProcessed;
		return guard;
	};

	it('are not sent by the run that held them: another execution may have them by now', async () => {
		const guard = await removeInSilence();
		expect(await store.guard().reserve(['A'])).toEqual(new Set());
		await guard.reserve(['A']);
		expect(guard.silence).toContain('could not give back');
		expectGoodWording(guard.silence as string);
	});

	it('are not given back a second time: another execution would lose them', async () => {
		const guard = await removeInSilence();
		await store.guard().reserve(['A']);
		await guard.release(['A', 'B']);
		expect(store.reserved()).toContain('A');
	});
});

describe('executions that share a mark and give back one after the other', () => {
	it('notice that an older list came back, although the first one took the mark with it', async () => {
		const guards = [store.guard(), store.guard()];
		await Promise.all(guards.map(async (guard, index) => await guard.reserve([`R${index}`])));
		await guards[0]?.release(['R0']);
		// Another process read the list while the mark was out, and writes it back now.
		store.entries = ['R1'];
		const { removeProcessed } = store.helpers;
		store.helpers.removeProcessed = async (...call) => {
			store.helpers.removeProcessed = removeProcessed;
			const before = store.entries;
			await removeProcessed(...call);
			store.entries = before;
		};
		await guards[1]?.release(['R1']);
		expect(store.reserved()).toEqual([]);
	});
});
