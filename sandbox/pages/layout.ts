import { Html, html } from '../html';

/** Safe to insert: a constant of this file. */
const style = new Html(`
:root { color-scheme: light dark; --line: #8885; --soft: #8881; --accent: #2563eb; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; }
.soft { opacity: .7; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; }
th.number, td.number { text-align: right; }
.text { display: inline-block; white-space: normal; max-width: 26ch; overflow-wrap: break-word; }
.text.long { max-width: 56ch; }
.panel { border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1.2rem; margin: 1rem 0; }
.panel h2 { margin-top: 0; }
.panel label { display: inline; }
.panel select, .panel input { width: auto; padding: .35rem .6rem; margin: 0 .4rem; }
.panel input { max-width: 7rem; }
.panel button, .buttons button { width: auto; margin: .5rem .4rem 0 0; padding: .4rem .8rem; }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0; }
.card { background: var(--soft); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1.2rem; }
.card b { display: block; font-size: 1.3rem; }
.narrow { max-width: 26rem; margin: 8vh auto; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input, button { font: inherit; width: 100%; padding: .6rem .8rem; border-radius: .4rem; border: 1px solid var(--line); }
button { background: var(--accent); color: #fff; border: 0; margin-top: 1rem; font-weight: 600; cursor: pointer; }
.notice { border-left: 3px solid #dc2626; padding-left: .7rem; margin-top: 1rem; }
`);

/**
 * A whole page.
 *
 * @param script address of a script of this sandbox that keeps the page up to date; a browser that
 * runs none loads the page again every five seconds
 */
export function layout(title: string, content: Html, { script }: { script?: string } = {}): Html {
	const following =
		script === undefined
			? html``
			: html`<script src="${script}" defer></script>
					<noscript><meta http-equiv="refresh" content="5" /></noscript>`;
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<link rel="icon" href="data:," />
				${following}
				<title>${title}</title>
				<style>
					${style}
				</style>
			</head>
			<body>
				${content}
			</body>
		</html>`;
}
