/** The screen of a fleet in words: what was read, what could not be, what the groups show the share of, and the rows. */
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FleetScreen } from '../../../../../src/app/features/fleet/fleet-screen.tsx';
import { FleetTab } from '../../../../../src/app/features/fleet/fleet-tab.tsx';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { OpenFleet } from '../../../../../src/app/state/fleet/fleet.ts';
import { fleetStore } from '../../../../../src/app/state/fleet/fleet-store.ts';
import {
  type BuildChange,
  type FleetAnswer,
  GROUPINGS,
  type PartProblem,
} from '../../../../../src/sharing/fleet-rows/contract.ts';
import { StubFleetWorker } from '../../../../support/fleet-worker.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';
import { countedShare, fleetAnswer, fleetGroup, shownRow } from '../../../../support/shown-fleet.ts';

let app: AppState;
let fleet: OpenFleet;
let worker: StubFleetWorker;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState();
  worker = new StubFleetWorker();
  fleet = new OpenFleet(
    'march.parquet',
    [{ kind: 'url', name: 'march.parquet', url: 'https://a.example/march.parquet' }],
    worker as unknown as Worker,
    () => undefined,
  );
  app.feature(fleetStore).set(fleet);
});
afterEach(() => {
  fleet.close();
  vi.unstubAllGlobals();
});

const screen = (): Markup => markupOf(createElement(FleetScreen), app);
const wordsOf = (testId: string): string => screen().one('data-testid', testId).words;

async function answered(
  known: Partial<FleetAnswer> = {},
  opened = { rows: 90, again: 0, parts: 1, others: 0 },
): Promise<void> {
  await worker.answer('open', { answer: opened });
  await worker.answer('query', { answer: fleetAnswer({ rows: opened.rows, shown: opened.rows, ...known }) });
}

describe('while it is read', () => {
  test('says how far that is, and shows nothing before there is an answer', async () => {
    expect(wordsOf('fleet-summary')).toContain('Reads march.parquet Looks at the files');
    await worker.say({ progress: { rows: 1200, total: 90_000 } });
    expect(wordsOf('fleet-progress')).toContain('1,200 of 90,000 rows read');
    expect(screen().all('data-testid', 'fleet-rows')).toEqual([]);
    await answered();
    expect(wordsOf('fleet-summary')).toContain('90 traces Reads further columns');
    expect(wordsOf('fleet-summary')).toContain('https://a.example/march.parquet');
    expect(markupOf(createElement(FleetTab), app).words).toBe('Fleet (90)');
    await worker.say({ complete: true, problems: [] });
    expect(screen().all('data-testid', 'fleet-progress')).toEqual([]);
  });

  test('says why there is nothing to show', async () => {
    await worker.answer('open', { problem: 'it is no Parquet file' });
    expect(wordsOf('fleet-problem')).toBe('march.parquet cannot be shown: it is no Parquet file.');
    expect(screen().all('data-testid', 'fleet-progress')).toEqual([]);
  });
});

describe('files that could not be read', () => {
  const problem = (i: number, leftOut: boolean): PartProblem => ({
    name: `p${i}`,
    why: `it is cut at ${i}`,
    leftOut,
  });

  test('are named, five at most, those left out apart from those that are damaged', async () => {
    const problems = [...Array.from({ length: 7 }, (_, i) => problem(i, true)), problem(7, false)];
    await answered({ problems });
    const words = wordsOf('fleet-problems');
    expect(words).toContain('7 files left out; all others are shown: p0: it is cut at 0. p1:');
    expect(words).toContain('p4: it is cut at 4. And 2 more.');
    expect(words).not.toContain('p5');
    expect(words).toContain(
      'Of 1 file some columns are damaged, and empty in their rows: p7: it is cut at 7.',
    );
  });

  test('are all that there is where no row is left, and findings are for other engines', async () => {
    await answered({ problems: [problem(1, true)] }, { rows: 0, again: 0, parts: 0, others: 0 });
    expect(wordsOf('fleet-problems')).toBe('1 file left out: p1: it is cut at 1.');
    expect(screen().all('data-testid', 'fleet-rows')).toEqual([]);
  });

  test.each([
    [0, 'No row: the files hold no trace.'],
    [2, 'No row: 2 files of findings, which are for other engines. Drop the folder traces beside it.'],
  ])('are none, and there is no row, with %i files of findings', async (others, words) => {
    await answered({}, { rows: 0, again: 0, parts: 0, others });
    expect(wordsOf('fleet-problems')).toBe(words);
  });
});

