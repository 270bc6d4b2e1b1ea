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
		storageState?: StorageState;
	}): Promise<Page>;
	close(): Promise<void>;
}

/** What a browser brings along from an earlier visit. */
export interface StorageState {
	cookies: Array<{
		name: string;
		value: string;
		domain: string;
		path: string;
		/** -1 for as long as the browser is open. */
		expires: number;
		httpOnly: boolean;
		secure: boolean;
		sameSite: 'Lax';
	}>;
	origins: [];
}

export interface Page {
	/** What it has in common with the windows that it opens. */
	context(): {
		/** How long every wait may take, in milliseconds. */
		setDefaultTimeout(ms: number): void;
		/** The next tab that is opened, in any way. */
		waitForEvent(event: 'page'): Promise<Page>;
	};
	goto(url: string): Promise<unknown>;
	locator(selector: string): Locator;
	/** What is in a frame of the page. */
	frameLocator(selector: string): { locator(selector: string): Locator };
	getByText(text: string | RegExp, options?: { exact?: boolean }): Locator;
	getByLabel(text: string | RegExp): Locator;
	url(): string;
	waitForURL(url: RegExp): Promise<void>;
	waitForResponse(url: RegExp): Promise<unknown>;
	waitForEvent(event: 'popup'): Promise<Page>;
	waitForEvent(event: 'filechooser'): Promise<FileChooser>;
	waitForEvent(event: 'download'): Promise<Download>;
	/** CSS pixels. */
	setViewportSize(size: { width: number; height: number }): Promise<void>;
	/** The value of an expression in the page, as JSON can carry it. */
	evaluate<Value>(expression: string): Promise<Value>;
	/** Names are in lower case; they go out with every request of the page. */
	setExtraHTTPHeaders(headers: Record<string, string>): Promise<void>;
	addStyleTag(options: { content: string }): Promise<unknown>;
	screenshot(options: { path: string; clip?: Box }): Promise<Buffer>;
	keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
	mouse: {
		/** `steps` moves in between, for pages that follow a drag. */
		move(x: number, y: number, options?: { steps: number }): Promise<void>;
		down(): Promise<void>;
		up(): Promise<void>;
	};
	on(event: 'pageerror', listener: (error: Error) => void): unknown;
	on(event: 'console', listener: (message: ConsoleMessage) => void): unknown;
	on(event: 'request', listener: (request: { method(): string; url(): string }) => void): unknown;
	close(): Promise<void>;
}

export interface FileChooser {
	setFiles(file: string): Promise<void>;
}

export interface Download {
	suggestedFilename(): string;
	/** Waits for its end; where the file was put until the browser closes. */
	path(): Promise<string>;
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
	last(): Locator;
	nth(index: number): Locator;
	filter(options: { hasText?: string | RegExp; hasNotText?: string | RegExp }): Locator;
	locator(selector: string): Locator;
	/** A match of either of the two. */
	or(other: Locator): Locator;
	all(): Promise<Locator[]>;
	/** As long as the page's waits may take, unless another time-out is set, in milliseconds. */
	waitFor(options?: { state?: 'visible' | 'hidden' | 'detached'; timeout?: number }): Promise<void>;
	click(options?: { timeout?: number; modifiers?: ['ControlOrMeta'] }): Promise<void>;
	dblclick(): Promise<void>;
	hover(options?: { position: { x: number; y: number } }): Promise<void>;
	scrollIntoViewIfNeeded(): Promise<void>;
	getByText(text: string | RegExp, options?: { exact?: boolean }): Locator;
	fill(text: string): Promise<void>;
	press(key: string): Promise<void>;
	count(): Promise<number>;
	isVisible(): Promise<boolean>;
	boundingBox(): Promise<Box | null>;
	innerText(): Promise<string>;
	allInnerTexts(): Promise<string[]>;
	inputValue(): Promise<string>;
	/** Chooses an entry of a `<select>` by its value. */
	selectOption(value: string): Promise<unknown>;
	getAttribute(name: string): Promise<string | null>;
	screenshot(options: { path: string }): Promise<Buffer>;
}
