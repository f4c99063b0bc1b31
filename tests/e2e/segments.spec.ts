/** Files of one connection's log: dropped together or one after the other they are one tab, until the user separates them. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cutLog, partsOf } from '../support/cut-trace.ts';
import { readTrace } from '../support/load.ts';
import {
  compareWith,
  drag,
  openFiles,
  openPage,
  panel,
  pointAt,
  rangeOf,
  SPIRAL,
  settled,
  tracePath,
  traceText,
  type Upload,
  upload,
} from './support.ts';

const PARTS: readonly Upload[] = partsOf(cutLog(readTrace(tracePath(SPIRAL))), [2500, 5500]).map((bytes, i) =>
  upload(`rotated.${i}.sqlog`, Buffer.from(bytes)),
);

const FOUR: readonly Upload[] = partsOf(cutLog(readTrace(tracePath(SPIRAL))), [2000, 4000, 6000]).map(
  (bytes, i) => upload(`rot.${i}.sqlog`, Buffer.from(bytes)),
);

const tabsOf = (page: Page): Locator => page.locator('[data-testid=trace]');

/** Opens files as one trace and zooms in. @returns the range, µs. */
async function openJoined(page: Page, parts = PARTS): Promise<readonly [number, number]> {
  await openPage(page);
  await openFiles(page, parts as Upload[]);
  await expect(tabsOf(page)).toHaveCount(1);
  await settled(page);
  await drag(page, 0.3, 0.8);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/file=.*&segment=.*&segment=.*&t=/);
  await settled(page);
  return rangeInLink(page);
}

const GROWN = 'The trace has 1 file more than the one that the link is about.';

/** Follows a link, as Back and a click do. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await settled(page);
}

/** To the µs that rounding may cost. */
async function expectRange(page: Page, range: readonly [number, number]): Promise<void> {
  const now = await rangeInLink(page);
  for (const [i, us] of range.entries()) expect(Math.abs((now[i] ?? 0) - us)).toBeLessThanOrEqual(1);
}

/** Whole µs, as a link has them. */
async function rangeInLink(page: Page): Promise<readonly [number, number]> {
  const [fromMs, toMs] = await rangeOf(page);
  return [Math.round(fromMs * 1000), Math.round(toMs * 1000)];
}

test('three files dropped together are one trace with two seams, and three tabs after one click', {
  tag: '@deep',
}, async ({ page }) => {
  await openPage(page);
  await openFiles(page, [PARTS[2], PARTS[0], PARTS[1]] as Upload[]);
  const tabs = page.locator('[data-testid=trace]');
  await expect(page.locator('[data-testid=segments]')).toHaveAttribute('data-evidence-kind', 'none');
  await expect(tabs).toHaveCount(1);
  await expect(tabs).toHaveAttribute('data-name', 'rotated.0.sqlog (3 files)');
  await settled(page);
  await expect(page.locator('[data-testid=summary]')).toHaveAttribute('data-events', '8046');
  await expect(page.locator('[data-testid=finding][data-id=death-spiral]').first()).toBeVisible();
  const flags = page.locator('[data-testid=overview] [data-testid=seam-flags]');
  await expect(flags).toHaveAttribute('data-files', '3');
  await expect(flags.locator('text')).toHaveText(['file 2', 'file 3']);
  await page.locator('[data-testid=quality] summary').first().click();
  await expect(page.locator('[data-testid=quality]')).toContainText('3. rotated.2.sqlog');

  await page.locator('[data-testid=separate-files]').click();
  await expect(tabs).toHaveCount(3);
  await settled(page);
  // They stay apart.
  await expect(tabs).toHaveCount(3);
  await expect(page.locator('[data-testid=segments]')).toHaveCount(0);
});

test('a file that is opened later is joined to the earlier ones', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  const tabs = page.locator('[data-testid=trace]');
  for (const part of [PARTS[1], PARTS[0], PARTS[2]]) {
    await openFiles(page, part as Upload);
    await settled(page);
  }
  await expect(tabs).toHaveCount(1);
  await expect(tabs).toHaveAttribute('data-name', 'rotated.0.sqlog (3 files)');
  await expect(page.locator('[data-testid=summary]')).toHaveAttribute('data-events', '8046');
});

test('a link names the files of the trace: all are asked for, and its view is shown when they are joined', {
  tag: '@deep',
}, async ({ page }) => {
  const range = await openJoined(page);
  await page.reload();
  const request = page.getByTestId('link-request');
  await expect(request).toContainText('which are one trace: open those files');
  await openFiles(page, PARTS[0] as Upload);
  // One of them is not another file, and not yet the trace.
  await expect(request).toHaveAttribute('data-state', 'asked');
  await openFiles(page, [PARTS[1], PARTS[2]] as Upload[]);
  await expect(tabsOf(page)).toHaveCount(1);
  await settled(page);
  await expect(request).toHaveCount(0);
  expect(await rangeInLink(page)).toEqual(range);
});

