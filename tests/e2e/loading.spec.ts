/** While a large trace is read: progress that is true, panels that fill, and a Cancel that stops the worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { numberOf, openFiles, openPage, SPIRAL, settled, tracePath, writeLargeTrace } from './support';

test.describe('a large trace', () => {
  test.describe.configure({ mode: 'serial' });
  let folder = '';
  let path = '';
  let events = 0;
  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'qlogscope-large-'));
    path = join(folder, 'large.sqlog');
    events = writeLargeTrace(path);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('shows phase, percent, rate, events and skipped records, and fills the panels while it is read', async ({
    page,
  }) => {
    await openPage(page);
    await page.setInputFiles('[data-testid=open]', path);
    const loading = page.getByTestId('loading');
    await expect(loading).toContainText(/Reading\s*\d+\.\d % · \d+ MB\/s · [\d,]+ events · 0 skipped/);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'loading');
    await expect(page.locator('html')).toHaveAttribute('data-idle', 'false');
    const panel = page.locator('[data-testid=panel][data-panel=congestion]');
    await expect(panel).toHaveAttribute('data-to-ms', /\d/);
    const seen = await numberOf(panel, 'data-to-ms');
    expect(await page.locator('html').getAttribute('data-state')).toBe('loading');
    await settled(page);
    expect(await numberOf(panel, 'data-to-ms')).toBeGreaterThan(seen);
    await expect(page.getByTestId('summary')).toHaveAttribute('data-events', String(events));
    await expect(loading).toHaveCount(0);
  });

  test('Cancel stops the worker at once and says what happened', async ({ page }) => {
    await openPage(page);
    await page.setInputFiles('[data-testid=open]', path);
    // In the page: the trace is read within a second, and no click from outside is as fast as that on a slow machine.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = (): void => {
            const cancel = document.querySelector<HTMLElement>('[data-testid=cancel]');
            const reads = /\d % ·/.test(document.querySelector('[data-testid=loading]')?.textContent ?? '');
            if (!reads || cancel === null) return;
            observer.disconnect();
            cancel.click();
            resolve();
          };
          const observer = new MutationObserver(look);
          observer.observe(document.body, { subtree: true, childList: true, characterData: true });
          look();
        }),
    );
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
  });
});
