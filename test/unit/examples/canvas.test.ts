import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '../../../examples');
const sticky = 'n8n-nodes-base.stickyNote';

/** Sizes as the editor draws them. */
const nodeSize = 96;
const handle = 8;
const letterWidth = 6.5;
const headingWidth = 8;
const lineHeight = 20;

type Point = [x: number, y: number];

interface Node {
	name: string;
	type: string;
	position: Point;
	parameters: { content?: string; width?: number; height?: number };
}

/** A connection or a node. */
interface Drawn {
	name: string;
	points: Point[];
}

interface Workflow {
	nodes: Node[];
	connections: Record<string, { main?: Array<Array<{ node: string; index: number }> | null> }>;
}

/** Where the words of a note end to the right and below; they begin at its corner. */
function wordsOf({ position: [left, top], parameters }: Node) {
	const { content = '', width = 240, height = 160 } = parameters;
	const widths = content
		.trim()
		.split('\n')
		.map(
			(line) =>
				line.replace(/^#+ /, '').length * (line.startsWith('#') ? headingWidth : letterWidth),
		);
	const lines = widths.map((each) => (each === 0 ? 0.5 : Math.ceil(each / (width - 20))));
	const tall = lines.reduce((sum, each) => sum + each * lineHeight, 8);
	return {
		...{ left: left + 4, right: left + 4 + Math.min(width - 8, Math.max(...widths)) },
		...{ top: top + 8, bottom: top + 8 + Math.min(height - 8, tall) },
	};
}

/** A curve to the right; to the left, n8n leads a line around below the node. */
function lineBetween([fromX, fromY]: Point, [toX, toY]: Point): Point[] {
	if (toX < fromX - 20) {
		const [right, below, left] = [fromX + 40, fromY + 130, toX - 40];
		return [
			[fromX, fromY],
			[right, fromY],
			[right, below],
			[left, below],
			[left, toY],
			[toX, toY],
		];
	}
	const middle = (fromX + toX) / 2;
	return Array.from({ length: 21 }, (_, at) => {
		const [after, before] = [at / 20, 1 - at / 20];
		const x = before ** 3 * fromX + 3 * before * after * middle + after ** 3 * toX;
		return [x, fromY + (toY - fromY) * after ** 2 * (3 - 2 * after)];
	});
}

/** The handle of a connection: those of one side share its height, which grows with them. */
function handleOf(
	{ position: [x, y] }: Node,
	index: number,
	count: number,
	isOutput: boolean,
): Point {
	const height = nodeSize + Math.max(0, count - 2) * 32;
	return [isOutput ? x + nodeSize + handle : x - handle, y + (height * (index + 1)) / (count + 1)];
}

function linesOf({ nodes, connections }: Workflow): Drawn[] {
	const links = Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((targets, output) =>
			(targets ?? []).map(({ node, index }) => ({
				from,
				to: node,
				output,
				index,
				of: main.length,
			})),
		),
	);
	const nodeOf = (name: string) => nodes.find((node) => node.name === name)!;
	return links.map(({ from, to, output, index, of }) => {
		const inputs =
			Math.max(...links.filter((link) => link.to === to).map((link) => link.index)) + 1;
		const start = handleOf(nodeOf(from), output, of, true);
		const points = lineBetween(start, handleOf(nodeOf(to), index, inputs, false));
		return { name: `${from} → ${to}`, points };
	});
}

function outlineOf({ name, position: [left, top] }: Node): Drawn {
	const [right, bottom] = [left + nodeSize, top + nodeSize];
	return {
		name,
		points: [
			[left, top],
			[right, top],
			[right, bottom],
			[left, bottom],
			[left, top],
		],
	};
}

/** Whether the straight line between two points touches a box, looked at in small steps. */
function touches(box: ReturnType<typeof wordsOf>, [x, y]: Point, [toX, toY]: Point): boolean {
	return Array.from({ length: 51 }, (_, at) => at / 50).some((part) => {
		const [right, down] = [x + (toX - x) * part, y + (toY - y) * part];
		return right >= box.left && right <= box.right && down >= box.top && down <= box.bottom;
	});
}

const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

it.each(files)('%s draws neither connections nor nodes over the words of a note', (file) => {
	const workflow = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
	const notes = workflow.nodes.filter(({ type }) => type === sticky);
	const drawn = [
		...linesOf(workflow),
		...workflow.nodes.filter(({ type }) => type !== sticky).map(outlineOf),
	];
	const crossed = notes.flatMap((note) => {
		const words = wordsOf(note);
		const isCrossed = ({ points }: Drawn) =>
			points.some((to, at) => at > 0 && touches(words, points[at - 1]!, to));
		return drawn.filter(isCrossed).map(({ name }) => `${note.name}: ${name}`);
	});
	expect(crossed).toEqual([]);
});
