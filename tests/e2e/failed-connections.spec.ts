/** A connection that failed is what the page says first: in the headline, its tab, its card and its row, in every theme. */
import { expect, test } from '@playwright/test';
import { LOOKS, wear } from './looks';
import { openTrace } from './shared-trace';
import { openFiles, openPage, settled, tracePath } from './support';

const FAILED = [
  ['../wire/go-deaf.client.sqlog.gz', 'The handshake failed', 'given up, nothing was answered'],
  [
    '../ends/go-alpn-fail.server.sqlog.gz',
    'The handshake failed',
    'closed by the server, CRYPTO_ERROR no_application_protocol (0x178), before the handshake was complete',
  ],
  [
    '../ends/vanish_quiche-cubic_server.sqlog.gz',
    'The peer is gone',
    '132 packets with data never acknowledged',
  ],
] as const;
const IDLE = '../wire/go-idle.server.sqlog.gz';

test('a failed connection is critical in headline, tab, card and row, in light, dark and forced colours', {
  tag: '@deep',
}, async ({ page }) => {
  for (const look of LOOKS) {
    await wear(page, look);
    for (const [file, title, words] of FAILED) {
      await openTrace(page, file);
      await settled(page);
      const headline = page.getByTestId('headline');
      await expect(headline.locator('.headline-title')).toHaveText(title);
      await expect(headline.locator('.severity-critical')).toBeVisible();
      await expect(headline).toContainText(words);
      await expect(page.locator('[data-testid=trace] .status-critical')).toBeVisible();
      const card = page.getByTestId('finding').first();
      await expect(card).toHaveAttribute('data-severity', 'critical');
      await expect(card).toBeVisible();
    }
    // As rows of a table, the failed ones before the one that only ended.
    await openPage(page);
    await openFiles(page, [IDLE, ...FAILED.map(([file]) => file)].map(tracePath));
    await settled(page);
    const rows = page.getByTestId('table-row');
    await expect(page.locator('[data-testid=table-summary] [data-group=critical]')).toContainText(
      '3 critical',
    );
    for (const [, title] of FAILED)
      await expect(rows.filter({ hasText: title }).locator('.spark-critical')).not.toHaveCount(0);
    await expect(rows.last()).toContainText('No alarm');
    await expect(rows.last()).toHaveAttribute('data-name', 'go-idle.server.sqlog.gz');
  }
});
