/*
 * The part of playwright-core that we use. Its own types are not there until the private package
 * is installed, and the type check has to work without it.
 */

export interface Playwright {
	chromium: {
		launch(options: {
			executablePath: string;
			args: string[];
			headless: boolean;
		}): Promise<Browser>;
	};
}

export interface Browser {
	newPage(options: {
		baseURL: string;
		viewport: { width: number; height: number };
		colorScheme: 'light' | 'dark';
		deviceScaleFactor?: number;
	}): Promise<Page>;
	close(): Promise<void>;
}

export interface Page {
	goto(url: string): Promise<unknown>;
	locator(selector: string): Locator;
	getByText(text: string | RegExp, options?: { exact?: boolean }): Locator;
	waitForURL(url: RegExp): Promise<void>;
	waitForTimeout(ms: number): Promise<void>;
	screenshot(options: { path: string; clip?: Box }): Promise<Buffer>;
	keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
	on(event: 'pageerror', listener: (error: Error) => void): unknown;
	on(event: 'console', listener: (message: ConsoleMessage) => void): unknown;
}

/** In CSS pixels, from the top left corner. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

export interface ConsoleMessage {
	type(): string;
	text(): string;
}

export interface Locator {
	first(): Locator;
	nth(index: number): Locator;
	filter(options: { hasText?: string | RegExp }): Locator;
	locator(selector: string): Locator;
	waitFor(options?: { state?: 'visible' | 'hidden' | 'attached' }): Promise<void>;
	click(): Promise<void>;
	dblclick(): Promise<void>;
	hover(options?: { position: { x: number; y: number } }): Promise<void>;
	getByText(text: string | RegExp, options?: { exact?: boolean }): Locator;
	fill(text: string): Promise<void>;
	press(key: string): Promise<void>;
	count(): Promise<number>;
	isVisible(): Promise<boolean>;
	boundingBox(): Promise<Box | null>;
	innerText(): Promise<string>;
	inputValue(): Promise<string>;
	screenshot(options: { path: string }): Promise<Buffer>;
}
