/**
 * Traces compared on the page: verdict, table and alignment are those that the engine gives; a trace is shifted by typing,
 * dragging and keys; and what cannot be compared is said while the rest is.
 */
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { type Comparison, compare } from '../../src/engine/service/compare/compare';
import { differenceCells } from '../../src/sharing/report/words/comparison-words';
import { openCompared } from '../support/compared';
import { faults } from './axe';
import { openTrace } from './shared-trace';
import {
  compareWith,
  drag,
  openFiles,
  plotOf,
  RECEIVER,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  traceText,
  upload,
} from './support';

const BUGGY = 'rate-cubic-buggy-s03.server.sqlog.gz';
const RENO = 'rate-reno-s03.server.sqlog.gz';

const lanes = (page: Page) => page.getByTestId('lane');
const verdicts = (page: Page) => page.getByTestId('comparison-verdict');
const figures = (page: Page) => page.locator('.comparison-table [data-figure]');

async function offsetOf(page: Page, lane: number): Promise<number> {
  return Number(await lanes(page).nth(lane).getAttribute('data-offset-us'));
}

/** What the engine says of two of the examples, under the names that the page gives them. */
async function engineSays(
  [fileA, nameA]: readonly [string, string],
  [fileB, nameB]: readonly [string, string],
): Promise<Comparison> {
  const pathOf = (file: string): string =>
    fileURLToPath(new URL(`../../public/examples/${file}`, import.meta.url));
  return compare(await openCompared(pathOf(fileA), nameA), await openCompared(pathOf(fileB), nameB));
}

/** Opens the examples; the spiral is shown. */
async function openExamples(page: Page): Promise<void> {
  await page.goto('/?testing=1#v=2&example=cubic-spiral&example=cubic-fixed&example=reno');
  await settled(page);
}

test('by keys alone: a pair, with the verdict, figures and alignment of the engine', async ({ page }) => {
  const engine = await engineSays([BUGGY, 'A (cubic-buggy)'], [RENO, 'B (reno)']);
  await page.goto('/?testing=1#v=2&example=cubic-spiral&example=reno');
  await settled(page);
  await page.keyboard.press('v');
  await expect(page.getByTestId('compare-form')).toBeVisible();
  await page.locator(`[data-testid=add-lane][data-name="${RENO}"]`).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(verdicts(page)).toHaveText([
    [engine.accounts?.sentence, ...engine.verdict.sentences].join(' '),
  ]);
  await expect(verdicts(page)).toHaveAttribute('data-faster', engine.verdict.faster);
  expect(engine.alignment).toEqual({ at: 'last-loss' });
  await expect(page.getByTestId('alignment')).toHaveAttribute('data-alignment', 'last-loss');
  expect(await offsetOf(page, 1)).toBe(engine.offsetUs);
  // In view with the first panel below it.
  const { y, height } = await plotOf(page);
  expect(y + height).toBeLessThan(900);

  await page.getByTestId('comparison-more').locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(figures(page)).toHaveCount(engine.differences.length);
  const shown = await figures(page).evaluateAll((rows) =>
    rows.map((row) => [
      (row as HTMLElement).dataset.figure,
      ...[...row.querySelectorAll('td')].map((cell) => cell.textContent),
    ]),
  );
  const [, ...rest] = shown;
  const [, ...expected] = engine.differences.map((row) => [row.id, ...differenceCells(row)]);
  expect(rest).toEqual(expected);
  expect(shown[0]?.slice(0, 3)).toEqual([
    'completion',
    'not finished',
    differenceCells(engine.differences[0]!)[1],
  ]);
  await expect(page.locator('[data-setting]')).toHaveCount(engine.configuration.length);

  const finding = page.locator('[data-group=only-a] [data-testid=compared-finding]');
  await expect(finding).toHaveCount(engine.findings.onlyA.length);
  await finding.first().focus();
  await page.keyboard.press('Enter');
  await settled(page);
  expect((await rangeOf(page))[0]).toBeGreaterThan(1000);
  expect.soft(await faults(page, ['[data-testid=comparison]'])).toEqual([]);
});

