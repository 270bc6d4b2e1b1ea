import { setTimeout as sleep } from 'node:timers/promises';
import { startN8n, type N8nOptions, type N8nProcess } from '../../../workbench/instance/n8nProcess';

/** How often a process that does not come up is started anew, as a container would be. */
const startsInARow = 5;

const pauseBetweenStartsMs = 2_000;

/** A process of n8n that is started again whenever it ends, as `restart: unless-stopped` does. */
export class SupervisedProcess {
	private readonly lives: N8nProcess[] = [];
	private starting: Promise<N8nProcess>;
	private stopping = false;

	constructor(
		readonly name: string,
		private readonly options: N8nOptions,
	) {
		this.starting = this.start();
	}

	get url(): string {
		return `http://127.0.0.1:${this.options.port}`;
	}

	/** Waits until it runs, however often it has to be started for that. */
	async ready(): Promise<void> {
		await this.starting;
	}

	/** Everything that it has printed, over all its lives. */
	log(): string {
		return this.lives.map((life) => life.log()).join('\n');
	}

	/** Ends it on the spot; it comes back by itself, see {@link ready}. */
	async kill(): Promise<void> {
		await (await this.starting).kill();
	}

	/** Asks it to end, and starts it again. */
	async restart(): Promise<void> {
		await (await this.starting).stop();
		await this.ready();
	}

	/** Ends it for good. */
	async stop(): Promise<void> {
		this.stopping = true;
		const life = await this.starting.catch(() => undefined);
		await life?.kill();
	}

	private async start(): Promise<N8nProcess> {
		for (let attempt = 1; ; attempt++) {
			try {
				return this.watch(await startN8n(this.options));
			} catch (error) {
				if (this.stopping || attempt === startsInARow) throw error;
				await sleep(pauseBetweenStartsMs);
			}
		}
	}

	private watch(life: N8nProcess): N8nProcess {
		this.lives.push(life);
		void life.ended.then(() => {
			if (this.stopping) return;
			this.starting = this.start();
			// Told to whoever waits for it in `ready`.
			this.starting.catch(() => undefined);
		});
		return life;
	}
}
