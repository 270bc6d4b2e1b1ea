import path from 'node:path';
import { startN8n, type N8nOptions, type N8nProcess } from '../../workbench/instance/n8nProcess';

/** How often a process that does not come up is started anew, as a container would be. */
const startsInARow = 5;

const pauseBetweenStartsMs = 2_000;

/** A process of n8n that is started again whenever it ends, as `restart: unless-stopped` does. */
export class SupervisedProcess {
	/** How often it ended by itself, without being killed by us. */
	crashes = 0;

	/** How often it was killed by us. */
	kills = 0;

	private readonly logs: N8nProcess[] = [];
	private starting: Promise<N8nProcess>;
	private stopping = false;

	private constructor(
		readonly name: string,
		private readonly logFolder: string,
		private readonly options: N8nOptions,
	) {
		this.starting = this.start();
	}

	/**
	 * Starts it and waits until it is ready.
	 *
	 * @param logFolder gets a file for each of its lives
	 */
	static async start(
		name: string,
		logFolder: string,
		options: N8nOptions,
	): Promise<SupervisedProcess> {
		const supervised = new SupervisedProcess(name, logFolder, options);
		await supervised.ready();
		return supervised;
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
		return this.logs.map((life) => life.log()).join('\n');
	}

	/** Ends it on the spot; it comes back by itself, see {@link ready}. */
	async kill(): Promise<void> {
		const life = await this.starting;
		this.kills++;
		// Set before the end, so that the end does not count as a crash.
		this.crashes--;
		await life.kill();
	}

	/** Asks it to end, and starts it again. */
	async restart(): Promise<void> {
		const life = await this.starting;
		this.crashes--;
		await life.stop();
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
				return this.watch(await startN8n(this.lifeOptions(attempt)));
			} catch (error) {
				if (this.stopping || attempt === startsInARow) throw error;
				this.crashes++;
				await new Promise((resolve) => setTimeout(resolve, pauseBetweenStartsMs));
			}
		}
	}

	private lifeOptions(attempt: number): N8nOptions {
		const file = `${this.name}-${this.logs.length + 1}.${attempt}.log`;
		return { ...this.options, logFile: path.join(this.logFolder, file) };
	}

	private watch(life: N8nProcess): N8nProcess {
		this.logs.push(life);
		void life.ended.then(() => {
			if (this.stopping) return;
			this.crashes++;
			this.starting = this.start();
			// Told to whoever waits for it in `ready`.
			this.starting.catch(() => undefined);
		});
		return life;
	}
}
