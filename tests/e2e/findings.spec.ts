/** Findings in a real browser: linked to panels by their evidence, dismissed and still counted. Their groups and words: findings.test.ts. */
import { expect, type Locator, test } from '@playwright/test';
import { openTrace, shareTrace } from './shared-trace';
import { openCard, openFiles, openPage, panel, rangeOf, settled, tracePath } from './support';

const shared = shareTrace();

/** The evidence of a card with all its rows, opened where it is not. */
async function evidenceOf(card: Locator): Promise<Locator> {
  await openCard(card);
  const rows = card.locator('.evidence').first();
  if (!(await rows.isVisible())) await card.getByText('Evidence', { exact: true }).first().click();
  await expect(rows).toBeVisible();
  const rest = card.locator('.evidence-rest');
  if (!(await rest.locator('.evidence').isVisible())) await rest.locator('summary').click();
  return card;
}

test('a row of evidence leads to its panel and to the range', async () => {
  const { page } = shared;
  const card = page.locator('[data-testid=finding][data-severity=critical]');
  const row = (await evidenceOf(card)).locator('[data-evidence=g]');
  await expect(row).toHaveAttribute('data-holds', 'true');
  await row.getByRole('button').click();
  await settled(page);
  const [fromMs, toMs] = await rangeOf(page);
  expect(fromMs).toBeGreaterThan(1000);
  expect(toMs).toBeGreaterThan(9900);
  await expect(panel(page, 'states')).toBeInViewport();
});

test('a close-up opens in its card: its picture, its numbered steps, and the way to them', async () => {
  const { page } = shared;
  const card = await openCard(page.locator('[data-testid=finding][data-severity=critical]'));
  const closeUp = card.getByTestId('close-up');
  await closeUp.locator('summary').click();
  const picture = closeUp.locator('[data-drawn=true]');
  await expect(picture.locator('canvas')).toBeVisible();
  // Something is painted in it, and it is told to those who do not see it.
  const colors = await picture.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const found = new Set<string>();
    for (let i = 0; i < pixels.length; i += 4) found.add(pixels.slice(i, i + 4).join());
    return found.size;
  });
  expect(colors).toBeGreaterThan(20);
  await expect(picture).toHaveAttribute('aria-label', /1 An ACK arrives.*2 Nothing is in flight any more\./);
  const kinds = await closeUp
    .locator('[data-kind]')
    .evaluateAll((steps) => steps.map((step) => step.dataset.kind));
  expect(kinds).toEqual(['ack', 'nothing-in-flight', 'send', 'boundary-moved', 'window-held']);
  await closeUp.getByRole('button', { name: 'Zoom to it' }).click();
  await settled(page);
  const [fromMs, toMs] = await rangeOf(page);
  expect(fromMs * 1000).toBeCloseTo(Number(await closeUp.getAttribute('data-start-us')), -1);
  expect(toMs * 1000).toBeCloseTo(Number(await closeUp.getAttribute('data-end-us')), -1);
});

test('evidence shows a panel that was hidden', { tag: '@deep' }, async () => {
  const { page } = shared;
  await panel(page, 'states').locator('.panel-menu summary').click();
  await panel(page, 'states').getByRole('button', { name: 'Hide' }).click();
  await expect(panel(page, 'states')).toHaveCount(0);
  const card = page.locator('[data-testid=finding][data-severity=critical]');
  await (await evidenceOf(card)).locator('[data-evidence=g]').getByRole('button').click();
  await expect(panel(page, 'states')).toBeVisible();
});

test('a finding chosen by keys is seen in the list, also one of a folded group; dismissed, it is no longer chosen', {
  tag: '@deep',
}, async () => {
  const { page } = shared;
  const cards = page.getByTestId('finding');
  const last = page.locator('[data-testid=finding][data-severity=info]').last();
  const key = await last.getAttribute('data-key');
  for (
    let i = await cards.count();
    i > 0 && !/selected/.test((await last.getAttribute('class')) ?? '');
    i--
  ) {
    await page.keyboard.press('n');
    await settled(page);
  }
  await expect(last).toHaveClass(/selected/);
  await expect(last.locator('.finding-head')).toBeInViewport();
  await last.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByTestId('dismissed').getByRole('button', { name: /show/ }).click();
  const dismissed = page.locator(`[data-testid=finding][data-key="${key}"]`);
  await expect(dismissed).not.toHaveClass(/selected/);
  await (await openCard(dismissed)).getByRole('button', { name: 'Restore' }).click();
});

test('a dismissed finding leaves the list and the overview, is counted, and comes back', async () => {
  const { page } = shared;
  const critical = page.locator('[data-testid=finding][data-severity=critical]');
  await (await openCard(critical)).getByRole('button', { name: 'Dismiss' }).click();
  await expect(critical).toHaveCount(0);
  const dismissed = page.getByTestId('dismissed');
  await expect(dismissed).toContainText('1 dismissed finding');
  await expect(dismissed.getByRole('button', { name: /dismissed/ })).toBeFocused();
  await dismissed.getByRole('button', { name: /dismissed/ }).click();
  await (await openCard(critical)).getByRole('button', { name: 'Restore' }).click();
  await expect(dismissed).toHaveCount(0);
  await expect(critical).toHaveCount(1);
  await expect(critical.getByRole('button', { name: /Death spiral/ })).toBeFocused();
});

test('a trace without an alarm says which condition failed, and shows where it came closest', async ({
  page,
}) => {
  await openTrace(page, 'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz');
  await expect(page.locator('[data-testid=finding][data-severity=critical]')).toHaveCount(0);
  const whyNot = page.locator('[data-testid=why-not][data-id=death-spiral]');
  await page.getByTestId('not-found').locator('> summary').click();
  await whyNot.locator('> summary').click();
  await expect(whyNot.locator('[data-holds=false]').first()).toBeVisible();
  const before = await rangeOf(page);
  await whyNot.getByRole('button', { name: /closest/ }).click();
  await settled(page);
  const [fromMs, toMs] = await rangeOf(page);
  expect(toMs - fromMs).toBeLessThan((before[1] - before[0]) / 2);
});

test('a link to what is no finding gets its line: the model from the summary, the log in its quality', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await openFiles(page, tracePath('../other/noq-1.4.0_cubic-loss5MB_server.qlog.gz'));
  const follow = async (fragment: string): Promise<void> => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await settled(page);
    await expect(page.getByTestId('message').filter({ hasText: 'The link was not followed' })).toHaveCount(0);
  };
  const link = new URL(page.url()).hash;
  await follow(`${link}&f=model-divergence.1`);
  const remark = page.locator('[data-testid=remark][data-id=model-divergence]');
  await expect(remark).toHaveAttribute('open', '');
  await expect(remark).toContainText('None of the 10 models follows the window');
  await remark.locator('summary').first().click();
  await expect(remark).not.toHaveAttribute('open');
  await follow(`${link}&f=log-quality.1`);
  await expect(page.getByTestId('quality')).toHaveAttribute('open', '');
  await page.keyboard.press('f');
  await page.getByTestId('summary').locator('summary').click();
  await page.getByTestId('controller').click();
  await settled(page);
  await expect(remark).toHaveAttribute('open', '');
  const [fromMs] = await rangeOf(page);
  expect(fromMs).toBeGreaterThan(200);
});
