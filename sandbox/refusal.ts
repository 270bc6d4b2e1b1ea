/** A request that the service declines: nothing was done, and the message says why. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
		this.name = 'Refusal';
	}
}

/** The body of every answer that declines. */
export function messageBody(message: string): string {
	return JSON.stringify({ message });
}
