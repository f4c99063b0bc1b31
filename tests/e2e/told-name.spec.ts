/** The file's name leaves where it is ticked only: in links by key, in the address, in the names of saved files. */
import { expect, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { chooseInMenu, openFiles, panel, SPIRAL, settled, tracePath } from './support';

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

const STEM = 'rate2-both-cubic-buggy-s09.server';

async function copiedLink(page: Page): Promise<string> {
  await page.keyboard.press('l');
  await expect(page.getByTestId('copy-link')).toHaveAttribute('data-state', 'copied');
  return page.evaluate(() => navigator.clipboard.readText());
}

async function savedName(page: Page, entry: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await chooseInMenu(page, 'congestion', entry);
  return (await saving).suggestedFilename();
}

test('without its tick no link, no address and no saved file tells the name; with it all do', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  await expect.poll(() => page.url()).toMatch(/#v=2&file=\d+\.[\w-]{16}(&|$)/);
  expect(page.url()).not.toContain(STEM);
  expect(await copiedLink(page)).not.toContain(STEM);
  for (const entry of ['Picture as SVG', 'Picture as PNG', 'Series as CSV, visible range'])
    expect(await savedName(page, entry)).toMatch(/^trace-congestion\.(svg|png|csv)$/);

  await panel(page, 'congestion').locator('.panel-menu > summary').click();
  await panel(page, 'congestion').getByTestId('told-name').check();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).toContain(`.${SPIRAL}`);
  expect(await copiedLink(page)).toContain(`.${SPIRAL}`);
  expect(await savedName(page, 'Picture as SVG')).toBe(`${STEM}-congestion.svg`);
  await page.keyboard.press('Shift+KeyL');
  await expect(page.locator('.share-form [data-tick=fileName]')).toBeChecked();
  await page.locator('.share-form [data-tick=fileName]').uncheck();
  await page.keyboard.press('Escape');
  await settled(page);
  await expect.poll(() => page.url()).not.toContain(STEM);
});

test('the report of a page on this machine holds neither its host nor its query', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/?testing=1&token=sesame');
  await openFiles(page, tracePath(SPIRAL));
  await page.getByTestId('report').click();
  await page.getByTestId('report-copy').click();
  await expect(page.getByTestId('report-copy')).toHaveText('Copied');
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain('#v=2&file=');
  expect(markdown).toContain('append this to the address of any qlogscope page');
  expect(markdown).not.toMatch(/sesame|testing=1|127\.0\.0\.1|localhost/);
});