describe('the summary', () => {
  const counts = (): readonly string[] =>
    screen()
      .one('data-testid', 'fleet-summary')
      .all('data-severity')
      .map(({ words }) => words);

  test('counts what there is, by severity, without copies', async () => {
    await answered({ severities: { critical: 24, none: 60, failed: 1 }, copies: 1 });
    expect(counts()).toEqual(['● 24 critical', '○ 60 without an alarm', '✕ 1 not read']);
    expect(wordsOf('fleet-summary')).toContain('90 traces 1 copy, not counted');
  });

  test('keeps the one that is the filter, also where it matches nothing any more', async () => {
    await answered({ severities: { critical: 2 } });
    fleet.setFilter('severity = warning');
    await worker.answer('query', { answer: fleetAnswer({ severities: {}, shown: 0 }) });
    expect(counts()).toEqual(['▲ 0 with a warning']);
    expect(screen().one('data-severity', 'warning').attribute('aria-pressed')).toBe('true');
  });
});

describe('the fleet in a sentence', () => {
  const change = (version: string): BuildChange => ({
    ...{ implementation: 'quiche', finding: 'death-spiral', sinceMs: Date.UTC(2026, 10, 3), hosts: [] },
    ...{ build: { version, hits: 9, judged: 15 }, before: { version: '0.30.0', hits: 0, judged: 17 } },
    ...{ difference: { share: 0.6, low: 0.3, high: 0.8 }, lostMs: 41e3, lostOf: 9 },
  });

  test('stands before all else, three of them, and says what was compared', async () => {
    const changes = ['0.31.0', '0.32.0', '0.33.0', '0.34.0'].map(change);
    await answered({ builds: { changes, comparisons: 12, tooFew: [] } });
    const said = screen().one('data-testid', 'fleet-said');
    expect(said.all('data-build').map((one) => one.attribute('data-build'))).toEqual([
      'quiche 0.31.0',
      'quiche 0.32.0',
      'quiche 0.33.0',
    ]);
    expect(said.all('data-build')[0]?.words).toBe(
      'quiche 0.31.0: Death spiral in 9 of 15 since 3 November 2026; 0.30.0: 0 of 17; 41.00 s lost per transfer (median of 9). ' +
        '+60 points (95 % interval +30 to +80).',
    );
    expect(said.words).toMatch(/12 comparisons, 5 % of error in all \(Holm\)\.\s*1 more finding$/);
  });

  test('is none where nothing is compared', async () => {
    await answered();
    expect(screen().all('data-testid', 'fleet-said')).toEqual([]);
  });
});

describe('the finding whose share is shown', () => {
  const finding = (id: string, traces: number) => ({ id, traces, isAlarm: true });
  const nine = ['death-spiral', 'pto-storm', ...'cdefghi'].map((id, i) => finding(id, 90 - i));
  const buttons = (): readonly string[] =>
    screen()
      .all('data-finding')
      .map(({ words }) => words);

  test('is one of the eight most frequent; further ones are in a list', async () => {
    await answered({ findings: nine, total: { ...countedShare(24, 80), infos: 0 }, copies: 2 });
    expect(buttons().slice(0, 3)).toEqual(['any alarm', 'Death spiral 90', 'Probes without an answer 89']);
    expect(buttons()).toHaveLength(9);
    expect(
      screen()
        .named('option')
        .map(({ words }) => words),
    ).toEqual(['1 more…', 'I (82)']);
    // Of those that match, without copies, some could not be judged.
    expect(wordsOf('fleet-total')).toBe(
      'any alarm: 24 of 80 judged, 30.0 % (21.1 to 40.8 %); 90.9 % of all could be judged',
    );
  });

  test('was judged in all rows that match but the copies: no share of them is told', async () => {
    await answered({ total: { ...countedShare(24, 88), infos: 3 }, copies: 2 });
    expect(wordsOf('fleet-total')).toMatch(/ 24 of 88 judged, 27\.3 % \(.*\); 3 more as info$/);
  });

  test('stays a button where it is not among them', async () => {
    await answered({ findings: nine });
    fleet.look({ finding: 'i' });
    await worker.answer('query', { answer: fleetAnswer({ findings: nine }) });
    expect(buttons().at(-1)).toBe('I 82');
    fleet.look({ finding: 'gone' });
    await worker.answer('query', { answer: fleetAnswer({ findings: nine }) });
    expect(buttons().at(-1)).toBe('Gone 0');
    expect(
      screen()
        .all('aria-pressed', 'true')
        .map((one) => one.attribute('data-finding')),
    ).toContain('gone');
  });

  test('of a part of the rows says of how many, and where none can be judged, that', async () => {
    await answered({ shown: 30, total: { ...countedShare(3, 30), infos: 0 } });
    expect(wordsOf('fleet-total')).toMatch(/^30 of 90 match\. any alarm: 3 of 30 judged, 10\.0 % \(.*\)$/);
    fleet.look({ finding: 'death-spiral' });
    await worker.answer('query', { answer: fleetAnswer({ total: { ...countedShare(0, 0), infos: 0 } }) });
    expect(wordsOf('fleet-total')).toBe('No trace that matches can be judged for Death spiral');
  });
});

