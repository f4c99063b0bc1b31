/** Experiments of the lab: cards of published figures, run and run again, exported, linked, their runs as traces. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { faults } from './axe';
import { openPage, settled, tabTo } from './support';

const card = (page: Page, id: string): Locator =>
  page.locator(`[data-testid=experiment][data-experiment=${id}]`);
const claim = (page: Page, id: string, name: string): Locator =>
  card(page, id).locator(`[data-claim="${name}"]`);

async function openExperiments(page: Page, fragment = 'lab=experiments'): Promise<void> {
  await page.goto(`/?testing=1#v=7&${fragment}`);
  await expect(page.getByTestId('experiment').first()).toBeVisible();
  await settled(page);
}

/** What a button saves. */
async function saved(page: Page, button: Locator): Promise<{ readonly name: string; readonly text: string }> {
  const saving = page.waitForEvent('download');
  await button.click();
  const file = await saving;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('by keys only: the page is opened, a card of formulas has its answers, and another setting answers nothing', async ({
  page,
}) => {
  await openPage(page);
  await page.keyboard.press('Shift+KeyI');
  await expect(page.getByTestId('lab-scenario')).toHaveValue('incident');
  await tabTo(page, '[data-testid=lab-page-experiments]');
  await page.keyboard.press('Enter');
  await expect(claim(page, 'ten-gigabit', 'time')).toHaveAttribute('data-verdict', 'holds');
  await expect(claim(page, 'ten-gigabit', 'time')).toHaveAttribute('data-value', '5000');
  await expect(card(page, 'ten-gigabit').getByTestId('experiment-open')).toContainText('headers');
  await expect(page).toHaveURL(/#v=7&lab=experiments$/);
  await tabTo(page, '[data-experiment=ten-gigabit] [data-testid=experiment-setting] summary');
  await page.keyboard.press('Enter');
  await tabTo(page, '[data-experiment=ten-gigabit] [data-field=rtt]');
  await page.keyboard.press('ControlOrMeta+KeyA');
  await page.keyboard.type('200');
  await expect(claim(page, 'ten-gigabit', 'time')).toHaveAttribute('data-verdict', 'unknown');
  await expect(claim(page, 'ten-gigabit', 'time')).toHaveAttribute('data-value', '20000');
  await expect(card(page, 'ten-gigabit')).toContainText(
    'No claim is answered: The fields are not those that the claims are held against.',
  );
  await expect(page).toHaveURL(/#v=7&lab=ten-gigabit&fields=rtt:200$/);
  // What is no value says why, and the last answer stays.
  await page.keyboard.press('ControlOrMeta+KeyA');
  await page.keyboard.type('x');
  await expect(card(page, 'ten-gigabit').locator('[data-field=rtt]')).toHaveAttribute('aria-invalid', 'true');
  await expect(claim(page, 'ten-gigabit', 'time')).toHaveAttribute('data-value', '20000');
  await tabTo(page, '[data-testid=lab-page-scenarios]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#v=7&lab=incident$/);
});

test('a link opens its card with its fields; what it names wrongly is told', { tag: '@deep' }, async ({
  page,
}) => {
  await openExperiments(page, 'lab=ten-gigabit&fields=rtt:50,nope:1');
  await expect(card(page, 'ten-gigabit').locator('[data-field=rtt]')).toHaveValue('50');
  await expect(claim(page, 'ten-gigabit', 'time')).toHaveAttribute('data-value', '1250');
  await expect(card(page, 'ten-gigabit').getByTestId('experiment-lost')).toContainText('nope');
  await expect(card(page, 'ten-gigabit')).toBeInViewport();
  await page.goto('/?testing=1#v=7&lab=ten-gigabit&fields=rtt:-5');
  await expect(card(page, 'ten-gigabit').locator('[data-field=rtt]')).toHaveAttribute('aria-invalid', 'true');
  await expect(card(page, 'ten-gigabit').locator('[data-field=rtt]')).toBeVisible();
  await page.goto('/?testing=1#v=7&lab=nothing-such');
  await expect(page.getByTestId('lab-problem')).toContainText('no experiment nothing-such');
  await settled(page);
});

test('a picture is saved as SVG and as CSV, and has a text twin; command and link are those of the card', {
  tag: '@deep',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openExperiments(page, 'lab=ten-gigabit&fields=rtt:50');
  const ten = card(page, 'ten-gigabit');
  const svg = await saved(page, ten.getByTestId('plot-svg'));
  expect(svg.name).toBe('ten-gigabit-window.svg');
  expect(svg.text).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  expect(svg.text).toContain('>Section 1 of Ha, Rhee, Xu: CUBIC (2008); here with rtt=50<');
  const csv = await saved(page, ten.getByTestId('plot-csv'));
  expect(csv.name).toBe('ten-gigabit-window.csv');
  expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
    'plot,kind,series,x: Time (s),y: Window (packets),low,high,phase',
    'window,line,Standard TCP,0,25000,,,',
  ]);
  await ten.getByRole('button', { name: 'Window after a reduction as text' }).click();
  await expect(ten.getByTestId('twin').locator('tbody tr')).not.toHaveCount(0);
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await ten.getByTestId('experiment-command').click();
  await expect.poll(copied).toBe('qlogscope experiment ten-gigabit --set rtt=50');
  await ten.getByTestId('experiment-link').click();
  await expect.poll(copied).toMatch(/#v=7&lab=ten-gigabit&fields=rtt:50$/);
});

test('runs are begun with all cards, and cancelled; the button keeps the focus', { tag: '@deep' }, async ({
  page,
}) => {
  await openExperiments(page);
  await page.getByTestId('experiments-run').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('experiments-cancel')).toBeFocused();
  await expect(page.getByTestId('experiments-progress')).toContainText(/ of \d+ runs/);
  await expect(card(page, 'nginx').getByTestId('experiment-cancel')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('experiments-run')).toBeFocused();
  await settled(page);
  await expect(page.getByTestId('experiments')).toHaveAttribute('data-running', '');
  await expect(card(page, 'nginx').getByTestId('experiment-problem')).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing serious, ${colorScheme}`, { tag: '@deep' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openExperiments(page, 'lab=ten-gigabit&fields=rtt:50,nope:1');
    await card(page, 'ten-gigabit').getByTestId('experiment-setting').locator('summary').click();
    await card(page, 'ten-gigabit')
      .getByRole('button', { name: /as text$/ })
      .click();
    expect(await faults(page)).toEqual([]);
  });

test('a card is run, run again with another parameter, and a run of it opens as a trace with its verdict', {
  tag: '@deep',
}, async ({ page }) => {
  await openExperiments(page, 'lab=nginx&fields=download:200');
  const nginx = card(page, 'nginx');
  await expect(nginx).toHaveAttribute('data-state', 'done');
  await expect(nginx.locator('[data-verdict=holds]')).not.toHaveCount(0);
  await expect(nginx.getByTestId('experiment-plot')).toHaveCount(3);
  await nginx.getByTestId('experiment-setting').locator('summary').click();
  await nginx.locator('[data-field=buffer]').fill('0.5');
  await expect(nginx.getByTestId('experiment-what')).toContainText('changed since');
  await nginx.getByTestId('experiment-run').click();
  await settled(page);
  await expect(nginx.getByTestId('experiment-what')).not.toContainText('changed since');
  await expect(nginx.locator('[data-verdict=unknown]')).toHaveCount(20);
  await expect(page).toHaveURL(/lab=nginx&fields=download:200,buffer:0\.5$/);
  await nginx.getByTestId('experiment-runs').locator('summary').click();
  await nginx.getByTestId('experiment-variant').selectOption('200-cubic-rate-3');
  await nginx.getByTestId('lab-open-worst').click();
  await expect(page.getByTestId('trace')).toHaveAttribute(
    'data-name',
    'nginx-200-cubic-rate-3-s1.sender.sqlog',
  );
  // Its packets are written down this time, which takes more than 300 MB.
  await page.getByTestId('run-anyway').click();
  await settled(page);
  await expect(page.locator('[data-finding]').first()).toBeAttached();
  await page.keyboard.press('Shift+KeyI');
  await expect(nginx).toBeInViewport();
  await expect(nginx).toHaveAttribute('data-state', 'done');
});
