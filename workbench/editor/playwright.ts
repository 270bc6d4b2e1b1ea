import type { Page } from 'playwright-core';

export type { Browser, Locator, Page } from 'playwright-core';

/** A part of a page, in CSS pixels from its top left corner. */
export type Box = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;
