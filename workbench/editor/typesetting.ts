import type { Page } from './playwright';

/** Between them, a line may end; numbers, times and amounts count as words. */
const word = String.raw`/[\p{L}\p{N}]+(?:[.,:][\p{L}\p{N}]+)*/gu`;

const brokenWordsInPage = `(() => {
	const broken = [];
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const text = texts.currentNode;
		for (const { 0: word, index } of text.data.matchAll(${word})) {
			const range = document.createRange();
			range.setStart(text, index);
			range.setEnd(text, index + word.length);
			const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
			if (lines.size > 1) broken.push(word);
		}
	}
	return broken;
})()`;

/** The words of a page that stand on two lines, e.g. `SUCCESS` where its column is too narrow. */
export async function brokenWords(page: Page): Promise<string[]> {
	return await page.evaluate(brokenWordsInPage);
}

/** CSS pixels of the page and of its tables that can only be seen by scrolling to the right. */
export async function hiddenWidth(page: Page): Promise<number> {
	return await page.evaluate(
		`Math.max(...[document.documentElement, ...document.querySelectorAll('.scroll')]
			.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`,
	);
}