describe('the groups', () => {
  test('stand in the order that their heading has, each with its share, its first day and its cost', async () => {
    const day = Date.UTC(2026, 2, 8);
    const groups = [
      fleetGroup('quiche 0.31.0', {
        ...{ hits: 24, judged: 30, firstMs: day, firstHitMs: day + 864e5 },
        ...{ costMs: 7.2e6, medianCostMs: 5000 },
      }),
      fleetGroup('quiche 0.29.0', { hits: 0, judged: 0, traces: 60, firstMs: day - 864e5 }),
      fleetGroup('ngtcp2', { hits: 2, judged: 4 }),
    ];
    await answered({ groups, furtherGroups: 1200 });
    const rows = screen().all('data-testid', 'fleet-group');
    expect(rows.map((row) => row.attribute('data-group'))).toEqual([
      'quiche 0.29.0',
      'quiche 0.31.0',
      'ngtcp2',
    ]);
    expect(rows[1]?.words).toBe(
      'quiche 0.31.0 30 80.0 % (62.7 to 90.5 %) 24 of 30 2026-03-08 2026-03-09 2.0 h only',
    );
    expect(rows[0]?.words).toBe('quiche 0.29.0 60 – 0 of 0 2026-03-07 – – only');
    // Of four no share is told, and the date of a file is no first day.
    expect(rows[2]?.words).toBe('ngtcp2 4 too few 2 of 4 – – – only');
    expect(rows.map((row) => row.all('class', 'share-bar').length)).toEqual([0, 1, 0]);
    const heading = screen().one('data-testid', 'fleet-groups').all('aria-sort');
    expect(heading.map((one) => [one.attribute('aria-sort'), one.words])).toEqual([
      ['ascending', 'First seen ▲'],
    ]);
    expect(screen().words).toContain('1,200 smaller groups left out');
  });

  test('are by one of all groupings', async () => {
    await answered();
    expect(
      screen()
        .all('data-by')
        .map((one) => one.attribute('data-by'))
        .filter((by) => by !== null),
    ).toEqual(expect.arrayContaining([...GROUPINGS]));
    expect(screen().words).toContain('No trace matches.');
    expect(screen().words).toContain(
      'No trace that matches says when it was recorded: dates of files are no such dates.',
    );
  });
});

test('the row that is current is told below, with how it is opened', async () => {
  await answered();
  expect(wordsOf('fleet-keys')).toMatch(/^90 rows\. Arrow keys move/);
  fleet.rowAt(0);
  await worker.answer('rows', { answer: [shownRow({ file: 'edge/a.sqlog' })] });
  fleet.moveTo(0);
  expect(screen().one('data-testid', 'fleet-current').words).toContain('Open trace… edge/a.sqlog');
  fleet.folder.set([{ name: 'a.sqlog', file: new File([], 'a.sqlog') }]);
  expect(screen().one('data-testid', 'open-fleet-row').words).toBe('Open trace');
  expect(wordsOf('fleet-folder')).toBe('1 file of a folder here');
});
