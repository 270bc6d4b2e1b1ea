/** Holds requests back until so many of them wait at the same moment, whatever time that takes. */
export class Hold {
	private readonly waiting: Array<() => void> = [];
	private hasSeenFirst = false;
	private isOver: boolean;

	/** @param until how many have to wait at once, and then go on together; 0 holds none */
	constructor(private readonly until: number) {
		this.isOver = until === 0;
	}

	/** Lets the first one pass, since a client may send it alone, and all once it has let some go. */
	async pass(): Promise<void> {
		if (this.isOver) return;
		if (!this.hasSeenFirst) {
			this.hasSeenFirst = true;
			return;
		}
		const turn = new Promise<void>((resolve) => this.waiting.push(resolve));
		if (this.waiting.length === this.until) this.letGo();
		await turn;
	}

	/** Lets all go on, those that come later as well. */
	letGo(): void {
		this.isOver = true;
		for (const goOn of this.waiting) goOn();
	}
}
