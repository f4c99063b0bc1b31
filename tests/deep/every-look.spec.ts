/** What was repaired once is right in light, dark and forced colours: ticks, figures of a digest, a report, what failed. */
import { expect, type Page, test } from '@playwright/test';
import { LOOKS, readableInEveryLook, wear } from '../e2e/looks';
import { openFiles, openPage, panel, SPIRAL, settled, tracePath, upload } from '../e2e/support';
import { digestFile } from '../support/marked-traces';

const UNITS: { readonly [unit in string]: number } = { k: 1e3, M: 1e6, G: 1e9, m: 1e-3, µ: 1e-6 };

/** `1.6 Mbit/s` as a number of its unit; NaN for what is none. */
function written(label: string): number {
  const [, sign = '', digits = '', prefix = ''] =
    /^([−-]?)([\d.,]+) ?([kMGmµ]?)(?:B|bit\/s|\/s|s|%|lost)?$/.exec(label) ?? [];
  const value = Number.parseFloat(digits.replaceAll(',', '')) * (UNITS[prefix] ?? 1);
  return sign === '' ? value : -value;
}

/** The labels of the value axis of each panel, from its foot, with how far up they stand, CSS pixels. */
function axes(
  page: Page,
): Promise<readonly { readonly panel: string; readonly ticks: readonly (readonly [string, number])[] }[]> {
  return page.locator('[data-testid=panel]:has(.value-axis)').evaluateAll((panels) =>
    panels.map((one) => ({
      panel: (one as HTMLElement).dataset.panel ?? '',
      ticks: [...one.querySelectorAll('.value-axis text')].map((text): [string, number] => {
        const box = text.getBoundingClientRect();
        return [text.textContent ?? '', -(box.top + box.height / 2)];
      }),
    })),
  );
}

test('a label of an axis is the value at which it stands', async ({ page }) => {
  // Panels out of sight are not drawn.
  await page.setViewportSize({ width: 1280, height: 2400 });
  for (const look of LOOKS) {
    await wear(page, look);
    await openPage(page);
    await openFiles(page, tracePath(SPIRAL));
    await settled(page);
    let told = 0;
    for (const { panel: id, ticks } of await axes(page)) {
      const values = ticks
        .map(([label, up]) => [written(label), up] as const)
        .filter(([value]) => !Number.isNaN(value));
      const [[low, foot] = [0, 0], [high, top] = [0, 0]] = [values[0], values.at(-1)];
      if (values.length < 3 || high === low) continue;
      for (const [value, up] of values) {
        const due = foot + ((value - low) / (high - low)) * (top - foot);
        expect(
          Math.abs(up - due),
          `${look.name}, ${id}: ${value} of ${ticks.map(([label]) => label)}`,
        ).toBeLessThan(1.5);
      }
      told++;
    }
    expect(told, look.name).toBeGreaterThan(3);
  }
});

test('figures of a digest that are known within a bound say so', async ({ page }) => {
  await openPage(page);
  await openFiles(page, upload('small.qlogscope', Buffer.from(await digestFile())));
  await settled(page);
  const legend = '[data-testid=panel][data-panel=congestion] .legend';
  await readableInEveryLook(page, legend);
  for (const look of LOOKS) {
    await wear(page, look);
    await panel(page, 'congestion').locator('.plot').hover();
    await settled(page);
    const shown = await page.locator('.legend [data-value]').allTextContents();
    expect(
      shown.some((text) => text.includes('≈')),
      look.name,
    ).toBe(true);
    // A bound is never written without its figure.
    for (const text of shown.filter((one) => one.includes('±'))) expect(text, look.name).toContain('≈');
  }
});

test('a report says of a finding what its card says', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const look of LOOKS) {
    await wear(page, look);
    await openPage(page);
    await openFiles(page, tracePath(SPIRAL));
    await settled(page);
    const verdicts = await page.locator('[data-testid=finding] .verdict').allTextContents();
    expect(verdicts.length).toBeGreaterThan(2);
    await page.getByTestId('report').click();
    await expect(page.getByTestId('report-form')).toBeVisible();
    await page.getByTestId('report-copy').click();
    await expect(page.getByTestId('report-copy')).toHaveText('Copied');
    const report = (await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\\', '');
    for (const verdict of verdicts) expect(report, look.name).toContain(verdict);
  }
  await readableInEveryLook(page, '[data-testid=report-form]');
});

test('of a file that failed nothing can be linked to or shared', async ({ page }) => {
  await openPage(page);
  await openFiles(page, upload('notes.qlog', 'hello, this is a log'));
  await readableInEveryLook(page, '[data-testid=message]');
  for (const look of LOOKS) {
    await wear(page, look);
    for (const id of ['copy-link', 'share', 'report']) {
      const button = page.getByTestId(id);
      await expect(button, look.name).toBeDisabled();
      const enabled = page.getByRole('button', { name: 'Open trace…' });
      const [off, on] = [button, enabled].map((one) =>
        one.evaluate((element) => getComputedStyle(element).color),
      );
      expect(await off, look.name).not.toBe(await on);
    }
  }
});
