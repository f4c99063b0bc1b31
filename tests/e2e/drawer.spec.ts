/** The drawer at the lower edge of the window: it moves nothing, keeps its height, and holds the findings of a narrow window. */
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { openFiles, openPage, panel, plotOf, SPIRAL, settled, tracePath } from './support';

const SIZES = [
  [1440, 900],
  [1024, 700],
  [390, 844],
] as const;

const topOf = async (page: Page): Promise<number> =>
  (await page.getByTestId('drawer').boundingBox())?.y ?? Number.NaN;

/** Where all panels and what stands beside them are in the window. */
const places = (page: Page): Promise<readonly string[]> =>
  page.locator('section[data-panel], .workbench-head, .workbench > .side').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width } = one.getBoundingClientRect();
      return [x, y, width].join(' ');
    }),
  );

for (const [width, height] of SIZES)
  test(`at ${width}×${height} opening and closing it moves nothing, at the top of the page and at its foot`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openTrace(page);
    for (const atFoot of [false, true]) {
      await page.keyboard.press('KeyE');
      if (atFoot) await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await settled(page);
      await expect(page.getByTestId('event-grid')).toBeInViewport();
      const open = await places(page);
      await page.keyboard.press('KeyE');
      await settled(page);
      await expect(page.getByTestId('event-grid')).toHaveCount(0);
      expect(await places(page)).toEqual(open);
      expect(await topOf(page)).toBeGreaterThan(height - 40);
    }
  });

test('at 1024×700 it leaves 240 px of the first panel, whose axis holds the value that the finding names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openPage(page, 'of-answer');
  await openFiles(page, tracePath(SPIRAL));
  const first = page.locator('section[data-panel]').first();
  await expect(first).toHaveAttribute('data-panel', 'congestion');
  const left = async (): Promise<number> =>
    (await topOf(page)) - ((await first.boundingBox())?.y ?? Number.NaN);
  // Nobody has opened a tab: the findings are there at first sight.
  await expect(page.getByTestId('finding').first()).toBeInViewport({ ratio: 1 });
  expect(await left()).toBeGreaterThanOrEqual(240);
  await page.keyboard.press('KeyE');
  await settled(page);
  await expect(page.getByTestId('event-row').first()).toBeInViewport();
  expect(await left()).toBeGreaterThanOrEqual(240);
  await expect(page.getByTestId('account')).toContainText('2.7 kB');
  const axis = await panel(page, 'congestion').locator('.value-axis text').allTextContents();
  const labels = axis.map((label) => 1000 * Number.parseFloat(label));
  expect(Math.min(...labels)).toBeLessThanOrEqual(2700);
  expect(Math.max(...labels)).toBeGreaterThanOrEqual(2700);
  // Neither drawer nor time axis lies over the place of that value.
  const plot = await plotOf(page);
  const y = plot.y + plot.height * (1 - 2700 / Math.max(...labels, 2700));
  const seen = await page.evaluate(([x, at]) => document.elementFromPoint(x, at)?.closest('.plot') != null, [
    plot.x + plot.width / 2,
    y,
  ] as const);
  expect(seen).toBe(true);
});

test('it keeps its height and its tab when the page is loaded again, and with another trace', async ({
  page,
}) => {
  await openTrace(page);
  await page.keyboard.press('KeyE');
  const before = await topOf(page);
  const edge = page.getByRole('separator', { name: 'Height of the drawer' });
  for (let i = 0; i < 3; i++) await edge.press('ArrowUp');
  const raised = await topOf(page);
  expect(before - raised).toBe(60);
  await openTrace(page);
  await expect.poll(() => topOf(page)).toBe(raised);
  await openFiles(page, tracePath('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz'));
  await settled(page);
  await expect(page.getByTestId('events-toggle')).toHaveAttribute('aria-expanded', 'true');
  expect(await topOf(page)).toBe(raised);
});

test('in a narrow window its first tab holds what stands beside the panels in a wide one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1279, height: 800 });
  await openTrace(page);
  const findings = page.getByTestId('findings-toggle');
  // It is open until it is closed by hand, and then stays so.
  await expect(findings).toHaveText(/^Findings \(\d+\) ▾$/);
  await findings.click();
  await expect(page.getByTestId('finding')).toHaveCount(0);
  await openTrace(page);
  await expect(findings).toHaveText(/^Findings \(\d+\) ▸$/);
  await findings.click();
  await expect(page.getByTestId('drawer').getByTestId('finding').first()).toBeInViewport();
  await expect(page.getByTestId('drawer').getByTestId('held-by')).toBeAttached();
  // A note is written there.
  await findings.click();
  await page.keyboard.press('KeyM');
  await expect(page.getByTestId('note-editor').locator('textarea')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(findings).toHaveCount(0);
  await expect(page.locator('.workbench > .side').getByTestId('finding').first()).toBeInViewport();
});
