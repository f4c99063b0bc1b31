/** Findings in a real browser: grouped, linked to panels by their evidence, dismissed and still counted. */
import { expect, type Locator, test } from '@playwright/test';
import { openTrace, shareTrace } from './shared-trace';
import { panel, rangeOf, settled } from './support';

const shared = shareTrace();

/** The table of evidence of a card, opened where it is not. */
async function evidenceOf(card: Locator): Promise<Locator> {
  const table = card.locator('.evidence').first();
  if (!(await table.isVisible())) await card.getByText('Evidence', { exact: true }).first().click();
  await expect(table).toBeVisible();
  return table;
}

test('findings stand in groups by severity, each with its number', async () => {
  const { page } = shared;
  const groups = page.locator('.finding-group');
  await expect(groups.first()).toContainText('● 1 critical finding');
  const listed = await page
    .getByTestId('finding')
    .evaluateAll((cards) => cards.map((card) => card.dataset.severity));
  expect(listed[0]).toBe('critical');
  const order = ['critical', 'warning', 'info'];
  expect(listed).toEqual([...listed].sort((a, b) => order.indexOf(a ?? '') - order.indexOf(b ?? '')));
});

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

test('evidence shows a panel that was hidden', { tag: '@deep' }, async () => {
  const { page } = shared;
  await panel(page, 'states').locator('.panel-menu summary').click();
  await panel(page, 'states').getByRole('button', { name: 'Hide' }).click();
  await expect(panel(page, 'states')).toHaveCount(0);
  const card = page.locator('[data-testid=finding][data-severity=critical]');
  await (await evidenceOf(card)).locator('[data-evidence=g]').getByRole('button').click();
  await expect(panel(page, 'states')).toBeVisible();
});

test('a dismissed finding leaves the list and the overview, is counted, and comes back', async () => {
  const { page } = shared;
  const critical = page.locator('[data-testid=finding][data-severity=critical]');
  await critical.getByRole('button', { name: 'Dismiss' }).click();
  await expect(critical).toHaveCount(0);
  const dismissed = page.getByTestId('dismissed');
  await expect(dismissed).toContainText('1 dismissed finding');
  await expect(dismissed.getByRole('button', { name: /dismissed/ })).toBeFocused();
  await dismissed.getByRole('button', { name: /dismissed/ }).click();
  await critical.getByRole('button', { name: 'Restore' }).click();
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
  await whyNot.locator('summary').click();
  await expect(whyNot.locator('[data-holds=false]').first()).toBeVisible();
  const before = await rangeOf(page);
  await whyNot.getByRole('button', { name: /closest/ }).click();
  await settled(page);
  const [fromMs, toMs] = await rangeOf(page);
  expect(toMs - fromMs).toBeLessThan((before[1] - before[0]) / 2);
});
