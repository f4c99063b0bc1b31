/** The report about a set: page one compares its traces; page and command line write the same. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { compareWith, openFiles, SPIRAL, settled, tracePath } from './support';

const HEALTHY = 'rate-reno-s12.server.sqlog.gz';

async function openSet(page: Page, offset: string): Promise<void> {
  await openTrace(page);
  await openFiles(page, tracePath(HEALTHY));
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await compareWith(page);
  await settled(page);
  const field = page.getByTestId('lane').nth(1).locator('input');
  await field.fill(offset);
  await field.press('Enter');
  await settled(page);
}

async function savedHtml(page: Page): Promise<string> {
  await page.getByTestId('report').click();
  await expect(page.getByTestId('report-form')).toContainText('A comparison of these 2 traces');
  const wait = page.waitForEvent('download');
  await page.getByTestId('report-html').click();
  return readFileSync(await (await wait).path(), 'utf8');
}

/** What only the page has. */
const withoutLink = (html: string): string =>
  html.replace(/<p>(?:This view|To open this view)[^<]*<\/p>\s*<(ul|pre)[^>]*>.*?<\/\1>\s*/s, '');

test('page one holds the verdict, both traces over one another and the differences, as the command line writes it', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const paths = [tracePath(SPIRAL), tracePath(HEALTHY)];
  const run = (command: string, ...options: string[]): string =>
    execFileSync(process.execPath, ['dist-cli/qlogscope.mjs', command, ...paths, ...options], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    });
  const written = run('report', '--compare', '--align', 'last-loss');
  // The words of the report round the offset.
  const { alignment } = JSON.parse(run('compare', '--json', '--align', 'last-loss')) as {
    readonly alignment: { readonly offsetMs: number };
  };
  await openSet(page, String(alignment.offsetMs / 1000));
  const html = await savedHtml(page);
  expect(withoutLink(html)).not.toBe(html);
  expect(withoutLink(html)).toBe(withoutLink(written));

  const other = await browser.newContext({ javaScriptEnabled: false });
  const report = await other.newPage();
  await report.setContent(html);
  const summary = report.locator('#summary');
  await expect(summary).toContainText('doubles its window within');
  await expect(summary).toContainText('B is laid over A at the last loss');
  await expect(summary.locator('figure svg')).toHaveCount(1);
  // In the legend, and beside the row of its losses.
  await expect(summary.locator('figure svg text', { hasText: /^[AB]$/ })).toHaveCount(4);
  await expect(report.locator('#differences tbody tr').first()).toContainText('last byte acknowledged');
  await expect(report.locator('#findings')).toContainText('Only in A: Death spiral');
  expect(html).not.toContain('rate2-both');
  await other.close();
});
