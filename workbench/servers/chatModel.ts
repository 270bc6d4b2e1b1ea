import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { closeAll, listen } from './loopback';

/** What one call of a tool is given. */
export type ToolArguments = Record<string, unknown>;

/** A call of the tool with this name; plain arguments call the first tool. */
export class ToolCall {
	constructor(
		readonly tool: string,
		readonly toolArguments: ToolArguments,
	) {}
}

/** What the model does in one turn: it calls tools, or says something. */
export type Turn = Array<ToolArguments | ToolCall> | ((toolAnswers: string[]) => string);

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
	/** Begins anew: each request takes the next turn, and when none is left it says "Done.". */
	follow(...turns: Turn[]): void;
	/** What the tools answered to the calls since the last message of a person, in their order. */
	toolAnswers(): string[];
	/** The names of the tools that it was offered. */
	toolNames(): string[];
	/** The names of the arguments that the first tool says it takes. */
	toolParameters(): string[];
	close(): Promise<void>;
}

export async function startChatModel(): Promise<ChatModel> {
	let turns: Turn[] = [];
	let lastRequest: ChatRequest | undefined;
	let calls = 0;

	const toolNames = () => (lastRequest?.tools ?? []).map((tool) => tool.function.name);
	const toolAnswers = () => {
		const messages = lastRequest?.messages ?? [];
		// An agent with a memory sends the tools' answers of earlier messages along.
		const asked = messages.map(({ role }) => role).lastIndexOf('user');
		return messages
			.slice(asked + 1)
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
	};
	const callTool = (call: ToolArguments | ToolCall, index: number) => {
		const { tool, toolArguments } =
			call instanceof ToolCall ? call : new ToolCall(toolNames()[0] ?? '', call);
		return {
			index,
			id: `call_${++calls}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(toolArguments) },
		};
	};

	const server = createServer((request, response) => {
		void (async () => {
			lastRequest = (await json(request)) as ChatRequest;
			const turn = turns.shift() ?? (() => 'Done.');
			const message =
				typeof turn === 'function'
					? { role: 'assistant', content: turn(toolAnswers()) }
					: { role: 'assistant', content: null, tool_calls: turn.map(callTool) };
			const finish = typeof turn === 'function' ? 'stop' : 'tool_calls';
			if (lastRequest.stream === true) answerInPieces(response, message, finish);
			else answer(response, message, finish);
		})();
	});
	const port = await listen(server);

	return {
		url: `http://127.0.0.1:${port}/v1`,
		follow: (...next) => {
			turns = next;
			lastRequest = undefined;
		},
		toolAnswers,
		toolNames,
		toolParameters: () =>
			Object.keys(lastRequest?.tools?.[0]?.function.parameters?.properties ?? {}),
		close: async () => await closeAll(server),
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