test('copies of its files open it again as it was', { tag: '@deep' }, async ({ page }) => {
  const range = await openJoined(page);
  await page.keyboard.press('Shift+K');
  await page.getByTestId('keep-copies').click();
  await expect(page.getByTestId('file-copy')).toHaveCount(3);
  await page.reload();
  await settled(page);
  await expect(tabsOf(page)).toHaveAttribute('data-name', 'rotated.0.sqlog (3 files)');
  await expect.poll(() => rangeInLink(page)).toEqual(range);
  await expect(page.getByTestId('link-request')).toHaveCount(0);
});

test('files that were separated stay so in a link', { tag: '@deep' }, async ({ page }) => {
  await openJoined(page);
  await page.getByTestId('separate-files').click();
  await expect(tabsOf(page)).toHaveCount(3);
  await settled(page);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/(file=.*){3}/);
  expect(page.url()).not.toContain('segment=');
  await page.reload();
  await openFiles(page, PARTS as Upload[]);
  await expect(page.getByTestId('link-request')).toHaveCount(0);
  await expect(tabsOf(page)).toHaveCount(3);
});

test('beside another trace its seams stand in its own rows', { tag: '@deep' }, async ({ page }) => {
  /** The States plot of the other trace, in a set led by these files. */
  const otherPlot = async (files: Upload | readonly Upload[]): Promise<string> => {
    await page.goto('/?testing=1#v=2&example=reno');
    await settled(page);
    await openFiles(page, files as Upload[]);
    await compareWith(page);
    await expect(page.getByTestId('lane')).toHaveCount(2);
    const plot = panel(page, 'states').locator('canvas').nth(1);
    return plot.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  };
  const alone = await otherPlot(upload('whole.sqlog', traceText(SPIRAL)));
  await page.goto('about:blank');
  expect(await otherPlot(PARTS)).toBe(alone);
  const flags = await page.locator('[data-testid=overview] [data-testid=seam-flags]').boundingBox();
  const strip = await page.locator('[data-testid=overview] canvas').boundingBox();
  expect(flags?.height).toBe((strip?.height ?? 0) / 2);
  expect(flags?.y).toBe(strip?.y);
});

test('a record names its file, and the byte in it', { tag: '@deep' }, async ({ page }) => {
  await openPage(page);
  await openFiles(page, PARTS as Upload[]);
  await expect(tabsOf(page)).toHaveCount(1);
  await settled(page);
  await page.keyboard.press('e');
  await settled(page);
  await page.getByTestId('event-grid').focus();
  await page.keyboard.press('End');
  await settled(page);
  await page.keyboard.press('Enter');
  await settled(page);
  const last = PARTS[2]?.buffer.lastIndexOf(0x1e) ?? 0;
  const place = `at byte ${(last + 1).toLocaleString('en-US')} of rotated.2.sqlog, `;
  await expect(page.getByTestId('event-place')).toContainText(place);
});

test('a link to fewer files of an open trace, or to the trace where its files are open, asks for nothing', {
  tag: '@deep',
}, async ({ page }) => {
  const range = await openJoined(page, FOUR.slice(0, 3));
  const ofThree = new URL(page.url()).hash;
  await openFiles(page, FOUR[3] as Upload);
  await expect.poll(() => page.url()).toMatch(/(segment=.*){3}/);
  await goTo(page, ofThree);
  await expect(tabsOf(page)).toHaveAttribute('data-name', 'rot.0.sqlog (4 files)');
  await expect(page.getByTestId('link-request')).toHaveCount(0);
  await expect(page.getByText(GROWN)).toBeVisible();
  await expectRange(page, range);

  const ofFour = new URL(page.url()).hash;
  await page.getByTestId('separate-files').click();
  await expect(tabsOf(page)).toHaveCount(4);
  await expect.poll(() => page.url()).not.toContain('segment=');
  await goTo(page, ofFour);
  await expect(tabsOf(page)).toHaveCount(1);
  await settled(page);
  await expect(page.getByTestId('link-request')).toHaveCount(0);
  await expectRange(page, range);
});

