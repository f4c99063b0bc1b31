/** No pointer at all: from the open screen to a finding, to its range, to the palette, to the keys, and back. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { shareTrace } from './shared-trace';
import { openFiles, openPage, panel, rangeOf, SPIRAL, settled, tabTo, tracePath } from './support';

test('from the open screen to a finding, its range, the palette, the keys, and back', async ({ page }) => {
  await openPage(page);
  await tabTo(page, '[data-testid=example]');
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  const full = await rangeOf(page);

  await tabTo(page, '.finding-head');
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.locator('.finding-head').first()).toHaveAttribute('aria-pressed', 'true');
  const [from] = await rangeOf(page);
  expect(from).toBeGreaterThan(1000);
  expect(from).toBeLessThan(2044);

  const overlay = page.getByTestId('overlay');
  await page.keyboard.press('Control+Shift+KeyP');
  await expect(overlay).toBeVisible();
  await expect(overlay.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('full ra');
  await expect(overlay.getByRole('option')).toHaveText([/^Full range/]);
  await page.keyboard.press('Enter');
  await expect(overlay).toBeHidden();
  await settled(page);
  expect(await rangeOf(page)).toEqual(full);
  await expect(page.locator('.finding-head').first()).toBeFocused();

  await page.keyboard.press('Shift+Slash');
  await expect(overlay).toBeVisible();
  await expect(overlay).toContainText('Zoom in');
  await expect(overlay.locator('dd')).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
  // The page takes keys again when the dialog has said that it is closed.
  await expect(overlay).toBeEmpty();
  await expect(page.locator('.finding-head').first()).toBeFocused();
  await page.keyboard.press('BracketLeft');
  await settled(page);
  expect((await rangeOf(page))[0]).toBe(from);
});

/** A client's log of a hundred requests; a sender's with a spiral. */
const TRACES = [
  fileURLToPath(new URL('../corpus/wire/quiche-req-100-conc.client.sqlog.gz', import.meta.url)),
  tracePath(SPIRAL),
];

for (const panels of ['of-answer', 'all'] as const)
  test(`fewer than 40 stops of the Tab key stand before the first finding, panels: ${panels}`, async ({
    page,
  }) => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
    ] as const)
      for (const path of TRACES) {
        await page.setViewportSize({ width, height });
        await openPage(page, panels);
        await openFiles(page, path);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        // In a narrow window they are the first tab of the drawer.
        const first = width === 1440 ? '.finding-head' : '[data-testid=findings-toggle]';
        const before: string[] = [];
        for (let isFirst = false; !isFirst; ) {
          await page.keyboard.press('Tab');
          const { name, found } = await page.evaluate((one) => {
            const { activeElement: at } = document;
            return { name: at?.getAttribute('aria-label') ?? at?.textContent, found: at?.matches(one) };
          }, first);
          isFirst = found === true || before.length === 60;
          if (!isFirst) before.push(name ?? '');
        }
        expect(before.length, `${path}, ${width} px: ${before.join(', ')}`).toBeLessThan(40);
      }
  });

test('without a trace the palette offers only what can be done', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('Control+Shift+KeyP');
  const options = page.getByTestId('overlay').getByRole('option');
  await expect(options.filter({ hasText: 'Open traces' })).toHaveCount(1);
  await expect(options.filter({ hasText: 'Zoom in' })).toHaveCount(0);
});

