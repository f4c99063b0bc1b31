/** Many files at once: as many workers as the machine has cores, Cancel for all, and a worker that dies without a word. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import {
  openFiles,
  openPage,
  panel,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  upload,
  writeLargeTrace,
} from './support';

const FOLDER = fileURLToPath(new URL('../corpus/traces/', import.meta.url));
const CORPUS = readdirSync(FOLDER).filter((name) => name.endsWith('.sqlog.gz'));
const CORES = 3;

interface Counts {
  alive: number;
  most: number;
  workers: Worker[];
}

type CountingWindow = Window & { counts: Counts };

/** Counts the workers that live, on a machine that says it has three cores. */
async function countWorkers(page: Page): Promise<void> {
  await page.addInitScript((cores) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => cores });
    const counts: Counts = { alive: 0, most: 0, workers: [] };
    Object.assign(window, { counts });
    window.Worker = class extends Worker {
      #isAlive = true;

      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        counts.workers.push(this);
        counts.alive++;
        counts.most = Math.max(counts.most, counts.alive);
      }

      override terminate(): void {
        if (this.#isAlive) counts.alive--;
        this.#isAlive = false;
        super.terminate();
      }
    };
  }, CORES);
}

const counted = (page: Page): Promise<{ alive: number; most: number; started: number }> =>
  page.evaluate(() => {
    const { alive, most, workers } = (window as unknown as CountingWindow).counts;
    return { alive, most, started: workers.length };
  });

test('many files have no more workers than the machine has cores; one that is broken stops none of the others', {
  tag: '@deep',
}, async ({ page }) => {
  await countWorkers(page);
  await openPage(page);
  const names = CORPUS.slice(0, 12);
  // More than three at once would be a table.
  for (let i = 0; i < names.length; i += 3)
    await page.setInputFiles('[data-testid=open]', names.slice(i, i + 3).map(tracePath));
  await page.setInputFiles('[data-testid=open]', [upload('broken.qlog', 'no trace at all')]);
  await settled(page);
  await expect(page.getByTestId('reading-all')).toHaveCount(0);
  await expect(page.getByTestId('trace')).toHaveCount(13);
  await expect(page.locator('.status-failed')).toHaveCount(1);
  await expect(page.locator('.status-loading')).toHaveCount(0);
  const { most, alive, started } = await counted(page);
  expect(most).toBeLessThanOrEqual(CORES);
  expect(alive).toBeLessThanOrEqual(CORES);
  expect(started).toBeGreaterThanOrEqual(13);

  // One whose worker was taken is drawn when it is shown, and answers as the others do.
  for (const i of [0, 3, 6, 9]) {
    await page.getByTestId('trace').nth(i).locator('.tab-name').click();
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    const [from, to] = await rangeOf(page, 'rtt').catch(() => rangeOf(page, 'received'));
    expect(to).toBeGreaterThan(from);
    await expect(page.locator('[data-testid=panel] canvas').first()).toBeVisible();
  }
  expect((await counted(page)).most).toBeLessThanOrEqual(CORES);
});

test('the view is kept while a trace is read again', { tag: '@deep' }, async ({ page }) => {
  await countWorkers(page);
  await openTrace(page);
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  const range = await rangeOf(page);
  const before = await panel(page, 'congestion').locator('canvas').first().getAttribute('aria-label');
  await openFiles(page, CORPUS.slice(0, 3).map(tracePath));
  await openFiles(page, CORPUS.slice(3, 5).map(tracePath));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await settled(page);
  expect(await rangeOf(page)).toEqual(range);
  await page.keyboard.press('KeyS');
  await settled(page);
  await page.keyboard.press('BracketLeft');
  await settled(page);
  expect(await rangeOf(page)).toEqual(range);
  expect(await panel(page, 'congestion').locator('canvas').first().getAttribute('aria-label')).toBe(before);
  await page.keyboard.press('KeyE');
  await settled(page);
  await expect(page.getByTestId('events-count')).toHaveAttribute('data-total', '8046');
});

test(
  'Cancel all stops what is still being read and keeps what has been',
  { tag: '@deep' },
  async ({ page }, info) => {
    const path = info.outputPath('large.sqlog');
    writeLargeTrace(path);
    await openPage(page);
    await page.setInputFiles('[data-testid=open]', [tracePath(SPIRAL), path, path]);
    await expect(page.getByTestId('reading-all')).toHaveAttribute('data-total', '3');
    await expect(page.getByTestId('reading-all')).toHaveAttribute('data-ended', /[12]/);
    await page.getByTestId('cancel-all').click();
    await settled(page);
    await expect(page.getByTestId('reading-all')).toHaveCount(0);
    await expect(page.locator('[data-testid=message][data-kind=cancelled]')).toContainText(
      'of 3 was cancelled',
    );
    await expect(page.locator('.status-loading')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  },
);

test(
  'a worker that dies without an error is told of after a while, and the file can be read again',
  { tag: '@deep' },
  async ({ page }, info) => {
    const path = info.outputPath('large.sqlog');
    writeLargeTrace(path);
    await page.clock.install();
    await countWorkers(page);
    await openPage(page);
    await page.setInputFiles('[data-testid=open]', path);
    await expect(page.getByTestId('loading')).toContainText(/\d % ·/);
    // As the browser does when memory runs out: no error, no message.
    await page.evaluate(() => {
      for (const worker of (window as unknown as CountingWindow).counts.workers)
        Worker.prototype.terminate.call(worker);
    });
    for (let s = 0; s < 25; s += 5) await page.clock.fastForward(5000);
    const message = page.locator('[data-testid=message][data-kind=worker-silent]');
    await expect(message).toContainText('has not responded for 15 s');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
    await page.getByTestId('read-again').click();
    await expect(message).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await settled(page);
    await expect(panel(page, 'congestion').locator('canvas').first()).toBeVisible();
  },
);
