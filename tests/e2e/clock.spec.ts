/** The time of day: in the summary, and on axis, grid, cursor and range once the axis counts in UTC. */
import { expect, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { openFiles, openPage, panel, plotOf, RECEIVER, SPIRAL, settled, tracePath } from './support';

test('axis, cursor and range count in UTC where the user wants it, and the choice is kept', {
  tag: '@deep',
}, async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrace(page);
  await expect(page.getByTestId('summary')).toContainText('from 2026-11-21 06:36:02.926 UTC');
  await expect(page.getByTestId('summary')).toContainText('the log ends while the connection is open');
  await page.getByTestId('summary').locator('summary').click();
  await page.getByTestId('connection-id').click();
  const id = await page.evaluate(() => navigator.clipboard.readText());
  expect(id).toMatch(/^[\da-f]{32}$/);

  await expect(page.getByTestId('range')).toHaveText('Whole trace: 9.99 s');
  const ticks = page.locator('.time-axis text');
  await expect(ticks.first()).toHaveText('0');
  await expect(ticks.last()).toHaveText('9 s');
  await page.getByTestId('clock').click();
  await settled(page);
  await expect(ticks.first()).toHaveText('06:36:04');
  await expect(page.getByTestId('range')).toContainText('06:36:02.926 to 06:36:12.914 UTC (9.99 s)');
  const { x, y } = await plotOf(page);
  await page.mouse.move(x + 100, y + 50);
  await expect(page.getByTestId('cursor')).toHaveText(/^at 06:36:0\d\.\d{3} UTC$/);
  // The grid stands under the ticks: a column of its colour at each.
  const gridColumns = await panel(page, 'congestion')
    .locator('canvas')
    .first()
    .evaluate((element) => {
      const { width } = element as HTMLCanvasElement;
      const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
      const row = context.getImageData(0, 12, width, 1).data;
      const paper = row.slice(0, 4).join();
      const columns: number[] = [];
      for (let x = 0; x < width; x++) if (row.slice(4 * x, 4 * x + 4).join() !== paper) columns.push(x);
      return columns;
    });
  const places = await page
    .locator('.time-axis .tick')
    .evaluateAll((all) =>
      all.map((tick) =>
        Math.floor(Number(/translate\(([\d.]+)/.exec(tick.getAttribute('transform') ?? '')?.[1])),
      ),
    );
  expect(places.length).toBeGreaterThan(3);
  for (const place of places.slice(1, -1))
    expect(
      gridColumns.some((x) => Math.abs(x - place) <= 1),
      `a line at ${place} of ${gridColumns}`,
    ).toBe(true);

  await page.reload();
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.getByTestId('clock')).toHaveAttribute('data-clock', 'utc');
  await expect(ticks.first()).toHaveText('06:36:04');
});

test('a log without a time of day has no switch, and shows its own clock', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await page.evaluate(() => localStorage.clear());
  await openFiles(page, tracePath('rate-024-cubic-s03.server.sqlog.gz'));
  await expect(page.getByTestId('clock')).toHaveCount(0);
  await expect(page.getByTestId('summary')).not.toContainText('UTC');
  await expect(page.getByTestId('summary')).toContainText(
    'closed by the peer (application code 0x100, no error)',
  );
  await openFiles(page, tracePath(RECEIVER));
  await expect(page.getByTestId('summary')).not.toContainText('goodput');
});
