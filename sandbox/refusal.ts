/** A request that the service declines: nothing was done, and the message says why. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
		this.name = 'Refusal';
	}
}
