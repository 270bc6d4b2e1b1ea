import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What one call of a tool is given. */
export type ToolArguments = Record<string, unknown>;

interface ChatRequest {
	stream?: boolean;
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; parameters?: { properties?: object } } }>;
}

/**
 * A chat model that follows a script instead of thinking: it speaks as much of the OpenAI chat
 * completions interface as n8n's OpenAI Chat Model asks for, on this machine only.
 */
export interface ChatModel {
	/** The base URL for the model's credential. */
	url: string;
	/**
	 * Begins anew: with each request the model calls its first tool as often as the next turn has
	 * arguments, and when no turn is left it says "Done.".
	 */
	follow(...turns: ToolArguments[][]): void;
	/** What the tool answered to the calls so far, in their order. */
	toolAnswers(): string[];
	/** The names of the arguments that the tool says it takes. */
	toolParameters(): string[];
	close(): Promise<void>;
}

export async function startChatModel(): Promise<ChatModel> {
	let turns: ToolArguments[][] = [];
	let lastRequest: ChatRequest | undefined;
	let calls = 0;

	const server = createServer((request, response) => {
		void (async () => {
			lastRequest = (await json(request)) as ChatRequest;
			const name = lastRequest.tools?.[0]?.function.name ?? '';
			const toolCalls = (turns.shift() ?? []).map((toolArguments, index) => ({
				index,
				id: `call_${++calls}`,
				type: 'function',
				function: { name, arguments: JSON.stringify(toolArguments) },
			}));
			const message =
				toolCalls.length > 0
					? { role: 'assistant', content: null, tool_calls: toolCalls }
					: { role: 'assistant', content: 'Done.' };
			const finish = toolCalls.length > 0 ? 'tool_calls' : 'stop';
			if (lastRequest.stream === true) answerInPieces(response, message, finish);
			else answer(response, message, finish);
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${port}/v1`,
		follow: (...next) => {
			turns = next;
			lastRequest = undefined;
		},
		toolAnswers: () =>
			(lastRequest?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))),
		toolParameters: () =>
			Object.keys(lastRequest?.tools?.[0]?.function.parameters?.properties ?? {}),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const frame = { id: 'scripted', created: 0, model: 'scripted' };

function answer(response: ServerResponse, message: object, finish: string): void {
	response.setHeader('content-type', 'application/json');
	response.end(
		JSON.stringify({
			...frame,
			object: 'chat.completion',
			choices: [{ index: 0, message, finish_reason: finish }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		}),
	);
}

function answerInPieces(response: ServerResponse, delta: object, finish: string): void {
	response.setHeader('content-type', 'text/event-stream');
	for (const choice of [
		{ index: 0, delta, finish_reason: null },
		{ index: 0, delta: {}, finish_reason: finish },
	]) {
		const piece = { ...frame, object: 'chat.completion.chunk', choices: [choice] };
		response.write(`data: ${JSON.stringify(piece)}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}
