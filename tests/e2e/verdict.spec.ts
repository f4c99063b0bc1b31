/** From a dropped trace to the verdict, and from the verdict to the place: the path of the incident. */
import { expect, test } from '@playwright/test';
import { shareTrace } from './shared-trace';
import { numberOf, openCard, rangeOf, settled } from './support';

const shared = shareTrace();

test('a dropped trace is named a death spiral, with its figures', async () => {
  const { page } = shared;
  const finding = page.locator('[data-testid=finding][data-severity=critical]');
  await expect(finding).toHaveCount(1);
  await expect(finding).toHaveAttribute('data-id', 'death-spiral');
  expect(Math.abs((await numberOf(finding, 'data-start-ms')) - 2036.5)).toBeLessThan(1);
  expect(Math.abs((await numberOf(finding, 'data-end-ms')) - 9988.7)).toBeLessThan(1);
  await expect(finding).toContainText('Critical');
  await expect(finding).toContainText('2.04 s to the end');
  await expect(finding).toContainText('2,700 bytes (2 packets)');
  await expect(finding).toContainText(
    '987 changes of the congestion state (transitions), recovery entered every 14.0 ms',
  );
  await expect(finding).toContainText('without a loss');

  const summary = page.getByTestId('summary');
  await expect(summary).toHaveAttribute('data-events', '8046');
  await expect(summary).toHaveAttribute('data-cwnd-min-bytes', '2700');
  await expect(summary).toHaveAttribute('data-cwnd-max-bytes', '54000');
  await expect(summary).toHaveAttribute('data-packets-lost', '66');
  await expect(summary).toHaveAttribute('data-loss-method', 'counted');
  await expect(summary).toHaveAttribute('data-side', 'sender');
  await expect(summary).toHaveAttribute('data-container', 'JSON-SEQ');
  await expect(summary).toContainText('quiche 0.30.0');
});

test('a click on the finding zooms to its interval with a margin, and Full range goes back', async () => {
  const { page } = shared;
  const [fullFrom, fullTo] = await rangeOf(page);
  await page.locator('[data-severity=critical] .finding-head').click();
  await settled(page);
  const [from, to] = await rangeOf(page);
  expect(from).toBeGreaterThan(1000);
  expect(from).toBeLessThan(2036.5);
  expect(to).toBeCloseTo(fullTo, 3);
  expect(await rangeOf(page, 'states')).toEqual([from, to]);
  await expect(
    page.locator('[data-panel=states]').getByRole('img', { name: /recovery 9\d\.\d %/ }),
  ).toBeVisible();
  await page.getByTestId('full-range').click();
  await settled(page);
  expect(await rangeOf(page)).toEqual([fullFrom, fullTo]);
  await expect(page.getByTestId('full-range')).toBeDisabled();
});

test('every needed row of the evidence stands beside its threshold', async () => {
  const { page } = shared;
  const finding = await openCard(page.locator('[data-severity=critical]'));
  await finding.getByText('Evidence', { exact: true }).first().click();
  await finding.locator('.evidence-rest > summary').click();
  const rows = finding.locator('[data-evidence]');
  const needed = rows.filter({ hasText: /· alarm/ });
  await expect(needed).toHaveCount(11);
  await expect(needed.and(page.locator('[data-holds=true]'))).toHaveCount(11);
  await expect(rows.and(page.locator('[data-evidence=g]'))).toContainText('99.5 %');
});
