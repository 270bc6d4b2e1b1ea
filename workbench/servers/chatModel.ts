import { LLMock, type ChatCompletionRequest } from '@copilotkit/aimock';

/** A call of the tool with this name. */
export type ToolCall = [tool: string, given: object];

/** What the model does in one turn: it calls tools, or says something about their answers. */
type ModelTurn = ToolCall[] | ((toolAnswers: string[]) => string);

/** A chat model of OpenAI's interface that follows a script instead of thinking, on this machine only. */
export async function startChatModel() {
	let turns: ModelTurn[] = [];
	let { messages, tools: offered }: Pick<ChatCompletionRequest, 'messages' | 'tools'> = {
		messages: [],
	};

	/** The arguments of each tool that it was offered, by the tool's name. */
	const tools = (): Record<string, string[]> =>
		Object.fromEntries(
			(offered ?? []).map(({ function: { name, parameters = {} } }) => {
				const { properties = {} } = parameters as { properties?: object };
				return [name, Object.keys(properties)];
			}),
		);
	/** What the tools answered to the calls since the last message of a user, in their order. */
	const toolAnswers = () => {
		// An agent with a memory sends the tools' answers of earlier messages along.
		const asked = messages.map(({ role }) => role).lastIndexOf('user');
		return messages
			.slice(asked + 1)
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
	};
	const takeTurn = (request: ChatCompletionRequest) => {
		({ messages, tools: offered } = request);
		const turn = turns.shift() ?? (() => 'Done.');
		if (typeof turn === 'function') return { content: turn(toolAnswers()) };
		return { toolCalls: turn.map(([name, given]) => ({ name, arguments: JSON.stringify(given) })) };
	};

	const model = await LLMock.create({ host: '127.0.0.1', port: 0 });
	model.on({ predicate: () => true }, takeTurn);
	/** Begins anew: each request takes the next turn, and when none is left it says "Done.". */
	const follow = (...next: ModelTurn[]) => {
		turns = next;
	};
	const close = async () => await model.stop();
	return { url: `${model.url}/v1`, follow, tools, toolAnswers, close };
}
