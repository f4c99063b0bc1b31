/** While a trace is read: progress that is true, panels that fill, and a Cancel that stops the worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { fileServer } from '../support/file-server';
import { fetchButton, openLink } from './remote';
import {
  numberOf,
  openFiles,
  openPage,
  panel,
  panelIds,
  plotOf,
  SPIRAL,
  seen,
  settled,
  tracePath,
  traceText,
  writeLargeTrace,
} from './support';

const FIGURES = /Reading.*\d+\.\d %.* · \d+ MB\/s · [\d,]+ events · 0 skipped/;

test('shows phase, percent, rate, events and skipped records, and fills the panels while it is read', async ({
  page,
}) => {
  // Its host holds half of it back: it is read for as long as the test looks.
  const server = await fileServer();
  const text = Buffer.from(traceText(SPIRAL));
  server.give(text, { holdsAt: text.length >> 1, headers: { 'access-control-allow-origin': '*' } });
  await openLink(page, `v=1&src=http://${server.host}/half.sqlog`);
  await fetchButton(page).click();
  const loading = page.getByTestId('loading');
  await expect(loading).toContainText(FIGURES);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-state', 'loading');
  await expect(html).toHaveAttribute('data-idle', 'false');
  await expect.poll(() => numberOf(panel(page, 'congestion'), 'data-to-ms')).toBeGreaterThan(1000);
  const seen = await numberOf(panel(page, 'congestion'), 'data-to-ms');
  expect(seen).toBeLessThan(9000);
  await expect(html).toHaveAttribute('data-state', 'loading');
  // Found in the half that is there, and judged again when the rest has come.
  const soFar = page.getByTestId('findings-so-far');
  await expect(soFar).toContainText('Death spiral from 2.036 s');
  await expect(page.getByTestId('finding')).toHaveCount(0);
  server.release();
  await settled(page);
  await expect(soFar).toHaveCount(0);
  await expect(page.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  await expect.poll(() => numberOf(panel(page, 'congestion'), 'data-to-ms')).toBeGreaterThan(9900);
  await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8046');
  await expect(loading).toHaveCount(0);
  await server.close();
});

/** Scores of what moved without an input (web.dev, Cumulative Layout Shift), from now on. */
async function shiftsOf(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    });
    observer.observe({ type: 'layout-shift' });
  });
  return () =>
    page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
}

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
  [390, 844],
] as const)
  test(`at ${width}×${height} nothing moves for what comes, and the panels change once, unless something was touched`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const text = Buffer.from(traceText(SPIRAL));
    for (const isTouched of [false, true]) {
      const server = await fileServer();
      server.give(text, { holdsAt: text.length >> 1, headers: { 'access-control-allow-origin': '*' } });
      await openLink(page, `v=2&src=http://${server.host}/half.sqlog&panels=answer`);
      await fetchButton(page).click();
      await expect(page.getByTestId('loading')).toContainText(FIGURES);
      const shift = await shiftsOf(page);
      await expect.poll(() => panelIds(page)).toContain('throughput');
      const before = await panelIds(page);
      expect(before[0]).toBe('congestion');
      if (isTouched) {
        const { x, y } = await plotOf(page);
        await page.mouse.click(x + 100, y + 50);
      }
      server.release();
      await settled(page);
      const answer = ['congestion', 'states', 'oscillation', 'boundary'];
      const others = page.getByTestId('panels-of-answer');
      if (isTouched) {
        expect((await panelIds(page)).slice(0, before.length)).toEqual(before);
        await others.click();
        await settled(page);
      } else expect(await shift()).toBeLessThanOrEqual(0.02);
      expect(await panelIds(page)).toEqual(answer);
      await expect(others).toHaveCount(0);
      await server.close();
    }
  });

/** What the page asks its worker for: the parts of every window, and a dash at each snapshot that comes. */
function logWindows(): void {
  const log: (readonly string[] | '-')[] = [];
  Object.assign(globalThis, { windowLog: log });
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'snapshot') log.push('-');
      });
    }

    override postMessage(message: unknown, ...rest: unknown[]): void {
      const { kind, body } = message as { kind?: string; body?: { parts: readonly string[] } };
      if (kind === 'window' && body !== undefined) log.push(body.parts);
      super.postMessage(message, ...(rest as []));
    }
  };
}

