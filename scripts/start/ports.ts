import { isPortFree } from '../../workbench/servers/ports';

/** A port, and the variable with which the user chooses another. */
export interface Port {
	variable: string;
	number: number;
}

/**
 * @param fallback when the variable is not set
 * @throws {Error} when the variable holds no port number
 */
export function portFrom(variable: string, fallback: number): Port {
	const text = process.env[variable] ?? String(fallback);
	const number = Number(text);
	if (/^\d+$/.test(text) && number >= 1 && number <= 65_535) return { variable, number };
	throw new Error(`${variable} takes a port number from 1 to 65535, not "${text}"`);
}

/** @throws {Error} that says how to choose other ports, naming all that are taken */
export async function assertPortsFree(ports: Port[]): Promise<void> {
	const taken: Port[] = [];
	for (const port of ports) if (!(await isPortFree(port.number))) taken.push(port);
	if (taken.length === 0) return;
	const numbers = taken.map(({ number }) => number).join(', ');
	const others = taken.map(({ variable, number }) => `${variable}=${number + 10}`).join(' ');
	throw new Error(
		`Taken by another program: port ${numbers}. Stop that program (perhaps another npm start), or choose other ports: ${others} npm start`,
	);
}
