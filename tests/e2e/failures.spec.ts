/**
 * An error stays where it happens. Each part of the page is made to throw while React renders it (the browser refuses
 * one of its attributes) or while it is painted (the browser refuses to clear its canvas); everything else goes on.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openTrace } from './shared-trace';
import { openFiles, panel, panelIds, RECEIVER, rangeOf, SPIRAL, seen, settled, tracePath } from './support';

interface Failing {
  /** What the browser refuses: this value of this attribute, or to clear the canvas of this panel. */
  readonly attribute?: string;
  readonly value?: string;
  readonly canvasOf?: string;
}

type FailingWindow = Window & { failing?: Failing | null };

/** All panels are drawn by the same frame: of most the first, one in the middle and the last are made to fail. */
const someOf = (panels: readonly string[]): readonly string[] =>
  [0, panels.length >> 1, panels.length - 1].map((i) => panels[i] as string);

const failed = (page: Page): Locator => page.getByTestId('failed-part');

async function failWith(page: Page, failing: Failing | null): Promise<void> {
  await page.evaluate((wanted) => {
    (window as FailingWindow).failing = wanted;
  }, failing);
}

async function openSpiral(page: Page, others: readonly string[] = []): Promise<void> {
  await page.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (this: Element, name, value) {
      const { failing } = window as FailingWindow;
      if (failing?.attribute === name && String(value) === failing.value)
        throw new Error('refused by the test');
      setAttribute.call(this, name, value);
    };
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...box) {
      const { failing } = window as FailingWindow;
      if (failing?.canvasOf !== undefined && this.canvas.closest(failing.canvasOf) !== null)
        throw new Error('refused by the test');
      clearRect.apply(this, box);
    };
  });
  await openTrace(page, SPIRAL, ...others);
}

/** Everything of the trace is rendered anew. */
async function turnToOtherTraceAndBack(page: Page): Promise<void> {
  await page.getByTestId('trace').last().locator('.tab-name').click();
  await settled(page);
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await settled(page);
}

test('a panel that throws while it is painted gives way to a line; the others go on, and it can be tried again', {
  tag: '@deep',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSpiral(page);
  const ids = await panelIds(page);
  const drawn: string[] = [];
  for (const id of ids) await seen(page, id);
  for (const id of ids) if ((await panel(page, id).locator('canvas').count()) > 0) drawn.push(id);
  expect(drawn.length).toBeGreaterThan(8);
  for (const id of someOf(drawn)) {
    const title = (await panel(page, id).locator('h2').textContent()) ?? '';
    await seen(page, id);
    await failWith(page, { canvasOf: `[data-panel="${id}"]` });
    await page.keyboard.press('KeyW');
    await expect(failed(page)).toHaveCount(1);
    await settled(page);
    await expect(failed(page)).toHaveAttribute('data-part', `The panel “${title}”`);
    await expect(panel(page, id)).toHaveCount(0);
    for (const other of drawn.filter((candidate) => candidate !== id).slice(0, 2)) {
      await expect(panel(page, other).locator('canvas').first()).toBeVisible();
      expect((await rangeOf(page, other))[0]).toBeGreaterThan(0);
    }
    await failWith(page, null);
    await failed(page).getByRole('button', { name: 'Try again' }).click();
    await expect(failed(page)).toHaveCount(0);
    await settled(page);
    expect(await rangeOf(page, id)).toEqual(
      await rangeOf(
        page,
        drawn.find((other) => other !== id),
      ),
    );
    await page.getByTestId('full-range').click();
    await settled(page);
  }
  await seen(page, 'rtt');
  await failWith(page, { canvasOf: '[data-panel="rtt"]' });
  await page.keyboard.press('KeyW');
  await failed(page).getByTestId('copy-failure').click();
  await expect(failed(page).getByTestId('copy-failure')).toHaveText('Copied');
  const details = await page.evaluate(() => navigator.clipboard.readText());
  expect(details).toContain('qlogscope: The panel “RTT” failed\nError: refused by the test');
  expect(details.split('\n').length).toBeGreaterThan(4);
});

test('the overview that throws while it is painted leaves the panels', { tag: '@deep' }, async ({ page }) => {
  await openSpiral(page, [RECEIVER]);
  await failWith(page, { canvasOf: '[data-testid=overview]' });
  await turnToOtherTraceAndBack(page);
  await expect(failed(page)).toHaveAttribute('data-part', 'The overview');
  await expect(panel(page, 'congestion').locator('canvas')).toBeVisible();
});