test('panels out of sight are neither asked for nor drawn, while a trace is read or later, and once when they come into sight', {
  tag: '@deep',
}, async ({ page }) => {
  const server = await fileServer();
  const text = Buffer.from(traceText(SPIRAL));
  server.give(text, { holdsAt: text.length >> 1, headers: { 'access-control-allow-origin': '*' } });
  await page.addInitScript(logWindows);
  /** How often packets were asked for after each snapshot. */
  const asked = async (): Promise<readonly number[]> => {
    const log = await page.evaluate(
      () => (globalThis as unknown as { windowLog: (readonly string[] | '-')[] }).windowLog,
    );
    return log.reduce<number[]>((counts, entry) => {
      if (entry === '-') counts.push(0);
      else if (entry.includes('sequence')) counts.push((counts.pop() ?? 0) + 1);
      return counts;
    }, []);
  };
  await openLink(page, `v=1&src=http://${server.host}/half.sqlog`);
  await fetchButton(page).click();
  const sequence = panel(page, 'sequence');
  await expect.poll(() => numberOf(panel(page, 'congestion'), 'data-to-ms')).toBeGreaterThan(1000);
  await expect(sequence).toBeAttached();
  expect((await asked()).every((times) => times === 0)).toBe(true);
  await expect(sequence).not.toHaveAttribute('data-to-ms');
  await sequence.scrollIntoViewIfNeeded();
  await expect.poll(() => numberOf(sequence, 'data-to-ms')).toBeGreaterThan(1000);
  const counts = await asked();
  expect(Math.max(...counts)).toBe(1);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'loading');
  await page.evaluate(() => scrollTo(0, 0));
  const before = (await asked()).length;
  server.release();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await settled(page);
  await expect.poll(() => numberOf(panel(page, 'congestion'), 'data-to-ms')).toBeGreaterThan(9900);
  expect((await asked()).slice(before)).not.toContain(1);
  await expect(sequence).toHaveAttribute('data-waits');
  await seen(page, 'sequence');
  expect(await numberOf(sequence, 'data-to-ms')).toBeGreaterThan(9900);
  await server.close();
});

test('Cancel stops the worker at once and says what happened', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-large-'));
  const path = join(folder, 'large.sqlog');
  // Twice the usual: three threads read that before a slow page has shown how far they are.
  writeLargeTrace(path, 96);
  const started: string[] = [];
  page.on('worker', (worker) => started.push(worker.url()));
  await openPage(page);
  // In the page: no click from outside is as fast as the reading on a slow machine.
  const atCancel = page.evaluate(
    () =>
      new Promise<{ readonly words: string; readonly state: string; readonly idle: string }>((resolve) => {
        const look = (): void => {
          const cancel = document.querySelector<HTMLElement>('[data-testid=cancel]');
          const words = document.querySelector('[data-testid=loading]')?.textContent ?? '';
          if (!/\d % ·/.test(words) || cancel === null) return;
          observer.disconnect();
          const { state = '', idle = '' } = document.documentElement.dataset;
          cancel.click();
          resolve({ words, state, idle });
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
  );
  await page.setInputFiles('[data-testid=open]', path);
  const { words, ...state } = await atCancel;
  expect(words).toMatch(FIGURES);
  // One reads and scans, one replays, one judges: none is idle beside them.
  expect(started.length).toBeLessThanOrEqual(3);
  expect(started.filter((url) => url.includes('/read-file'))).toEqual([]);
  expect(state).toEqual({ state: 'loading', idle: 'false' });
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await expect(page.locator('html')).toHaveAttribute('data-idle', 'true');
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(page.getByTestId('message')).toHaveAttribute('data-kind', 'cancelled');
  await expect(page.getByTestId('message')).toContainText(
    /large\.sqlog was cancelled after .* and [\d,]+ events/,
  );
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
  await expect(page.getByTestId('message')).toHaveCount(0);
  rmSync(folder, { recursive: true, force: true });
});