test('typed, chosen, dragged and nudged: the offset of a trace; swapped and removed', {
  tag: '@deep',
}, async ({ page }) => {
  await openExamples(page);
  await page.keyboard.press('v');
  await expect(page.getByTestId('compare-form')).toBeVisible();
  expect.soft(await faults(page, ['[data-testid=overlay]'])).toEqual([]);
  await page.keyboard.press('Escape');
  await compareWith(page, RENO);
  expect.soft(await faults(page, ['[data-testid=comparison]'])).toEqual([]);
  const alignment = page.getByTestId('alignment');
  const proposedUs = await offsetOf(page, 1);
  await alignment.locator('summary').click();
  // The slow handshake of B is its worst.
  await expect(alignment.locator('button[data-alignment=finding]')).toBeEnabled();
  await expect(alignment.locator('button[data-alignment=wall-clock]')).toContainText('least trustworthy');
  expect.soft(await faults(page, ['.alignment-menu .menu'])).toEqual([]);
  await alignment.locator('button[data-alignment=start]').click();
  await settled(page);
  expect(await offsetOf(page, 1)).toBe(0);
  await lanes(page).nth(1).getByRole('textbox').fill('0.25');
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(alignment).toHaveAttribute('data-alignment', 'by-hand');
  expect(new URL(page.url()).hash).toMatch(/set=1,\d@0\.25/);

  await page.locator('main').focus();
  await page.keyboard.press('g');
  await expect(page.getByTestId('drag-hint')).toContainText('shifts B only');
  const [from, to] = await rangeOf(page);
  const { width } = await plotOf(page);
  const pixelUs = ((to - from) * 1000) / width;
  await drag(page, 0.3, 0.4);
  await expect(page.getByTestId('drag-tag')).toHaveText('⇆ B');
  await expect(page.getByTestId('drag-tag')).toBeVisible();
  const draggedUs = await offsetOf(page, 1);
  expect(Math.abs(draggedUs - 250_000 - 0.1 * width * pixelUs)).toBeLessThan(2 * pixelUs);
  expect(await rangeOf(page)).toEqual([from, to]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  await settled(page);
  expect(await offsetOf(page, 1)).toBeCloseTo(draggedUs + 9 * pixelUs, -1);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('drag-hint')).toBeEmpty();
  // The keys pan again; each gesture was one step.
  for (const us of [draggedUs, 250_000]) {
    await page.keyboard.press('BracketLeft');
    await settled(page);
    expect(await offsetOf(page, 1)).toBe(us);
  }

  await alignment.locator('summary').click();
  await alignment.locator('button[data-alignment=last-loss]').click();
  await settled(page);
  await page.locator('main').focus();
  await page.keyboard.press('Shift+S');
  await settled(page);
  await expect(lanes(page).locator('.lane-name')).toHaveText(['A (reno)', 'B (cubic-buggy)']);
  expect(await offsetOf(page, 1)).toBe(-proposedUs);
  await expect(alignment).toHaveAttribute('data-alignment', 'last-loss');
  await expect(page.locator('[data-testid=trace]:has([aria-current=true])')).toHaveAttribute(
    'data-name',
    RENO,
  );
  await lanes(page)
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await settled(page);
  await expect(page.getByTestId('comparison')).toHaveCount(0);
});

test('a receiver beside a sender, the same file twice and a broken one: each says why, the rest is compared', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page, SPIRAL, RECEIVER);
  const open = page.locator('[data-testid=trace]', { hasText: SPIRAL }).locator('.tab-name');
  await open.click();
  await compareWith(page, RECEIVER);
  await expect(page.getByTestId('comparison-reasons')).toContainText('trace of a receiver');
  await expect(page.getByTestId('comparison-telling').locator('[data-figure=goodput]')).toBeVisible();

  await openFiles(page, [upload('again.sqlog', traceText(SPIRAL)), upload('broken.qlog', 'no log at all')]);
  await open.click();
  await compareWith(page, 'again.sqlog');
  // The same log twice: as fast as itself.
  await expect(verdicts(page).nth(1)).toHaveAttribute('data-faster', 'neither');
  await page.getByTestId('compare-with').click();
  await expect(page.locator('[data-testid=add-lane][data-name="broken.qlog"]')).toBeDisabled();
  await page.keyboard.press('Escape');
  // The six-trace limit does not hold the rest back.
  await page.locator('main').focus();
  await page.keyboard.press('Shift+V');
  await settled(page);
  await expect(page.locator('[data-testid=message][data-kind=not-compared]')).toContainText('broken.qlog');
  await expect(lanes(page)).toHaveCount(3);
});

test('files that are picked to be compared join once they are read, and the shown trace stays', {
  tag: '@deep',
}, async ({ page }) => {
  // The browser's own picker gives no files to a test; the input that stands in for it does.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openTrace(page);
  await page.getByTestId('compare-with').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('compare-file').click();
  await (await chooser).setFiles(tracePath(RENO.replace('s03', 's12')));
  await settled(page);
  await expect(lanes(page)).toHaveCount(2);
  await expect(page.locator('[data-testid=trace]:has([aria-current=true])')).toHaveAttribute(
    'data-name',
    SPIRAL,
  );
  await page.getByTestId('alignment').locator('summary').click();
  const finding = page.getByTestId('alignment').locator('button[data-alignment=finding]');
  await expect(finding).toBeDisabled();
  await expect(finding).toContainText('B does not show it');
});
