/** “What if: another controller”: asked by keys, run, laid over the trace on its own clock, saved; and where it is refused. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { strictFault } from '../support/qlog-strict';
import { faults } from './axe';
import { openTrace } from './shared-trace';
import { openCard, RECEIVER, SPIRAL, settled } from './support';

const BBR = 'bottleneck-10mbit-bbr2.server.sqlog.gz';
/** Its own controller, run again, is far from it. */
const FAR = 'mtu1500-l-cubic-buggy-s11.server.sqlog.gz';
const FIX = 'cubic-shift-from-last-activity';

const form = (page: Page) => page.getByTestId('what-if-form');
const lanes = (page: Page) => page.getByTestId('lane');

async function open(page: Page, trace: string): Promise<void> {
  await openTrace(page, trace);
}

/** Tab, until the element has the focus. */
async function tabTo(page: Page, testId: string): Promise<void> {
  for (let i = 0; i < 10; i++) {
    await page.keyboard.press('Tab');
    if (await page.getByTestId(testId).evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${testId}`);
}

test('by keys alone: the fix is run and laid over the trace, at the same times', async ({ page }) => {
  await open(page, SPIRAL);
  await page.keyboard.press('i');
  await expect(form(page)).toHaveAttribute('data-state', 'checked');
  await expect(page.getByTestId('what-if-check')).toContainText('near enough');
  await expect(page.getByTestId('what-if-assumptions').getByRole('listitem')).toHaveCount(6);
  await expect(page.getByTestId('what-if-controller')).toHaveValue(FIX);
  await expect(page.getByTestId('what-if-remark')).toContainText('The fix');
  await tabTo(page, 'what-if-run');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('what-if-outcome')).toContainText('sooner');
  expect.soft(await faults(page, ['[data-testid=overlay]'])).toEqual([]);
  await tabTo(page, 'what-if-draw');
  await page.keyboard.press('Enter');
  await expect(lanes(page)).toHaveCount(2);
  await settled(page);
  await expect(page.getByTestId('overlay')).toBeHidden();
  await expect(lanes(page).nth(0)).toContainText('A (rate2-both');
  await expect(lanes(page).nth(1)).toContainText('B (what-if');
  // A comparison of the two by itself would lay their last losses over one another.
  await expect(page.getByTestId('comparison-verdict')).toHaveAttribute('data-faster', 'b');
  await expect(lanes(page).nth(1)).toHaveAttribute('data-offset-us', '0');
  await expect(page.getByTestId('trace')).toHaveCount(2);

  // It is there again, and the run is opened once.
  await page.getByRole('button', { name: /^Remove what-if/ }).click();
  await expect(lanes(page)).toHaveCount(0);
  const card = await openCard(page.locator('[data-testid=finding][data-severity=critical]'));
  await card.getByTestId('what-if-finding').click();
  await page.getByTestId('what-if-draw').click();
  await expect(lanes(page)).toHaveCount(2);
  await settled(page);
  await expect(lanes(page).nth(1)).toHaveAttribute('data-offset-us', '0');
  await expect(page.getByTestId('trace')).toHaveCount(2);
});

test('a run is saved without the name of the trace, unless it is ticked', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page, SPIRAL);
  await page.getByTestId('what-if').click();
  await page.getByTestId('what-if-controller').selectOption('newreno');
  await page.getByTestId('what-if-run').click();
  const save = page.getByTestId('what-if-save');
  const wait = page.waitForEvent('download');
  await save.click();
  const download = await wait;
  expect(download.suggestedFilename()).toBe('trace.what-if-newreno.sqlog');
  const text = readFileSync(await download.path(), 'utf8');
  expect(strictFault(text)).toBeNull();
  expect(text).not.toContain(SPIRAL.slice(0, 10));
  await page.locator('[data-testid=what-if-form] [data-tick=fileName]').check();
  const again = page.waitForEvent('download');
  await save.click();
  expect((await again).suggestedFilename()).toBe('rate2-both-cubic-buggy-s09.server.what-if-newreno.sqlog');
});

test('of BBR nothing is offered, and it is said why', { tag: '@deep' }, async ({ page }) => {
  await open(page, BBR);
  await page.keyboard.press('i');
  await expect(form(page)).toHaveAttribute('data-state', 'refused');
  await expect(page.getByTestId('what-if-refusal')).toContainText('BBR');
  await expect(page.getByTestId('what-if-run')).toHaveCount(0);
});

test('of a trace that a run does not come near, check and assumptions are shown, and no controller', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page, FAR);
  await page.keyboard.press('i');
  await expect(form(page)).toHaveAttribute('data-state', 'refused');
  await expect(page.getByTestId('what-if-refusal')).toContainText('does not come near');
  await expect(page.getByTestId('what-if-check')).toHaveCount(0);
  await expect(page.getByTestId('what-if-assumptions').getByRole('listitem')).toHaveCount(6);
  await expect(page.getByTestId('what-if-controller')).toHaveCount(0);
  expect.soft(await faults(page, ['[data-testid=overlay]'])).toEqual([]);
});

test('a receiver’s log cannot be run again: button and key say why', { tag: '@deep' }, async ({ page }) => {
  await open(page, RECEIVER);
  await expect(page.getByTestId('what-if')).toBeDisabled();
  await expect(page.getByTestId('what-if')).toHaveAttribute('title', /receiver/);
  await page.keyboard.press('i');
  await expect(page.getByTestId('what-if-refusal')).toContainText('receiver');
});
