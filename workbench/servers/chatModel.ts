import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { closeAll, listen } from './loopback';

/** A call of the tool with this name. */
export type ToolCall = [tool: string, given: object];

/** What the model does in one turn: it calls tools, or says something about their answers. */
export type ModelTurn = ToolCall[] | ((toolAnswers: string[]) => string);

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; parameters?: { properties?: object } } }>;
}

/**
 * A chat model that follows a script instead of thinking: it speaks as much of the OpenAI chat
 * completions interface as n8n's OpenAI Chat Model asks for, on this machine only.
 */
export async function startChatModel() {
	let turns: ModelTurn[] = [];
	let lastRequest: ChatRequest = { messages: [] };
	let calls = 0;

	/** The arguments of each tool that it was offered, by the tool's name. */
	const tools = (): Record<string, string[]> =>
		Object.fromEntries(
			(lastRequest.tools ?? []).map(({ function: { name, parameters } }) => [
				name,
				Object.keys(parameters?.properties ?? {}),
			]),
		);
	/** What the tools answered to the calls since the last message of a user, in their order. */
	const toolAnswers = () => {
		const { messages } = lastRequest;
		// An agent with a memory sends the tools' answers of earlier messages along.
		const asked = messages.map(({ role }) => role).lastIndexOf('user');
		return messages
			.slice(asked + 1)
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
	};
	const callTool = ([name, given]: ToolCall, index: number) => {
		const called = { name, arguments: JSON.stringify(given) };
		return { index, id: `call_${++calls}`, type: 'function', function: called };
	};
	const takeTurn = () => {
		const turn = turns.shift() ?? (() => 'Done.');
		const said = typeof turn === 'function' ? { content: turn(toolAnswers()) } : undefined;
		const called = said ?? { content: null, tool_calls: (turn as ToolCall[]).map(callTool) };
		const message = { role: 'assistant', ...called };
		return { index: 0, message, finish_reason: said ? 'stop' : 'tool_calls' };
	};

	const server = createServer((request, response) => {
		void (async () => {
			lastRequest = (await json(request)) as ChatRequest;
			const head = { id: 'scripted', object: 'chat.completion', created: 0, model: 'scripted' };
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ...head, choices: [takeTurn()], usage }));
		})();
	});
	const port = await listen(server);
	/** Begins anew: each request takes the next turn, and when none is left it says "Done.". */
	const follow = (...next: ModelTurn[]) => {
		turns = next;
	};
	const close = async () => await closeAll(server);
	return { url: `http://127.0.0.1:${port}/v1`, follow, tools, toolAnswers, close };
}
