/** Outside marks in a real browser: a file of them beside a trace, what the answer says of them, and what leaves with them. */

import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { faults } from './axe';
import { copied, offerOf, openFragment, openShare } from './digests';
import { openFiles, openPage, SPIRAL, settled, tracePath, traceText, upload } from './support';

/** The spiral begins at 2026-11-21 06:36:04.962 UTC, and a round trip takes 14.7 ms then. */
const DEPLOYS = [
  'time,name',
  '2026-11-21T06:36:04.955Z,deploy api <b>7</b>',
  '2026-11-21T06:36:08Z,deploy edge',
  '2026-11-21T06:36:09Z',
  '',
].join('\n');
const STEAL = Array.from(
  { length: 40 },
  (_, i) => `steal{cpu="0"} ${i < 20 ? 0.1 : 18} ${1795242960 + i / 4}`,
);

const spiral = { name: SPIRAL, mimeType: 'application/gzip', buffer: readFileSync(tracePath(SPIRAL)) };
const deploys = upload('deploys.csv', DEPLOYS);
const fragmentOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);

test('dropped with a trace they are a lane, the answer names a coincidence, and they leave where they are ticked', async ({
  page,
  browser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await openFiles(page, [deploys, upload('steal.prom', `${STEAL.join('\n')}\n# EOF\n`), spiral]);
  await expect(page.getByTestId('outside-tick')).toHaveText(['deploy api <b>7</b>', 'deploy edge']);
  await expect(page.getByTestId('outside-metric')).toContainText('0.1 to 18');
  await expect(page.getByTestId('coincidence')).toHaveText(
    /^Coincidence, not shown to be a cause: “deploy api <b>7<\/b>” 7\.\d ms before the onset of “Death spiral” \(one round trip: 14\.\d ms\)\.$/,
  );
  await expect(page.getByTestId('message').filter({ hasText: 'deploys.csv' })).toHaveText(
    /deploys\.csv: 1 line of it could not be used: line 4: it has no name\./,
  );
  // Nothing of the answer is covered by what stands below it, in a small window neither.
  await page.setViewportSize({ width: 1024, height: 700 });
  const bottom = (of: Locator): Promise<number> =>
    of.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottom(page.getByTestId('summary'))).toBeLessThanOrEqual(
    await bottom(page.getByTestId('answer')),
  );
  expect(await faults(page, ['[data-testid=outside-lane]', '[data-testid=answer]'])).toEqual([]);
  expect(await fragmentOf(page)).not.toContain('out=');

  await openShare(page);
  const tick = page.locator('[data-tick=outside]');
  await expect(tick).not.toBeChecked();
  const unticked = await copied(page, offerOf(page, '8 KB').getByTestId('share-copy'));
  expect(unticked).not.toContain('out=');
  await tick.check();
  await settled(page);
  const ticked = await copied(page, offerOf(page, '8 KB').getByTestId('share-copy'));
  await page.keyboard.press('Escape');
  await settled(page);
  const events = 'out=2.028762:deploy%20api%20%3Cb%3E7%3C%2Fb%3E,5.073762:deploy%20edge,';
  expect(ticked).toContain(events);
  await expect.poll(() => fragmentOf(page)).toContain(events);

  await page.getByRole('button', { name: 'Report' }).click();
  await expect(page.locator('[data-tick=outside]')).toBeChecked();
  const download = page.waitForEvent('download');
  await page.getByTestId('report-html').click();
  const html = readFileSync(await (await download).path(), 'utf8');
  expect(html).toContain('Outside: deploy api &lt;b&gt;7&lt;/b&gt;.');
  await page.keyboard.press('Escape');

  const other = await browser.newPage();
  await openFragment(other, new URL(ticked).hash);
  await expect(other.getByTestId('outside-tick')).toHaveText(['deploy api <b>7</b>', 'deploy edge']);
  await expect(other.getByTestId('coincidence')).toContainText('“deploy api <b>7</b>”');
  await other.close();

  await page.getByTestId('outside-remove').click();
  await settled(page);
  await expect(page.getByTestId('outside-lane')).toHaveCount(0);
  await expect(page.getByTestId('coincidence')).toHaveCount(0);
});

test('alone, or beside a trace without a time of day, one sentence says what is missing', async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, deploys);
  await expect(page.getByTestId('message')).toHaveText(
    'Info: deploys.csv holds marks with times of day, and no trace: open a trace, then drop it beside it.',
  );
  await openFiles(
    page,
    upload('timeless.sqlog', traceText(SPIRAL).replace(/"reference_time"/, '"other_time"')),
  );
  await openFiles(page, deploys);
  const question = page.getByTestId('start-question');
  await expect(question).toContainText('deploys.csv has times of day, and timeless.sqlog has none.');
  await question.getByRole('textbox').fill('2026-11-21 06:36');
  await question.getByRole('button', { name: 'Place the marks' }).click();
  await expect(question).toContainText('That has no time zone');
  await question.getByRole('textbox').fill('2026-11-21T06:36:02.926Z');
  await question.getByRole('button', { name: 'Place the marks' }).click();
  await settled(page);
  await expect(page.getByTestId('outside-tick')).toHaveCount(2);
  await expect(page.getByTestId('coincidence')).toContainText('“deploy api <b>7</b>” 7.');

  await openFiles(page, deploys);
  await question.getByRole('button', { name: 'Leave them out' }).click();
  await expect(page.getByTestId('message').filter({ hasText: 'not placed' })).toHaveText(
    'Info: deploys.csv was not placed: its times are times of day, and timeless.sqlog has none.',
  );
});
