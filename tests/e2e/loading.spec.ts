/** While a trace is read: progress that is true, panels that fill, and a Cancel that stops the worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fileServer } from '../support/file-server';
import { fetchButton, openLink } from './remote';
import {
  numberOf,
  openFiles,
  openPage,
  panel,
  SPIRAL,
  settled,
  tracePath,
  traceText,
  writeLargeTrace,
} from './support';

const FIGURES = /Reading.*\d+\.\d %.* · \d+ MB\/s · [\d,]+ events · 0 skipped/;

test('shows phase, percent, rate, events and skipped records, and fills the panels while it is read', async ({
  page,
}) => {
  // Its host holds half of it back: it is read for as long as the test looks.
  const server = await fileServer();
  const text = Buffer.from(traceText(SPIRAL));
  server.give(text, { holdsAt: text.length >> 1, headers: { 'access-control-allow-origin': '*' } });
  await openLink(page, `v=1&src=http://${server.host}/half.sqlog`);
  await fetchButton(page).click();
  const loading = page.getByTestId('loading');
  await expect(loading).toContainText(FIGURES);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-state', 'loading');
  await expect(html).toHaveAttribute('data-idle', 'false');
  await expect.poll(() => numberOf(panel(page, 'congestion'), 'data-to-ms')).toBeGreaterThan(1000);
  const seen = await numberOf(panel(page, 'congestion'), 'data-to-ms');
  expect(seen).toBeLessThan(9000);
  await expect(html).toHaveAttribute('data-state', 'loading');
  // Found in the half that is there, and judged again when the rest has come.
  const soFar = page.getByTestId('findings-so-far');
  await expect(soFar).toContainText('Death spiral from 2.036 s');
  await expect(page.getByTestId('finding')).toHaveCount(0);
  server.release();
  await settled(page);
  await expect(soFar).toHaveCount(0);
  await expect(page.getByTestId('finding').first()).toHaveAttribute('data-id', 'death-spiral');
  await expect.poll(() => numberOf(panel(page, 'congestion'), 'data-to-ms')).toBeGreaterThan(9900);
  await expect(page.getByTestId('summary')).toHaveAttribute('data-events', '8046');
  await expect(loading).toHaveCount(0);
  await server.close();
});

test('Cancel stops the worker at once and says what happened', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-large-'));
  const path = join(folder, 'large.sqlog');
  writeLargeTrace(path);
  await openPage(page);
  // In the page: the trace is read within a second, and no click from outside is as fast as that on a slow machine.
  const atCancel = page.evaluate(
    () =>
      new Promise<{ readonly words: string; readonly state: string; readonly idle: string }>((resolve) => {
        const look = (): void => {
          const cancel = document.querySelector<HTMLElement>('[data-testid=cancel]');
          const words = document.querySelector('[data-testid=loading]')?.textContent ?? '';
          if (!/\d % ·/.test(words) || cancel === null) return;
          observer.disconnect();
          const { state = '', idle = '' } = document.documentElement.dataset;
          cancel.click();
          resolve({ words, state, idle });
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
  );
  await page.setInputFiles('[data-testid=open]', path);
  const { words, ...state } = await atCancel;
  expect(words).toMatch(FIGURES);
  expect(state).toEqual({ state: 'loading', idle: 'false' });
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await expect(page.locator('html')).toHaveAttribute('data-idle', 'true');
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(page.getByTestId('message')).toHaveAttribute('data-kind', 'cancelled');
  await expect(page.getByTestId('message')).toContainText(
    /large\.sqlog was cancelled after .* and [\d,]+ events/,
  );
  await openFiles(page, tracePath(SPIRAL));
  await expect(page.locator('[data-severity=critical]')).toHaveCount(1);
  await expect(page.getByTestId('message')).toHaveCount(0);
  rmSync(folder, { recursive: true, force: true });
});
