/** How to record a log: on the open screen, and below a panel for want of whose fields nothing is drawn. */
import { expect, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { openPage, panel, settled } from './support';

/** Recorded at quiche's level Core: without congestion states. */
const CORE = 'spiral-corelevel-s12.server.sqlog.gz';

test('the open screen lists stacks, and finds one by a program or language', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await page.getByText('How do I record one?').click();
  const stacks = page.getByTestId('recording-stack');
  await expect(stacks.first()).toBeVisible();
  const all = await stacks.count();
  await page.getByTestId('recording-field').fill('firefox');
  await expect(stacks).toHaveCount(1);
  await expect(stacks).toContainText('network.http.http3.enable_qlog');
  await page.getByTestId('recording-field').fill('no such stack');
  await expect(stacks).toHaveCount(0);
  await expect(page.getByTestId('how-to-record')).toContainText('No stack of this name');
  expect(all).toBeGreaterThan(15);
});

test('a panel without a picture says how its field is logged with the stack of the trace', {
  tag: '@deep',
}, async ({ page }) => {
  await openTrace(page, CORE);
  const folded = panel(page, 'oscillation');
  await folded.getByText('How to log it with quiche').click();
  await settled(page);
  await expect(folded).toContainText('Level Core leaves them out');
  await expect(folded).toContainText('QLOGDIR=qlogs');
  // The same trace with all its states has nothing to say there.
  await expect(panel(page, 'congestion').getByTestId('how-to-log')).toHaveCount(0);
});

test('a part about recording that cannot be fetched says so', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/recording-table-*.js', (route) => route.abort());
  await openPage(page);
  await page.getByText('How do I record one?').click();
  await expect(page.getByTestId('how-to-record').getByTestId('message')).toContainText(
    'could not be fetched',
  );
});
