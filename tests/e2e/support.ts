/** What the browser tests share: real traces, damaged copies of them, and the wait for an idle page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, type Locator, type Page, test } from '@playwright/test';

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

/** As somebody has it who has pinned all panels: what a test says of one does not hang on the answer. */
export async function pinAllPanels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const key = 'qlogscope.choices';
    if (localStorage.getItem(key) === null)
      localStorage.setItem(key, JSON.stringify({ version: 1, hiddenPanels: ['none'] }));
  });
}

export async function openPage(page: Page, panels: 'all' | 'of-answer' = 'all'): Promise<void> {
  if (panels === 'all') await pinAllPanels(page);
  await page.goto('/?testing=1');
  await page.waitForSelector('html[data-state=empty]', { state: 'attached' });
}

const IDLE = 'html[data-idle=true]:not([data-state=loading])';

/**
 * Waits until nothing is pending and nothing is being read, and what came of it has been rendered: React renders in a
 * task of its own after the one that ends a wait, its effects in the next, and these may begin something again. What is
 * read off the page after this call is not what stood there before.
 */
export async function settled(page: Page): Promise<void> {
  let rests = false;
  while (!rests) {
    await page.waitForSelector(IDLE, { state: 'attached' });
    const rendered = page.evaluate(async (idle) => {
      // Messages arrive in the order they are posted, those of React's scheduler among them.
      for (let task = 0; task < 2; task++) {
        const { port1, port2 } = new MessageChannel();
        await new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
        port1.close();
      }
      return document.documentElement.matches(idle);
    }, IDLE);
    // A page that is left meanwhile answers no more: the next one is waited for.
    rests = await rendered.catch(() => false);
  }
}

export async function openFiles(page: Page, files: string | string[] | Upload | Upload[]): Promise<void> {
  await page.setInputFiles('[data-testid=open]', files as string);
  await settled(page);
}

/** Tabs until the focus is where a selector says, and checks that it can be seen there. */
export async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  const focused = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  for (let i = 0; i < 160 && !(await focused()); i++) await page.keyboard.press(key);
  expect(await focused(), `${selector} is reached with ${key}`).toBe(true);
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
  expect(outline, 'the focus is visible').not.toBe('none');
}

export async function numberOf(locator: Locator, attribute: string): Promise<number> {
  return Number(await locator.getAttribute(attribute));
}

/** Visible range of the named panel, ms. */
export async function rangeOf(page: Page, panel = 'congestion'): Promise<readonly [number, number]> {
  const locator = page.locator(`[data-testid=panel][data-panel=${panel}]`);
  if ((await locator.getAttribute('data-waits')) !== null) await seen(page, panel);
  return [await numberOf(locator, 'data-from-ms'), await numberOf(locator, 'data-to-ms')];
}

/** Opens a finding's card to all that is said of it. */
export async function openCard(card: Locator): Promise<Locator> {
  const more = card.locator('.finding-more');
  if ((await more.getAttribute('open')) === null) await more.locator('> summary').click();
  return card;
}

/** A panel by its id. */
export function panel(page: Page, id: string): Locator {
  return page.locator(`[data-testid=panel][data-panel=${id}]`);
}

/** A panel, scrolled into view: out of sight it is not drawn. */
export async function seen(page: Page, id: string): Promise<Locator> {
  const one = panel(page, id);
  // At once: one that becomes a line as it comes into sight is another element then.
  await one.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  await expect(one).not.toHaveAttribute('data-waits');
  await settled(page);
  return one;
}

