/** What a panel's menu copies and saves of a set: all its traces. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { parseXml } from '../support/xml';
import { chooseInMenu, panel, plotOf, settled } from './support';

async function openSet(page: Page): Promise<void> {
  await page.goto('/?testing=1#v=2&example=cubic-spiral&example=reno&t=1-4&set=1,2@-0.134~1');
  await settled(page);
  await expect(page.getByTestId('lane')).toHaveCount(2);
}

async function saved(page: Page, id: string, entry: string): Promise<{ name: string; text: string }> {
  const wait = page.waitForEvent('download');
  await chooseInMenu(page, id, entry);
  const download = await wait;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('picture, series and text of a panel hold both traces, in the time of the set', {
  tag: '@deep',
}, async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSet(page);
  const svg = await saved(page, 'congestion', 'Picture as SVG');
  expect(svg.name).toBe('trace-set-congestion.svg');
  const texts = parseXml(svg.text)
    .all('text')
    .map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['Congestion', 'A', 'B']));
  expect(texts.some((words) => /^window \(cwnd\): A .*, B /.test(words))).toBe(true);

  const csv = await saved(page, 'congestion', 'Series as CSV, visible range');
  const [head = '', ...rows] = csv.text.trimEnd().split('\n');
  expect(head).toMatch(/^trace,axis_time_ms,own_time_ms,.*cwnd_bytes/);
  const times = (trace: string, column = 1): readonly number[] =>
    rows.filter((row) => row.startsWith(`${trace},`)).map((row) => Number(row.split(',')[column]));
  for (const trace of ['A', 'B']) {
    expect(times(trace).length).toBeGreaterThan(10);
    expect(Math.min(...times(trace))).toBeGreaterThanOrEqual(999);
    expect(Math.max(...times(trace))).toBeLessThanOrEqual(4001);
  }
  const [onAxis = 0, own] = [times('B')[0], times('B', 2)[0]];
  expect(own).toBeCloseTo(onAxis + 134, 6);

  await chooseInMenu(page, 'states', 'Copy as text');
  const words = await page.evaluate(() => navigator.clipboard.readText());
  expect(words).toMatch(
    /^A\nStates\. [\s\S]*\n\nB, times of its own log, moved by −134 ms in the picture\nStates\. /,
  );

  const plot = await plotOf(page, 'congestion');
  await page.mouse.click(plot.x + plot.width / 2, plot.y + 20);
  await page.getByTestId('copy-values').click();
  await expect(page.getByTestId('copy-values')).toHaveText('Copied');
  const values = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(values[0]).toBe('panel\tseries\tA\tB\tΔ B − A');
  expect(values[1]).toMatch(/^time\tin its own log\t2\.50\d s\t2\.63\d s$/);
  expect(values[2]).toMatch(/^Congestion\twindow \(cwnd\)\t[\d,]+ B\t[\d,]+ B\t\+[\d,]+ B$/);
});

test('the file names of a set are told of all its traces where that is ticked', { tag: '@deep' }, async ({
  page,
}) => {
  await openSet(page);
  await panel(page, 'states').locator('.panel-menu > summary').click();
  await panel(page, 'states').getByTestId('told-name').check();
  await page.keyboard.press('Escape');
  const { text } = await saved(page, 'states', 'Picture as SVG');
  const titles = parseXml(text)
    .all('text')
    .map((element) => element.text)
    .filter((words) => words.startsWith('States'));
  expect(titles).toHaveLength(2);
  expect(titles[0]).toMatch(/A: rate-cubic-buggy/);
  expect(titles[1]).toMatch(/B: rate-reno/);
});
