/** No words of the page are cut, on any screen and in any dialog, at three widths. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { clippedTexts } from './clipped';
import { openFiles, openPage, pointAt, RECEIVER, SPIRAL, settled, tracePath, upload } from './support';

const RENO = 'rate-reno-s12.server.sqlog.gz';
const FLEET = fileURLToPath(new URL('../corpus/fleet/v1.parquet', import.meta.url));

const runsOf = (file: string, name: string, number: number) =>
  Array.from({ length: number }, (_, i) =>
    upload(`${name}-s${i + 1}.sqlog.gz`, readFileSync(tracePath(file))),
  );

/** Dialogs of a trace, by their keys. */
const DIALOGS = ['Shift+KeyL', 'Shift+KeyC', 'Shift+KeyO', 'Shift+KeyR', '?', 'Control+KeyK'];

async function withoutDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await settled(page);
}

/** Each screen with what leads to it. */
async function* screens(page: Page): AsyncGenerator<string> {
  await openPage(page);
  yield 'start';
  await openFiles(page, tracePath(SPIRAL));
  yield 'trace';
  for (const key of DIALOGS) {
    await page.keyboard.press(key);
    yield `dialog ${key}`;
    await withoutDialog(page);
  }
  await page.locator('[data-testid=finding] .finding-head').first().click();
  yield 'a finding, and less than all shown';
  const left = await pointAt(page, 0.4);
  await page.mouse.down();
  await pointAt(page, 0.6);
  await page.mouse.up();
  expect(left).toBeGreaterThan(0);
  yield 'a selection';
  await page.keyboard.press('KeyP');
  yield 'a selection, and a time that is pinned';
  await withoutDialog(page);
  await page.keyboard.press('KeyE');
  yield 'events';
  await openFiles(page, tracePath(RECEIVER));
  yield 'two tabs';
  await openFiles(page, upload('notes.qlog', 'hello, this is a log'));
  yield 'a file that could not be read';
  await openPage(page);
  await openFiles(page, [...runsOf(SPIRAL, 'ill', 6), ...runsOf(RENO, 'well', 6)]);
  yield 'table';
  await page.getByTestId('trace-table').focus();
  await page.keyboard.press('Shift+KeyG');
  await expect(page.getByTestId('groups-form')).toBeVisible();
  yield 'dialog of groups';
  await page.getByTestId('show-groups').press('Enter');
  await expect(page.getByTestId('groups')).toBeVisible();
  yield 'groups';
  await openPage(page);
  await openFiles(page, FLEET);
  yield 'fleet';
  await page.goto('/?testing=1#v=7&lab=incident&seeds=2');
  await expect(page.getByTestId('lab-results')).toBeVisible();
  yield 'lab';
  await page.goto('/?testing=1#v=7&lab=experiments');
  yield 'experiments';
}

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
  [390, 844],
] as const) {
  test(`at ${width} by ${height} no words are cut`, { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const found: string[] = [];
    for await (const screen of screens(page)) {
      await settled(page);
      found.push(...(await clippedTexts(page)).map((words) => `${screen}: ${words}`));
    }
    expect(found).toEqual([]);
  });
}
