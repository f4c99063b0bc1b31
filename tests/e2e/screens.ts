/** All screens and dialogs of the page, one after the other: what tests look at in each of them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { SHARE_NOTHING } from '../../src/engine/reading/contract/share-options';
import { packRows } from '../../src/sharing/table/packed-rows';
import { shareRows } from '../../src/sharing/table/share-rows';
import { digestFile } from '../support/marked-traces';
import { asRun } from '../support/run-copies';
import { madeFinding, madeRow } from '../support/table-rows';
import { openLink } from './remote';
import {
  compareWith,
  openFiles,
  openPage,
  pointAt,
  RECEIVER,
  SPIRAL,
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

const HUNDRED = fileURLToPath(new URL('../corpus/wire/quiche-req-100-conc.client.sqlog.gz', import.meta.url));
/** Beside the spiral. */
const MARKS = upload(
  'deploys.csv',
  ['time,name', '2026-11-21T06:36:04.955Z,deploy api 7', '2026-11-21T06:36:08Z,deploy edge', ''].join('\n'),
);

const runsOf = (file: string, name: string, number: number) =>
  Array.from({ length: number }, (_, i) =>
    upload(`${name}-s${i + 1}.sqlog.gz`, Buffer.from(asRun(readFileSync(tracePath(file)), i))),
  );

/** Dialogs of a trace, by their keys. */
const DIALOGS = ['Shift+KeyL', 'Shift+KeyC', 'Shift+KeyO', 'Shift+KeyR', '?', 'Control+KeyK'];
/** Menus of a trace, by their buttons. */
const MENUS = ['.page-menu', '[data-panel=congestion] .panel-menu', '[data-panel=congestion] .model-menu'];

async function withoutDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await settled(page);
}

/** In a narrow window they are a tab of the drawer. */
export async function openFindings(page: Page): Promise<void> {
  const tab = page.locator('[data-testid=findings-toggle][aria-expanded=false]');
  if ((await tab.count()) > 0) await tab.click();
}

/** Each screen with what leads to it. */
export async function* screens(page: Page): AsyncGenerator<string> {
  await openPage(page);
  yield 'start';
  await openFiles(page, tracePath(SPIRAL));
  yield 'trace';
  for (const key of DIALOGS) {
    await page.keyboard.press(key);
    yield `dialog ${key}`;
    await withoutDialog(page);
  }
  for (const menu of MENUS) {
    await page.locator(`${menu} > summary`).click();
    yield `menu ${menu}`;
    await withoutDialog(page);
  }
  await openFindings(page);
  await page.locator('[data-testid=finding] .finding-head').first().click();
  await page.locator('.finding details').evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  yield 'a finding with all that is said of it, and less than all shown';
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
  await page.getByTestId('event-row').first().click();
  yield 'events, and the record of one';
  await openFiles(page, tracePath(RECEIVER));
  yield 'two tabs';
  await compareWith(page);
  yield 'two traces compared';
  await page.getByTestId('comparison-more').locator('summary').first().click();
  yield 'all figures of two traces compared';
  await openFiles(page, upload('notes.qlog', 'hello, this is a log'));
  yield 'a file that could not be read';
  await openPage(page, 'of-answer');
  await openFiles(page, HUNDRED);
  yield 'a hundred requests';
  await openPage(page);
  await openFiles(page, upload('small.qlogscope', Buffer.from(await digestFile())));
  yield 'digest';
  await openPage(page);
  await openFiles(page, [MARKS, upload('a.sqlog.gz', readFileSync(tracePath(SPIRAL)))]);
  yield 'marks from outside';
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
  await page.getByTestId('fleet-said').locator('button').first().click();
  yield 'a build of a fleet against the one before it';
  await page.getByTestId('share').click();
  await expect(page.getByTestId('share-fleet')).toBeVisible();
  yield 'dialog of a fleet';
  await page.goto('/?testing=1#v=7&lab=incident&seeds=2');
  await expect(page.getByTestId('lab-results')).toBeVisible();
  yield 'lab';
  await page.goto('/?testing=1#v=7&lab=experiments');
  yield 'experiments';
}
