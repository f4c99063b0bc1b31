/**
 * axe finds nothing serious or critical on any page as it opens. Its states, and the other themes:
 * tests/deep/axe-states.spec.ts, tests/deep/axe-themes.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { fileServer } from '../support/file-server';
import { faults, STARTS } from './axe';
import { fetchButton } from './remote';
import { SPIRAL, settled, tracePath } from './support';

for (const { name, open, differs } of STARTS) {
  test(`axe finds nothing serious with ${name}`, async ({ page }) => {
    await open(page);
    expect(await faults(page, differs)).toEqual([]);
  });
}

test('axe finds nothing serious while a trace is read', { tag: '@deep' }, async ({ page }) => {
  // Its host holds half of it back: it is read for as long as axe looks.
  const server = await fileServer();
  const text = gunzipSync(readFileSync(tracePath(SPIRAL)));
  server.give(text, { holdsAt: text.length >> 1, headers: { 'access-control-allow-origin': '*' } });
  await page.goto(`/?testing=1#v=1&src=http://${server.host}/${SPIRAL}`);
  await fetchButton(page).click();
  await expect(page.getByTestId('loading')).toContainText(/\d % of/);
  await expect(page.getByTestId('panel').first()).toBeVisible();
  const parts = ['[data-testid=loading]', '[data-testid=summary]', '[data-testid=overview]', '.side'];
  expect(await faults(page, parts)).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'loading');
  server.release();
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await server.close();
});
