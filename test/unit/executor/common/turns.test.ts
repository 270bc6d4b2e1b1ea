import { sleep } from 'n8n-workflow';
import { oneAtATime } from '../../../../nodes/CardBankPayments/executor/common/turns';

it('tasks that take turns do not wait for those of another key', async () => {
	const stuck = oneAtATime('stuck', async () => await sleep(50).then(() => 'late'));
	expect(await Promise.race([stuck, oneAtATime('free', async () => 'done')])).toBe('done');
	await stuck;
});

it('a task that throws tells its caller, and the next one has its turn', async () => {
	const first = oneAtATime('key', async () => await Promise.reject(new Error('no')));
	const second = oneAtATime('key', async () => 'done');
	await expect(first).rejects.toThrow('no');
	expect(await second).toBe('done');
});

it('tasks still take turns when one is added while another ends', async () => {
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
