import { sleep } from 'n8n-workflow';
import { oneAtATime } from '../../../../nodes/CardBankPayments/executor/common/turns';

describe('tasks that take turns', () => {
	it('do not wait for those of another key', async () => {
		let end = () => {};
		const held = new Promise<void>((resolve) => (end = resolve));
		const stuck = oneAtATime('stuck', async () => await held);
		expect(await oneAtATime('free', async () => 'done')).toBe('done');
		end();
		await stuck;
	});

	it('go on after one of them throws, and the one who called it learns of it', async () => {
		const first = oneAtATime('key', async () => {
			throw new Error('no');
		});
		const second = oneAtATime('key', async () => 'done');
		await expect(first).rejects.toThrow('no');
		expect(await second).toBe('done');
		expect(await oneAtATime('key', async () => 'again')).toBe('again');
	});

	it('still take turns when one is added while another ends', async () => {
		let inside = 0;
		let peak = 0;
		const task = async () => {
			peak = Math.max(peak, ++inside);
			await sleep(2);
			inside--;
		};
		const first = oneAtATime('key', task);
		const second = oneAtATime('key', task);
		const third = first.then(async () => await oneAtATime('key', task));
		await Promise.all([first, second, third]);
		expect(peak).toBe(1);
	});
});
