/** What the browser tests share: real traces, damaged copies of them, and the wait for an idle page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';

export const SPIRAL = 'rate2-both-cubic-buggy-s09.server.sqlog.gz';
export const OVERSHOOT = 'rate-cubic-buggy-s12.server.sqlog.gz';
export const RECEIVER = 'rate-cubic-buggy-s03.client.sqlog.gz';

/** A file as `setInputFiles` takes it. */
export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function tracePath(name: string): string {
  return fileURLToPath(new URL(`../corpus/traces/${name}`, import.meta.url));
}

/** The inflated text of a corpus trace: RS, record, LF, … */
export function traceText(name: string): string {
  return gunzipSync(readFileSync(tracePath(name))).toString('utf8');
}

export function upload(name: string, content: Buffer | string): Upload {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

export async function openPage(page: Page): Promise<void> {
  await page.goto('/?testing=1');
  await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
}

/** Waits until nothing is pending and nothing is being read. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('html[data-idle=true]:not([data-state=loading])', { state: 'attached' });
}

export async function openFiles(page: Page, files: string | string[] | Upload | Upload[]): Promise<void> {
  await page.setInputFiles('[data-testid=open]', files as string);
  await settled(page);
}

export async function numberOf(locator: Locator, attribute: string): Promise<number> {
  return Number(await locator.getAttribute(attribute));
}

/** Visible range of the named panel, ms. */
export async function rangeOf(page: Page, panel = 'congestion'): Promise<readonly [number, number]> {
  const locator = page.locator(`[data-testid=panel][data-panel=${panel}]`);
  return [await numberOf(locator, 'data-from-ms'), await numberOf(locator, 'data-to-ms')];
}
