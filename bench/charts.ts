import { init, use } from 'echarts/core';
import { BarChart, CustomChart } from 'echarts/charts';
import { GridComponent, TitleComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { candidateNames } from './candidates';
import type { CandidateKey } from './plan';
import type { Results, SeriesResult } from './results';
import { summarize } from './statistics';

use([BarChart, CustomChart, GridComponent, TitleComponent, SVGRenderer]);

/** A chart for pages with a light background, and one for dark ones. */
export type Theme = 'light' | 'dark';

const colors: Record<Theme, Record<'text' | 'faint' | 'ours' | 'others', string>> = {
	light: { text: '#1f2328', faint: '#d1d9e0', ours: '#0f7b6c', others: '#a8b3bd' },
	dark: { text: '#e6edf3', faint: '#3d444d', ours: '#2fb8a4', others: '#6b7682' },
};

const ours = new Set<CandidateKey>(['node', 'computed', 'checked']);

const size = { width: 860, barHeight: 34, head: 64, gap: 40, left: 260, right: 110 };

/**
 * Draws the times of all series, one panel below the other, as bars from zero with the range of the
 * rounds as a line.
 *
 * @returns an SVG with a transparent background
 */
export function drawTimes({ series, plan }: Results, theme: Theme): string {
	const panels = series.map((one) => panelOf(one));
	const tops: number[] = [];
	let height = 0;
	for (const { keys } of panels) {
		tops.push(height + size.head);
		height += size.head + keys.length * size.barHeight + size.gap;
	}
	const color = colors[theme];
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: size.width, height });
	chart.setOption({
		animation: false,
		textStyle: { fontFamily: 'system-ui, sans-serif' },
		title: panels.map(({ latencyMs }, index) => ({
			text: `${plan.items.toLocaleString('en')} payouts, ${plan.concurrency} at a time, the service answers after ${latencyMs} ms`,
			top: (tops[index] ?? 0) - 44,
			left: 0,
			textStyle: { color: color.text, fontSize: 15, fontWeight: 600 },
		})),
		grid: panels.map(({ keys }, index) => ({
			top: tops[index],
			left: size.left,
			right: size.right,
			height: keys.length * size.barHeight,
		})),
		xAxis: panels.map((_, gridIndex) => ({
			gridIndex,
			type: 'value',
			min: 0,
			axisLabel: { color: color.text, formatter: '{value} s' },
			splitLine: { lineStyle: { color: color.faint } },
		})),
		yAxis: panels.map(({ keys }, gridIndex) => ({
			gridIndex,
			type: 'category',
			inverse: true,
			data: keys.map((key) => candidateNames[key]),
			axisLabel: { color: color.text, fontSize: 13 },
			axisLine: { lineStyle: { color: color.faint } },
			axisTick: { show: false },
		})),
		series: panels.flatMap(({ keys, figures }, index) => [
			{
				type: 'bar',
				xAxisIndex: index,
				yAxisIndex: index,
				barWidth: '58%',
				data: figures.map(({ median }, row) => ({
					value: median,
					itemStyle: { color: ours.has(keys[row] as CandidateKey) ? color.ours : color.others },
				})),
			},
			{
				type: 'custom',
				xAxisIndex: index,
				yAxisIndex: index,
				z: 3,
				data: figures.map(({ median, min, max }, row) => [row, min, max, median]),
				encode: { x: [1, 2], y: 0 },
				renderItem: (_: unknown, api: RenderApi) => whisker(api, color.text),
			},
		]),
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	return `${svg}\n`;
}

/** What echarts hands to a function that draws one thing. */
interface RenderApi {
	value(dimension: number): number;
	coord(value: [number, number]): [number, number];
}

/** The range of the rounds as a line, and the median as text behind it. */
function whisker(api: RenderApi, color: string): object {
	const row = api.value(0);
	const [left, y] = api.coord([api.value(1), row]);
	const [right] = api.coord([api.value(2), row]);
	const stroke = { stroke: color, lineWidth: 1.5 };
	const line = (x1: number, y1: number, x2: number, y2: number) => ({
		type: 'line',
		shape: { x1, y1, x2, y2 },
		style: stroke,
	});
	return {
		type: 'group',
		children: [
			line(left, y, right, y),
			line(left, y - 4, left, y + 4),
			line(right, y - 4, right, y + 4),
			{
				type: 'text',
				x: right + 8,
				y,
				style: {
					text: `${api.value(3).toFixed(2)} s`,
					fill: color,
					fontSize: 13,
					textVerticalAlign: 'middle',
				},
			},
		],
	};
}

function panelOf({ latencyMs, times }: SeriesResult) {
	const keys = (Object.keys(candidateNames) as CandidateKey[]).filter((key) => times[key]);
	const figures = keys.map((key) => summarize((times[key] ?? []).map((value) => value / 1000)));
	return { latencyMs, keys, figures };
}
