/**
 * What the browser tests of digests share: one person looks at a trace, writes a note and shares it, once for a file of
 * tests; another one, with a browser of their own, opens what was shared.
 */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import {
  openFiles,
  panel,
  panelIds,
  RECEIVER,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  type Upload,
  upload,
} from './support';

export const BUDGETS = ['2 KB', '8 KB', '32 KB'] as const;
export type Budget = (typeof BUDGETS)[number];

export interface SharedLink {
  readonly url: string;
  /** `#v=2…` */
  readonly hash: string;
  /** What the dialog says of it. */
  readonly bytes: number;
  readonly length: number;
}

/** What the first person shared, and what was on their page then. */
export interface Shared {
  readonly links: Readonly<Record<Budget, SharedLink>>;
  readonly file: Upload;
  readonly range: readonly [number, number];
  readonly panels: readonly string[];
}

export const digestLine = (page: Page): Locator => page.getByTestId('digest');
export const shownTrace = (page: Page): Locator =>
  page.locator('[data-testid=trace]:has([aria-current=true])');
export const linkMessage = (page: Page): Locator => page.locator('[data-testid=message][data-kind=link]');
export const offerOf = (page: Page, budget: Budget): Locator =>
  page.locator(`[data-testid=share-link][data-budget="${budget}"]`);

/** The trace with its worst finding looked at, and a note at its start. */
export async function openSpiral(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrace(page);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await writeNote(page, 'Seen on **Tuesday** too.');
}

export async function writeNote(page: Page, text: string): Promise<void> {
  await settled(page);
  await page.keyboard.press('m');
  await page.getByTestId('note-editor').getByRole('textbox').fill(text);
  await page.getByTestId('note-save').click();
  await settled(page);
}

export async function shareWith(page: Page, who: 'holder' | 'other' | 'reader' | 'machine'): Promise<void> {
  await page.locator(`[data-recipient=${who}]`).check();
}

/** What somebody without the file gets. */
export async function openShare(page: Page): Promise<void> {
  await page.keyboard.press('Shift+KeyL');
  await shareWith(page, 'other');
  await expect(offerOf(page, '2 KB')).toBeVisible();
  await settled(page);
}

/** Copies by a button that has not been pressed since what it copies was made. */
export async function copied(page: Page, button: Locator): Promise<string> {
  await expect(button).toHaveText(/^Copy/);
  await button.click();
  await expect(button).toHaveText(/^(Link copied|Copied)$/);
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Ticks, or unticks, what is let in, and waits for the links that are made anew without it or with it. */
export async function tick(page: Page, name: string, checked = true): Promise<void> {
  const offer = offerOf(page, '32 KB');
  const before = (await offer.getAttribute('data-length')) ?? '';
  await page.locator(`[data-tick=${name}]`).setChecked(checked);
  await expect(offer).not.toHaveAttribute('data-length', before);
  await settled(page);
}

async function linkOf(page: Page, budget: Budget): Promise<SharedLink> {
  const offer = offerOf(page, budget);
  const bytes = Number(await offer.getAttribute('data-bytes'));
  const length = Number(await offer.getAttribute('data-length'));
  const url = await copied(page, offer.getByTestId('share-copy'));
  return { url, hash: new URL(url).hash, bytes, length };
}

/** Call at the top of a file: the first person shares before its first test. */
export function shareSpiral(): { readonly given: Shared } {
  test.describe.configure({ mode: 'default' });
  const holder: { given: Shared } = { given: undefined as unknown as Shared };
  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage();
    await openSpiral(page);
    await openShare(page);
    const links = {
      '2 KB': await linkOf(page, '2 KB'),
      '8 KB': await linkOf(page, '8 KB'),
      '32 KB': await linkOf(page, '32 KB'),
    };
    const saving = page.waitForEvent('download');
    await page.getByTestId('share-save').click();
    const download = await saving;
    const file = upload(download.suggestedFilename(), readFileSync(await download.path()));
    holder.given = { links, file, range: await rangeOf(page), panels: await panelIds(page) };
    await page.close();
  });
  return holder;
}

/** Everything that the page asks the network for from now on: traces, and what is not of its own origin. */
export function requestsFor(page: Page, baseURL: string | undefined): string[] {
  const foreign: string[] = [];
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL ?? '-') || /\.(gz|qlog|sqlog)/.test(asked.url()))
      foreign.push(asked.url());
  });
  return foreign;
}

export async function openFragment(page: Page, fragment: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/?testing=1${fragment}`);
  await settled(page);
}

export async function expectRange(page: Page, due: readonly number[]): Promise<void> {
  await expect
    .poll(async () => Math.max(...(await rangeOf(page)).map((ms, i) => Math.abs(ms - (due[i] as number)))))
    .toBeLessThan(0.0011);
}

/** The view that was shared: range, finding, panels, note. */
export async function expectSharedView(page: Page, { range }: Shared): Promise<void> {
  await expectRange(page, range);
  await expectFinding(page);
  await expect(page.getByTestId('note')).toContainText('Seen on Tuesday too.');
}

export async function expectFinding(page: Page): Promise<void> {
  await expect(page.locator('[data-testid=finding].selected')).toHaveAttribute('data-key', 'death-spiral.1');
}

/** A link of this budget opens without the trace, as what it is. */
export async function expectOpensAlone(page: Page, given: Shared, budget: Budget): Promise<void> {
  const { url, hash, bytes, length } = given.links[budget];
  expect(bytes).toBeGreaterThan(500);
  expect(bytes).toBeLessThanOrEqual(Number.parseInt(budget, 10) * 1024);
  expect(url).not.toContain('server.sqlog');
  expect(url).toHaveLength(length);
  await openFragment(page, hash);
  await expect(digestLine(page)).toContainText('this is a summary of a trace, not the trace');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expectSharedView(page, given);
  await expect.poll(async () => [...(await panelIds(page))].sort()).toEqual([...given.panels].sort());
  await expect(panel(page, 'congestion').locator('canvas').first()).toBeVisible();
  await expect(page.getByTestId('summary')).toHaveAttribute('data-packets-lost', '66');
}

/** All that another person does with a link: looks at it, opens another file beside it, then the file it is about. */
export async function walkLink(
  page: Page,
  given: Shared,
  budget: Budget,
  baseURL: string | undefined,
): Promise<void> {
  const foreign = requestsFor(page, baseURL);
  await expectOpensAlone(page, given, budget);
  await expect(panel(page, 'sequence')).toContainText('not in this digest');
  expect(foreign).toEqual([]);
  // Nothing of the file's name came with it.
  await expect(page.locator('body')).not.toContainText('rate2-both');
  // Not by `toBe`: thousands of characters would be printed.
  await expect.poll(() => new URL(page.url()).hash === given.links[budget].hash).toBe(true);

  // Another file is named as such; the file itself takes the digest's place.
  await openFiles(page, tracePath(RECEIVER));
  await expect(linkMessage(page)).toContainText('is not the file that the link is about');
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await settled(page);
  await page.keyboard.press('w');
  await settled(page);
  const near = await rangeOf(page);
  expect(near[1] - near[0]).toBeLessThan(given.range[1] - given.range[0]);
  await openFiles(page, tracePath(SPIRAL));
  await expect(digestLine(page)).toHaveCount(0);
  await expect(page.getByTestId('trace').first()).toHaveAttribute('data-name', SPIRAL);
  await expect(page.getByTestId('trace')).toHaveCount(2);
  await expectSharedView(page, { ...given, range: near });
  await expect.poll(() => new URL(page.url()).hash).not.toContain('&d=');
}