/** Ids of the panels from top to bottom. */
export function panelIds(page: Page): Promise<readonly string[]> {
  return page
    .getByTestId('panel')
    .evaluateAll((panels) => panels.map((element) => (element as HTMLElement).dataset.panel ?? ''));
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the plot area of a panel stands on the screen, scrolled into view. */
export async function plotOf(page: Page, id = 'congestion'): Promise<Box> {
  const plot = panel(page, id).locator('canvas').first();
  if ((await panel(page, id).getAttribute('data-waits')) !== null) await seen(page, id);
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error(`the plot of ${id} is not visible`);
  return box;
}

/** Moves the pointer to a share of a plot's width. @returns the time under it, ms. */
export async function pointAt(page: Page, share: number, id = 'congestion'): Promise<number> {
  const box = await plotOf(page, id);
  const x = Math.round(box.x + box.width * share);
  await page.mouse.move(x, box.y + box.height / 2);
  await settled(page);
  const [from, to] = await rangeOf(page, id);
  return from + ((x - box.x) / box.width) * (to - from);
}

/** Marks a range by hand, in shares of the plot's width. */
export async function drag(page: Page, from: number, to: number, id = 'congestion'): Promise<void> {
  await pointAt(page, from, id);
  await page.mouse.down();
  await pointAt(page, (from + to) / 2, id);
  await pointAt(page, to, id);
  await page.mouse.up();
  await settled(page);
}

/** What the legend says of a series, without its name. */
export async function readoutOf(page: Page, id: string, series: string): Promise<string> {
  return ((await panel(page, id).locator(`[data-value="${series}"]`).textContent()) ?? '').trim();
}

/** Puts another open trace beside the shown one; the only other one where no name is given. */
export async function compareWith(page: Page, name?: string): Promise<void> {
  await page.getByTestId('compare-with').click();
  const entries = page.getByTestId('add-lane');
  await (name === undefined ? entries : entries.and(page.locator(`[data-name="${name}"]`))).click();
  await settled(page);
}

/** Does one thing of a panel's menu. */
export async function chooseInMenu(page: Page, id: string, name: string): Promise<void> {
  await panel(page, id).locator('.panel-menu > summary').click();
  await panel(page, id).getByRole('button', { name, exact: true }).click();
  await settled(page);
}

/**
 * The records of one trace over and over, each round later than the one before: about 60 MB, or 1.25 MB for each of so many
 * rounds.
 */
export function writeLargeTrace(path: string, rounds = 48): number {
  const [header, ...events] = traceText(SPIRAL).split('\x1e').slice(1);
  const parsed = events.map((event) => {
    const comma = event.indexOf(',');
    return { time: Number(event.slice('{"time":'.length, comma)), rest: event.slice(comma) };
  });
  const pieces = [`\x1e${header}`];
  for (let round = 0; round < rounds; round++) {
    for (const { time, rest } of parsed)
      pieces.push(`\x1e{"time":${(time + round * 10_000).toFixed(3)}${rest}`);
  }
  writeFileSync(path, pieces.join(''));
  return rounds * events.length;
}

/** Keeps the worker of the only open trace from doing anything. @returns lets it go on. */
export async function holdWorker(page: Page): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrived = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route('**/hold', async (route) => {
    arrived();
    await held;
    await route.fulfill({ body: '' });
  });
  // It waits for the answer to a request, which stops it wherever it is.
  const ended = page.workers()[0]?.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open('GET', '/hold', false);
    request.send();
  });
  await waiting;
  return async () => {
    release();
    await ended;
  };
}

/**
 * One page for all tests of a file that leave it as they found it: opening a trace costs more than what they look at.
 * Call at the top of a file or of a `test.describe`: its tests run in one process, one after the other; one that fails
 * gets the next ones a page of their own.
 * @param open brings the page where every test begins.
 * @returns a holder whose `page` is there from the first test on.
 */
export function sharePage(open: (page: Page) => Promise<void>): { readonly page: Page } {
  test.describe.configure({ mode: 'default' });
  const shared: { page: Page } = { page: undefined as unknown as Page };
  test.beforeAll(async ({ browser }) => {
    shared.page = await browser.newPage();
    await open(shared.page);
  });
  test.afterAll(() => shared.page?.close());
  return shared;
}
