import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../../workbench/instance/paths';
import type { Box, Page } from '../../workbench/editor/playwright';
import { maximumPictureBytes } from './maximumPictureBytes';

/** The folder of the pictures. */
export class Album {
	private readonly sizes = new Map<string, number>();

	constructor(private readonly folder: string) {}

	/**
	 * Takes a picture of a part of the page, in place of an earlier one with this name.
	 *
	 * @param name below the folder, without the ending, e.g. `examples/form-payment-link`
	 * @returns whether the file is small enough
	 */
	async add(page: Page, name: string, clip: Box): Promise<boolean> {
		const file = path.join(this.folder, `${name}.png`);
		await mkdir(path.dirname(file), { recursive: true });
		await page.screenshot({ path: file, clip });
		const { size } = await stat(file);
		this.sizes.set(path.relative(repositoryRoot, file), size);
		return size < maximumPictureBytes;
	}

	/** @throws {Error} that names the pictures that have become too large */
	printSizes(): void {
		for (const [file, size] of this.sizes) console.log(`${file}: ${Math.round(size / 1000)} kB`);
		const large = [...this.sizes].filter(([, size]) => size >= maximumPictureBytes);
		if (large.length === 0) return;
		const names = large.map(([file]) => file).join(', ');
		throw new Error(`${maximumPictureBytes} bytes or more are too many: ${names}`);
	}
}
