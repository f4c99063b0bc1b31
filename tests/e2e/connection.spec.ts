/** The card of the connection and its panel: one line, steps that lead to their records, the zoom to the handshake. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { numberOf, seen, settled } from './support';

const RETRY = '../wire/go-retry.client.sqlog.gz';
const HELD = '../wire/go-bigchain.server.sqlog.gz';

test('the card says how the connection came about and ended, and each step opens its record', async ({
  page,
}) => {
  await openTrace(page, RETRY);
  const card = page.getByTestId('connection-card');
  await expect(card.getByTestId('connection-line')).toHaveText(
    /^handshake 63\.2 ms, 1 Retry, closed by the client: H3_NO_ERROR \(0x100\)$/,
  );
  await card.getByTestId('connection-line').click();
  await expect(card.locator('[data-parameter=retry_source_connection_id] td').nth(1)).toHaveText('ID of 4 B');
  await card.locator('[data-step=retry] button').click();
  await expect(page.locator('.event-record')).toContainText('"packet_type": "retry"');
});

test('the handshake is zoomed to, and its panel has a lane per kind of packets', async ({ page }) => {
  await openTrace(page, HELD);
  await page.getByTestId('connection-line').click();
  await page.getByTestId('show-handshake').click();
  await settled(page);
  const shown = await seen(page, 'handshake');
  expect(await numberOf(shown, 'data-to-ms')).toBeLessThan(110);
  await expect(shown.locator('canvas').first()).toBeVisible();
  await expect(shown).toContainText('held by the amplification limit');
  const { violations } = await new AxeBuilder({ page }).include('[data-testid=connection-card]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
