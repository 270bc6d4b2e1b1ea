import { readFile, writeFile } from 'node:fs/promises';
import type { OutputItem } from '../workbench/executions/executions';
import { startFixture } from '../workbench/instance/fixture';
import { callWebhook, publishWebhook } from '../workbench/instance/webhook';
import { pastedToken } from '../workbench/servers/sandboxClient';
import type { PaymentNode } from '../workbench/workflows/workflows';

/** What one execution of a workflow has put out, and what it cost. */
export interface Run {
	output: Array<OutputItem['json']>;
	/** As whoever calls the workflow waits for it. */
	ms: number;
	/** How much more memory n8n held meanwhile than right before. */
	megabytes: number;
}

/** Executes a published workflow with these items. */
export type Workflow = (items: object[]) => Promise<Run>;

/** A real n8n with SQLite and the packed node, and a sandbox beside it. */
export type Bench = Awaited<ReturnType<typeof startBench>>;

export async function startBench() {
	const { api, n8n, sandbox, control, createCredential, close } = await startFixture();
	let published = 0;
	/** @param node with a type of its own where it is not ours */
	const publish = async (node: PaymentNode): Promise<Workflow> => {
		// HTTP Request asks before each POST whether a token that n8n has generated is good: a pasted one is faster.
		const credential = await createCredential(node.type ? pastedToken : {});
		const path = `bench-${++published}`;
		await publishWebhook(api, path, node, credential);
		return async (items) => {
			const heldMb = await forgetPeak(n8n.pid);
			const start = performance.now();
			const output = await callWebhook(n8n.url, path, { items });
			const ms = performance.now() - start;
			return { output, ms, megabytes: (await peakOf(n8n.pid)) - heldMb };
		};
	};
	return { baseUrl: sandbox.baseUrl, userFolder: n8n.userFolder, control, publish, close };
}

/** Linux then counts the peak of a process anew. @returns the megabytes that it holds now */
async function forgetPeak(pid: number | undefined): Promise<number> {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	return await peakOf(pid);
}

/** @returns the most megabytes that a process has held */
async function peakOf(pid: number | undefined): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
