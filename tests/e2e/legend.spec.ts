/**
 * Legends on a narrow window: every value stands directly right of its own key, in the line in which that begins, of all panels of
 * the registry, at a pinned time, and of two traces; at rest it has none.
 */
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { PANEL_IDS } from '../../src/drawing/panels/registry';
import { LOOKS, wear } from './looks';
import { compareWith, openFiles, openPage, plotOf, RECEIVER, SPIRAL, settled } from './support';

// As high as all panels: those out of sight are not drawn.
test.use({ viewport: { width: 390, height: 6000 } });

const corpusFile = (path: string): string => fileURLToPath(new URL(`../corpus/${path}`, import.meta.url));

/** Values that are not beside their keys; how many there are. */
async function misplaced(
  page: Page,
): Promise<{ readonly values: number; readonly wrong: readonly string[] }> {
  return page.locator('.legend .key').evaluateAll((keys) => {
    // From a key, or from the value before it.
    const GAP_PX = 24;
    let values = 0;
    const wrong: string[] = [];
    // Further lines of a legend are seen with the pointer on it.
    const isSeen = (key: Element): boolean => {
      const { top, bottom } = key.getBoundingClientRect();
      return (top + bottom) / 2 < (key.closest('.legend')?.getBoundingClientRect().bottom ?? 0);
    };
    for (const key of keys.filter(isSeen)) {
      const own = key.getBoundingClientRect();
      // A trace without a value keeps the place of one.
      const places = [...(key.parentElement?.querySelectorAll('[data-value], [data-delta]') ?? [])];
      for (const [i, value] of places.entries()) {
        if (value.textContent === '') continue;
        values++;
        const range = document.createRange();
        range.selectNodeContents(value);
        const [line] = range.getClientRects();
        if (line === undefined) continue;
        const others = keys.filter((other) => {
          const box = other.getBoundingClientRect();
          return (
            other !== key &&
            isSeen(other) &&
            box.top < line.bottom &&
            box.bottom > line.top &&
            box.right <= line.left &&
            box.left > own.left
          );
        });
        const isFirst = i === 0;
        const isBeside =
          line.left >= own.right - 1 &&
          line.left - own.right <= GAP_PX &&
          line.top < own.bottom &&
          line.bottom > own.top;
        const isInView = line.right <= document.documentElement.clientWidth;
        const isOwn = isFirst ? isBeside : line.left >= own.right - 1 && others.length === 0;
        if (!isOwn || !isInView)
          wrong.push(
            `${key.textContent}: ${value.textContent} at ${line.left},${line.top}, key ${own.right},${own.top}`,
          );
      }
    }
    return { values, wrong };
  });
}

async function expectTogether(page: Page, state: string): Promise<void> {
  const { values, wrong } = await misplaced(page);
  expect(wrong, state).toEqual([]);
  expect(values, state).toBeGreaterThan(5);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${state}: wider than the window`).toBe(0);
}

test('each value of every legend is right of its own key', { tag: '@deep' }, async ({ page }) => {
  const withLegend = new Set<string>();
  for (const path of [`traces/${SPIRAL}`, `traces/${RECEIVER}`, 'wire/quiche-req-100-conc.client.sqlog.gz']) {
    await openPage(page);
    await openFiles(page, corpusFile(path));
    const folded = page.getByRole('button', { name: 'Show the panel' });
    while ((await folded.count()) > 0) {
      await folded.first().click();
      await settled(page);
    }
    for (const look of LOOKS) {
      await wear(page, look);
      expect((await misplaced(page)).values, `${path} at rest, ${look.name}`).toBe(0);
    }
    for (const share of [0.05, 0.4, 0.9]) {
      const plot = await plotOf(page);
      await page.keyboard.press('Escape');
      await page.mouse.click(plot.x + plot.width * share, plot.y + plot.height / 2);
      await page.mouse.move(2, 2);
      await settled(page);
      await expectTogether(page, `${path} pinned at ${share}`);
    }
    for (const id of await page
      .locator('[data-testid=panel]:has(.legend)')
      .evaluateAll((panels) => panels.map((one) => (one as HTMLElement).dataset.panel ?? '')))
      withLegend.add(id);
  }
  expect([...withLegend].sort()).toEqual([...PANEL_IDS].sort());
});

test('so are those of two traces, and what one has more', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openFiles(page, [`traces/${SPIRAL}`, 'traces/rate-reno-s12.server.sqlog.gz'].map(corpusFile));
  await compareWith(page);
  const plot = await plotOf(page);
  await page.mouse.click(plot.x + plot.width * 0.2, plot.y + plot.height / 2);
  await page.mouse.move(2, 2);
  await settled(page);
  const { wrong, values } = await misplaced(page);
  expect(wrong).toEqual([]);
  expect(values).toBeGreaterThan(20);
});
