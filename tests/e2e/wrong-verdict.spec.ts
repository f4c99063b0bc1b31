/** “This verdict is wrong”: what is asked, what is saved, and that it opens again as the trace that it is of. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { strictFault } from '../support/qlog-strict';
import { openTrace } from './shared-trace';
import { openCard, openFiles, SPIRAL, settled, upload } from './support';

const spiralOf = (page: Page): Locator =>
  page.locator('[data-testid=finding][data-id=death-spiral][data-severity=critical]');

async function openDialog(page: Page): Promise<Locator> {
  await (await openCard(spiralOf(page))).getByTestId('wrong-verdict').click();
  const form = page.getByTestId('wrong-verdict-form');
  await expect(form).toBeVisible();
  return form;
}

test('one click asks what the trace shows, one more saves the interval with the answer', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page);
  const verdict = await (await openCard(spiralOf(page))).locator('.verdict').innerText();
  const form = await openDialog(page);
  await expect(form).toContainText(verdict);
  const save = page.getByTestId('wrong-verdict-save');
  await expect(save).toBeDisabled();
  await form.getByLabel('Nothing that is wrong').check();
  await form.getByLabel('Why?').fill('The application was idle <here>.');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const wait = page.waitForEvent('download');
  await save.click();
  const download = await wait;
  await expect(form).toHaveAttribute('data-state', 'saved');
  // Its parts are fetched, and nothing else; it goes nowhere.
  expect(requests.filter((url) => !/\/(?:assets|threads)\/|^blob:/.test(url))).toEqual([]);
  expect(download.suggestedFilename()).toMatch(/^trace-death-spiral-\d+ms\.sqlog\.gz$/);

  const packed = readFileSync(await download.path());
  const text = gunzipSync(packed).toString('utf8');
  expect(strictFault(text)).toBeNull();
  expect(text).not.toContain(SPIRAL.slice(0, 10));
  const { trace } = JSON.parse(text.split('\x1e', 2)[1] ?? '');
  expect(trace.common_fields.qlogscope_disputed).toMatchObject({
    schema: 1,
    expected: 'healthy',
    because: 'The application was idle <here>.',
    finding: { id: 'death-spiral', severity: 'critical', verdict },
  });

  await page.keyboard.press('Escape');
  // What was answered is there again.
  await expect((await openDialog(page)).getByLabel('Why?')).toHaveValue('The application was idle <here>.');
  await expect(form.getByLabel('Nothing that is wrong')).toBeChecked();
  await page.keyboard.press('Escape');
  await openFiles(page, upload('case.sqlog.gz', packed));
  await settled(page);
  await expect(spiralOf(page)).toHaveCount(1);
});

test('what cannot be exported is said, and nothing is saved', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page);
  await page.route(/\/threads\/export-[^/]*\.js$/, (route) => route.abort());
  const form = await openDialog(page);
  await form.getByLabel('Something else').check();
  await page.getByTestId('wrong-verdict-save').click();
  await expect(page.getByTestId('wrong-verdict-failed')).toContainText('Nothing was saved');
  await expect(form).toHaveAttribute('data-state', 'failed');
});

test('the dialog is worked by keys, and gives the keyboard back', { tag: '@deep' }, async ({ page }) => {
  await openTrace(page);
  const link = (await openCard(spiralOf(page))).getByTestId('wrong-verdict');
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('wrong-verdict-form')).toBeVisible();
  await page.getByRole('radio', { name: 'A death spiral' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Losses, and a window that recovered from them')).toBeChecked();
  await expect(page.getByTestId('wrong-verdict-save')).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('overlay')).toBeHidden();
  await expect(link).toBeFocused();

  // By its own key it is about the chosen finding, else about the first.
  await page.keyboard.press('Shift+W');
  await expect(page.getByTestId('wrong-verdict-form')).toContainText('Death spiral');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await page.keyboard.press('Shift+W');
  await expect(page.getByTestId('wrong-verdict-form')).not.toContainText('Death spiral');
});
