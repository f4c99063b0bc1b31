/** No words of the page are cut, on any screen and in any dialog, at three widths. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { SHARE_NOTHING } from '../../src/engine/reading/contract/share-options';
import { packRows } from '../../src/sharing/table/packed-rows';
import { shareRows } from '../../src/sharing/table/share-rows';
import { asRun } from '../support/run-copies';
import { madeFinding, madeRow } from '../support/table-rows';
import { clippedTexts } from './clipped';
import { openLink } from './remote';
import {
  openFiles,
  openPage,
  panelIds,
  pointAt,
  RECEIVER,
  SPIRAL,
  seen,
  settled,
  tracePath,
  upload,
} from './support';

const RENO = 'rate-reno-s12.server.sqlog.gz';
const FLEET = fileURLToPath(new URL('../corpus/fleet/v1.parquet', import.meta.url));

/** Rows with few and with as many digits as a trace gives, of every figure. */
const FIGURES = [
  { illShare: 0, goodput: 1, durationUs: 1, packetsSent: 1, packetsLost: 0, minRttUs: 1, sentBytes: 1 },
  {
    ...{ illShare: 1, goodput: 124e8, durationUs: 864_000.04e6, packetsSent: 123_456_789 },
    ...{ packetsLost: 123_456_789, minRttUs: 999_900, smoothedRttUs: 999_900, sentBytes: 88_888e9 },
    findings: [madeFinding('death-spiral', 'critical', 864_000_004_400, 864_000_040_000)],
  },
].map((known) => packRows(shareRows([madeRow('a.sqlog', known)], SHARE_NOTHING), SHARE_NOTHING).text);

const runsOf = (file: string, name: string, number: number) =>
  Array.from({ length: number }, (_, i) =>
    upload(`${name}-s${i + 1}.sqlog.gz`, Buffer.from(asRun(readFileSync(tracePath(file)), i))),
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
  for (const [i, rows] of FIGURES.entries()) {
    await openLink(page, `v=4&rows=${rows}`);
    for (const heading of await page.locator('.table-head [data-sort]').all()) {
      await heading.click();
      yield `table with ${i === 0 ? 'short' : 'the longest'} figures`;
    }
  }
  await openPage(page);
  await openFiles(page, [...runsOf(SPIRAL, 'ill', 6), ...runsOf(RENO, 'well', 6)]);
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
      for (const id of await panelIds(page)) await seen(page, id);
      found.push(...(await clippedTexts(page)).map((words) => `${screen}: ${words}`));
    }
    expect(found).toEqual([]);
  });
}