test.describe('with a trace', () => {
  const shared = shareTrace();

  test('the palette is walked with arrows and left with Esc', { tag: '@deep' }, async () => {
    const { page } = shared;
    await page.keyboard.press('Control+Shift+KeyP');
    const overlay = page.getByTestId('overlay');
    const chosen = overlay.locator('[role=option][aria-selected=true]');
    const first = (await chosen.textContent()) ?? '';
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveCount(1);
    await expect(chosen).not.toHaveText(first);
    await page.keyboard.press('ArrowUp');
    await expect(chosen).toHaveText(first);
    await page.keyboard.type('no command is called like this');
    await expect(overlay.getByRole('option')).toHaveCount(0);
    await expect(page.getByTestId('palette-nothing')).toContainText('No match for “no command is called');
    await page.keyboard.press('Enter');
    await expect(overlay).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await expect(overlay).toBeEmpty();
  });

  test('W S A D, + −, 0 and F zoom, move and show everything', async () => {
    const { page } = shared;
    const press = async (key: string): Promise<readonly [number, number]> => {
      await page.keyboard.press(key);
      await settled(page);
      return rangeOf(page);
    };
    const full = await rangeOf(page);
    const length = ([from, to]: readonly [number, number]): number => to - from;
    const zoomed = await press('KeyW');
    expect(length(zoomed)).toBeCloseTo(length(full) / 1.5, 0);
    expect(zoomed[0] - full[0]).toBeCloseTo(full[1] - zoomed[1], 3);
    const left = await press('KeyA');
    expect(left[0]).toBeLessThan(zoomed[0]);
    expect(length(left)).toBeCloseTo(length(zoomed), 3);
    const right = await press('KeyD');
    expect(right[0]).toBeCloseTo(zoomed[0], 3);
    expect(await press('KeyS')).toEqual(full);
    expect(length(await press('Shift+Equal'))).toBeCloseTo(length(zoomed), 3);
    expect(length(await press('Equal'))).toBeCloseTo(length(zoomed) / 1.5, 3);
    expect(length(await press('Minus'))).toBeCloseTo(length(zoomed), 3);
    expect(await press('Digit0')).toEqual(full);
    await press('ArrowUp');
    expect(await press('KeyF')).toEqual(full);
  });

  test('the cursor is pinned and moved by keys, and Esc lets go', async () => {
    const { page } = shared;
    const cursor = page.getByTestId('cursor');
    await page.keyboard.press('KeyP');
    await expect(cursor).toHaveText('at 4.994 s (pinned)');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(cursor).not.toHaveText('at 4.994 s (pinned)');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(cursor).toHaveText('at 4.994 s (pinned)');
    await page.keyboard.press('Escape');
    await expect(cursor).toHaveText('');
  });

  test('N walks through the findings, and a second N comes round', async () => {
    const { page } = shared;
    const heads = page.locator('.finding-head');
    await page.keyboard.press('KeyN');
    await settled(page);
    await expect(heads.first()).toHaveAttribute('aria-pressed', 'true');
    const count = await heads.count();
    for (let i = 0; i < count; i++) await page.keyboard.press('KeyN');
    await settled(page);
    await expect(heads.first()).toHaveAttribute('aria-pressed', 'true');
  });

  test('the palette goes to a time, a finding and a panel', { tag: '@deep' }, async () => {
    const { page } = shared;
    const find = async (query: string, kind: string): Promise<void> => {
      await page.keyboard.press('Control+Shift+KeyP');
      await page.keyboard.type(query);
      const chosen = page.getByTestId('overlay').locator('[role=option][aria-selected=true]');
      await expect(chosen).toHaveAttribute('data-kind', kind);
      await page.keyboard.press('Enter');
      await settled(page);
    };
    await find('go to 3.2 s', 'Time');
    await expect(page.getByTestId('cursor')).toHaveText('at 3.200 s (pinned)');
    await page.keyboard.press('Escape');
    await find('finding spiral critical', 'Finding');
    const [from] = await rangeOf(page);
    expect(from).toBeGreaterThan(1000);
    await expect(page.locator('.finding-head').first()).toHaveAttribute('aria-pressed', 'true');
    await find('panel sequence', 'Panel');
    await expect(page.locator('[data-panel=sequence]')).toBeInViewport();
    await page.keyboard.press('KeyF');
    await settled(page);
  });

  test('keys with Ctrl that belong to the browser stay the browser’s', { tag: '@deep' }, async () => {
    const { page } = shared;
    const full = await rangeOf(page);
    for (const key of ['Control+KeyS', 'Control+KeyA', 'Control+KeyD', 'Alt+KeyW'])
      await page.keyboard.press(key);
    await settled(page);
    expect(await rangeOf(page)).toEqual(full);
  });

  test('Tab stops at the menu of a panel, and arrow keys lead from there to its other controls', async () => {
    const { page } = shared;
    const congestion = panel(page, 'congestion');
    const focused = page.locator(':focus');
    await tabTo(page, '[data-panel=congestion] .panel-menu > summary');
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName('States: panel menu');
    await page.keyboard.press('Shift+Tab');
    const before = await rangeOf(page);
    await page.keyboard.press('ArrowLeft');
    await expect(focused).toHaveAccessibleName('Congestion as text');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(focused).toHaveText(/^window \(cwnd\)/);
    await page.keyboard.press('Space');
    await expect(congestion.getByRole('button', { name: /^window/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await page.keyboard.press('Space');
    // From first to last, and no further.
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await expect(focused).toHaveAccessibleName('Height of Congestion');
    expect(await rangeOf(page)).toEqual(before);
    await page.keyboard.press('KeyW');
    await settled(page);
    expect(await rangeOf(page)).not.toEqual(before);
    await page.keyboard.press('KeyF');
    // Who points and clicks pans with the arrow keys, as anywhere.
    await page.locator('.panel-title h2').first().click();
    await congestion.getByRole('button', { name: /^window/ }).click({ clickCount: 2 });
    await page.keyboard.press('KeyW');
    await settled(page);
    const [from] = await rangeOf(page);
    await page.keyboard.press('ArrowRight');
    await settled(page);
    expect((await rangeOf(page))[0]).toBeGreaterThan(from);
    await page.keyboard.press('KeyF');
    await settled(page);
  });

  test('on a resize handle the commands that it does not use still run', { tag: '@deep' }, async () => {
    const { page } = shared;
    await page.getByRole('separator', { name: 'Height of Congestion' }).focus();
    await page.keyboard.press('Shift+Slash');
    await expect(page.getByTestId('overlay')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('overlay')).toBeEmpty();
  });
});
