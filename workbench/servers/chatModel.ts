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
export async function startChatModel() {
	let turns: Turn[] = [];
	let lastRequest: ChatRequest | undefined;
	let calls = 0;

	/** The names of the tools that it was offered. */
	const toolNames = () => (lastRequest?.tools ?? []).map((tool) => tool.function.name);
	/** The names of the arguments that the first tool says it takes. */
	const toolParameters = () =>
		Object.keys(lastRequest?.tools?.[0]?.function.parameters?.properties ?? {});
	/** What the tools answered to the calls since the last message of a person, in their order. */
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
		const called = { name: tool, arguments: JSON.stringify(toolArguments) };
		return { index, id: `call_${++calls}`, type: 'function', function: called };
	};

	const server = createServer((request, response) => {
		void (async () => {
			lastRequest = (await json(request)) as ChatRequest;
			const turn = turns.shift() ?? (() => 'Done.');
			const isSaid = typeof turn === 'function';
			const message = isSaid
				? { role: 'assistant', content: turn(toolAnswers()) }
				: { role: 'assistant', content: null, tool_calls: turn.map(callTool) };
			answer(response, message, isSaid ? 'stop' : 'tool_calls', lastRequest.stream === true);
		})();
	});
	const port = await listen(server);
	/** Begins anew: each request takes the next turn, and when none is left it says "Done.". */
	const follow = (...next: Turn[]) => {
		turns = next;
		lastRequest = undefined;
	};
	const close = async () => await closeAll(server);
	return {
		url: `http://127.0.0.1:${port}/v1`,
		follow,
		toolAnswers,
		toolNames,
		toolParameters,
		close,
	};
}

function answer(response: ServerResponse, message: object, finish: string, stream: boolean): void {
	const frame = { id: 'scripted', created: 0, model: 'scripted' };
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	if (!stream) {
		const choices = [{ index: 0, message, finish_reason: finish }];
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ ...frame, object: 'chat.completion', choices, usage }));
		return;
	}
	response.setHeader('content-type', 'text/event-stream');
	const choices = [{ index: 0, delta: message, finish_reason: finish }];
	const chunk = { ...frame, object: 'chat.completion.chunk', choices };
	response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
}
