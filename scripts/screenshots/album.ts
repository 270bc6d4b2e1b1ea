import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../../workbench/install/paths';
import type { Page } from 'playwright-core';

/** A part of a page, in CSS pixels from its top left corner. */
export type Box = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

/** Pictures of this size and larger make a README slow to open. */
export const maximumPictureBytes = 150_000;

/** Colour schemes, and what stands behind the name of a picture in each. */
export const schemes = [
	['light', '.png'],
	['dark', '-dark.png'],
] as const;

/** Pictures by their path from the root, with their bytes. */
const sizes = new Map<string, number>();

/**
 * Takes pictures of a part of the page, a light and a dark one, in place of earlier ones.
 *
 * @param name below docs/images, without the ending, e.g. `examples/form-payment-link`
 * @returns whether the files are small enough
 */
export async function takePictures(page: Page, name: string, clip: Box): Promise<boolean> {
	let areSmall = true;
	for (const [colorScheme, ending] of schemes) {
		const picture = path.join('docs/images', `${name}${ending}`);
		const file = path.join(repositoryRoot, picture);
		await mkdir(path.dirname(file), { recursive: true });
		await page.emulateMedia({ colorScheme });
		await page.screenshot({ path: file, clip, animations: 'disabled' });
		const { size } = await stat(file);
		sizes.set(picture, size);
		areSmall &&= size < maximumPictureBytes;
	}
	await page.emulateMedia({ colorScheme: 'light' });
	return areSmall;
}

/** @throws {Error} that names the pictures that have become too large */
export function printSizes(): void {
	for (const [picture, size] of sizes) console.log(`${picture}: ${Math.round(size / 1000)} kB`);
	const large = [...sizes].filter(([, size]) => size >= maximumPictureBytes);
	const names = large.map(([picture]) => picture).join(', ');
	if (names) throw new Error(`${maximumPictureBytes} bytes or more are too many: ${names}`);
}