test('each part of the trace that throws while it is rendered gives way to a line, and to no more', {
  tag: '@deep',
}, async ({ page }) => {
  await openSpiral(page, [RECEIVER]);
  await page.getByTestId('trace').first().locator('.tab-name').click();
  await settled(page);
  await page.getByTestId('add-note').click();
  await page.getByTestId('note-editor').locator('textarea').fill('a note');
  await page.getByTestId('note-save').click();
  await page.keyboard.press('e');
  await settled(page);
  const finding = await page.getByTestId('finding').first().getAttribute('data-key');
  const titled = async (id: string): Promise<string> =>
    `The panel “${await panel(page, id).getAttribute('aria-label')}”`;
  const panels = await panelIds(page);
  const parts: (readonly [attribute: string, value: string, part: string | RegExp])[] = [
    ['data-testid', 'summary', 'The summary'],
    ['data-testid', 'quality', 'Trace quality'],
    ['class', 'headline', 'The headline'],
    ['class', 'range-bar', 'The range'],
    ['data-testid', 'overview', 'The overview'],
    ['class', 'time-axis', 'The time axis'],
    ['data-testid', 'measure-announcement', 'The measurement'],
    ['class', 'findings', 'The list of findings'],
    ['data-key', finding ?? '', 'The finding “Death spiral”'],
    ['data-testid', 'notes', 'The notes'],
    ['data-testid', 'note', 'A note'],
    ['class', 'events-panes', 'Events'],
  ];
  for (const id of panels) parts.push(['data-panel', id, await titled(id)]);
  for (const [attribute, value, part] of parts) {
    await failWith(page, { attribute, value });
    await turnToOtherTraceAndBack(page);
    const lines = page.locator('main').getByTestId('failed-part');
    await expect(lines.first(), part.toString()).toHaveAttribute('data-part', part);
    await expect(lines, part.toString()).toHaveCount(1);
    await failWith(page, null);
    await lines.getByRole('button', { name: 'Try again' }).click();
    await expect(lines).toHaveCount(0);
  }
  await settled(page);
  expect(await panelIds(page)).toEqual(panels);
});

test('each dialog that throws while it is rendered can be closed again', { tag: '@deep' }, async ({
  page,
}) => {
  await openSpiral(page);
  for (const [key, attribute, value, part] of [
    ['Control+Shift+KeyP', 'class', 'field palette-input', 'Command palette'],
    ['Shift+Slash', 'class', 'key-groups', 'Keyboard shortcuts'],
    ['Shift+KeyM', 'data-testid', 'report-form', 'Report'],
    ['Shift+KeyO', 'data-testid', 'address-field', 'Open a URL'],
    ['Shift+Delete', 'data-testid', 'forget-form', 'Forget everything on this device'],
    ['Shift+KeyC', 'data-testid', 'cut-form', 'Export the range'],
    ['Shift+KeyL', 'data-testid', 'share-form', 'Share'],
  ] as const) {
    await failWith(page, { attribute, value });
    await page.keyboard.press(key);
    const line = page.getByTestId('overlay').getByTestId('failed-part');
    await expect(line, part).toHaveAttribute('data-part', `The dialog “${part}”`);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('overlay')).toBeHidden();
    await failWith(page, null);
    await expect(page.getByTestId('finding').first()).toBeVisible();
  }
});

test('the header’s parts, and at last the page itself, say that they failed', { tag: '@deep' }, async ({
  page,
}) => {
  await openSpiral(page);
  for (const [attribute, value, part] of [
    ['class', 'tabs', 'The list of open traces'],
    ['data-testid', 'copy-link', 'The link button'],
    ['data-testid', 'share', 'The share button'],
    ['data-testid', 'report', 'The report button'],
  ] as const) {
    await failWith(page, { attribute, value });
    await page.getByTestId('trace').or(failed(page)).first().waitFor();
    // Closed, the trace takes these parts with it; opened anew, they are rendered anew.
    await page.getByRole('button', { name: /^Close / }).click();
    await openFiles(page, tracePath(SPIRAL));
    await expect(failed(page), part).toHaveAttribute('data-part', part);
    await expect(page.getByTestId('finding').first()).toBeVisible();
    await failWith(page, null);
    await failed(page).getByRole('button', { name: 'Try again' }).click();
    await expect(failed(page)).toHaveCount(0);
  }
});

test('an error of the shell itself leaves a line in place of a blank page', async ({ page }) => {
  await page.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (this: Element, name, value) {
      if (name === 'class' && value === 'bar' && !(window as { isMended?: boolean }).isMended)
        throw new Error('refused by the test');
      setAttribute.call(this, name, value);
    };
  });
  await page.goto('/?testing=1');
  await expect(failed(page)).toHaveAttribute('data-part', 'The page');
  await page.evaluate(() => Object.assign(window, { isMended: true }));
  await failed(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('open-address')).toBeVisible();
});