test('a link to files of a log that has grown shows its view in the whole log', { tag: '@deep' }, async ({
  page,
}) => {
  const range = await openJoined(page, FOUR.slice(0, 3));
  await page.reload();
  const request = page.getByTestId('link-request');
  await openFiles(page, FOUR.slice(0, 2) as Upload[]);
  await expect(tabsOf(page)).toHaveAttribute('data-name', 'rot.0.sqlog (2 files)');
  await settled(page);
  await expect(request).toHaveAttribute('data-state', 'asked');
  await openFiles(page, FOUR as Upload[]);
  await expect(tabsOf(page)).toHaveCount(1);
  await settled(page);
  await expect(tabsOf(page)).toHaveAttribute('data-name', 'rot.0.sqlog (4 files)');
  await expect(request).toHaveCount(0);
  await expect(page.locator('body')).toContainText(
    'The trace has 1 file more than the one that the link is about.',
  );
  await expectRange(page, range);
});

test('files that a link names as one trace are opened so, whatever their names', { tag: '@deep' }, async ({
  page,
}) => {
  const range = await openJoined(page);
  await page.reload();
  const renamed = ['gamma', 'alpha', 'beta'].map((name, i) =>
    upload(`${name}.sqlog`, PARTS[i]?.buffer ?? Buffer.of()),
  );
  await openFiles(page, renamed);
  await expect(tabsOf(page)).toHaveCount(1);
  await settled(page);
  await expect(tabsOf(page)).toHaveAttribute('data-name', 'gamma.sqlog (3 files)');
  await expect(page.getByTestId('segments')).toHaveAttribute('data-evidence-kind', 'link');
  await expect(page.getByTestId('link-request')).toHaveCount(0);
  await expectRange(page, range);
});

async function writeNote(page: Page, words: string): Promise<void> {
  await page.keyboard.press('m');
  await expect(page.getByTestId('note-editor').locator('textarea')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('note-editor')).toHaveCount(0);
  await settled(page);
}

const noteTimes = (page: Page): Promise<readonly number[]> =>
  page.getByTestId('note').evaluateAll((notes) => notes.map((note) => Number(note.dataset.startMs)));

test('range, set and notes stay where a further file is joined, and notes where the files are separated', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/?testing=1#v=2&example=reno');
  await settled(page);
  await openFiles(page, FOUR.slice(0, 3) as Upload[]);
  await compareWith(page);
  await expect(page.getByTestId('lane')).toHaveCount(2);
  await drag(page, 0.5, 0.7);
  await page.keyboard.press('Enter');
  await settled(page);
  const range = await rangeInLink(page);
  await pointAt(page, 0.5);
  await writeNote(page, 'here');
  const times = await noteTimes(page);

  await openFiles(page, FOUR[3] as Upload);
  await page.locator('[data-testid=trace][data-name="rot.0.sqlog (4 files)"]').click();
  await settled(page);
  await expect(page.getByTestId('segments')).toContainText('4 files');
  await expect(page.getByTestId('lane')).toHaveCount(2);
  await expectRange(page, range);
  expect(await noteTimes(page)).toEqual(times);

  // The note lies in the second file.
  await page.getByTestId('separate-files').click();
  await expect(tabsOf(page)).toHaveCount(5);
  await settled(page);
  await expect(page.getByTestId('note')).toHaveCount(0);
  await page.locator('[data-testid=trace][data-name="rot.1.sqlog"]').click();
  await settled(page);
  expect(await noteTimes(page)).toEqual(times);
});

test('what was noted on a later file alone stands at its time in the joined trace', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, FOUR[1] as Upload);
  await drag(page, 0.3, 0.8);
  await page.keyboard.press('Enter');
  await settled(page);
  const range = await rangeInLink(page);
  await pointAt(page, 0.5);
  await writeNote(page, 'later');
  const times = await noteTimes(page);
  await openFiles(page, FOUR[0] as Upload);
  await expect(tabsOf(page)).toHaveAttribute('data-name', 'rot.0.sqlog (2 files)');
  await settled(page);
  expect(await noteTimes(page)).toEqual(times);
  await expectRange(page, range);
});

test('files that were joined as they were opened are one recent trace', { tag: '@deep' }, async ({
  page,
}) => {
  await openPage(page);
  await openFiles(page, PARTS[0] as Upload);
  await page.getByRole('button', { name: /Close/ }).first().click();
  await expect(page.getByTestId('recent')).toHaveCount(1);
  await openFiles(page, FOUR as Upload[]);
  await expect(tabsOf(page)).toHaveCount(1);
  await settled(page);
  await page.getByRole('button', { name: /Close/ }).first().click();
  // The one that was there before, and the joined trace.
  await expect(page.getByTestId('recent')).toHaveCount(2);
  await expect(page.getByTestId('recent').first()).toContainText('rot.0.sqlog (4 files)');
});
