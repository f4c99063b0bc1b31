/** Files of outside marks beside traces: where their marks stand, and what is said where they have no place. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outside } from '../../../../../src/app/features/outside-marks/index.ts';
import { readShared, stepsPath, ticksOf } from '../../../../../src/app/features/outside-marks/marks-lane.tsx';
import { askOnset } from '../../../../../src/app/features/outside-marks/onset.ts';
import { placeAt, placeFiles } from '../../../../../src/app/features/outside-marks/place-marks.ts';
import { startQuestion } from '../../../../../src/app/features/outside-marks/start-question.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { namedFile } from '../../../../../src/app/state/traces/named-file.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { metricsOf } from '../../../../../src/sharing/outside/metrics.ts';
import { HandTrace, madeSnapshot } from '../../../../support/hand-trace.ts';

/** 2026-11-21 06:36:02.926 UTC */
const BEGIN_MS = 1_795_242_962_926;
const CLOCKED = { quality: { decode: { originMs: BEGIN_MS } } } as Partial<Snapshot>;

let app: AppState;
let hand: HandTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState();
});
afterEach(() => vi.unstubAllGlobals());

const csv = (text: string, name = 'deploys.csv') => namedFile(new File([text], name));
const DEPLOY = csv('time,name\n2026-11-21T06:36:03.926Z,deploy\n');
const placed = () => hand.trace.outside.get().marks;
const said = () => app.files.list.get().notice?.text ?? null;
const openTrace = (of: Parameters<HandTrace['say']>[0] = CLOCKED): void => {
  hand = new HandTrace(app);
  hand.say(of);
};

describe('a file', () => {
  test('is placed by the time of day at which the trace began, and twice is once', async () => {
    openTrace();
    for (let i = 0; i < 2; i++) await placeAt(app, hand.trace, [DEPLOY], BEGIN_MS);
    expect(placed()).toEqual([{ timeUs: 1e6, name: 'deploy', value: null }]);
    expect(said()).toBe(null);
  });

  test('waits until the trace is read, and stays on the device until it is ticked', async () => {
    openTrace({ ...CLOCKED, phase: 'reading' });
    placeFiles(app, [DEPLOY]);
    expect(placed()).toEqual([]);
    hand.say(CLOCKED);
    await vi.waitFor(() => expect(placed()).toHaveLength(1));
    expect(hand.trace.outside.get().shared).toBe('');
    hand.trace.outside.update((state) => ({ ...state, shared: '1:deploy' }));
    await placeAt(app, hand.trace, [csv('time,name\n1795242964.926,later\n')], BEGIN_MS);
    expect(placed()).toHaveLength(2);
    expect(hand.trace.outside.get().shared).toBe('1:deploy,2:later');
  });

  test('of another day says which times it has and which the trace', async () => {
    openTrace();
    const other = csv('time,name\n2026-11-20T06:36:03Z,deploy\n2026-11-20T06:37:03Z,\n');
    await placeAt(app, hand.trace, [other], BEGIN_MS);
    expect(said()).toBe(
      'deploys.csv: none of its 1 mark is in the time of the trace, 2026-11-21 06:36:02.926 UTC to 2026-11-21 06:36:12.926 UTC; they go from 2026-11-20 06:36:03.000 UTC to 2026-11-20 06:36:03.000 UTC. 1 line of it could not be used: line 3: it has no name.',
    );
  });

  test('without marks is named', async () => {
    openTrace();
    await placeAt(app, hand.trace, [csv('time,name\n')], BEGIN_MS);
    expect(said()).toBe('deploys.csv: it holds no marks.');
  });

  test('that can be read no further says so, and what was read stays', async () => {
    openTrace();
    const lost = { ...DEPLOY, file: lostAfter('time,name\n2026-11-21T06:36:03.926Z,deploy\n') };
    await placeAt(app, hand.trace, [lost], BEGIN_MS);
    expect(placed()).toHaveLength(1);
    expect(said()).toBe('deploys.csv: the rest of the file could not be read.');
  });

  test('beside no trace says what it is; beside one without a clock the start is asked for', async () => {
    placeFiles(app, [DEPLOY]);
    expect(said()).toMatch(/^deploys\.csv holds marks with times of day, and no trace/);
    openTrace({});
    placeFiles(app, [DEPLOY]);
    await vi.waitFor(() => expect(app.feature(startQuestion).get()?.files).toEqual([DEPLOY]));
    expect(placed()).toEqual([]);
  });
});

function lostAfter(text: string): File {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent) controller.error(new Error('gone'));
        else controller.enqueue(new TextEncoder().encode(text));
        sent = true;
      },
    });
  let sent = false;
  return { size: 100, slice: () => ({ stream }) } as unknown as File;
}

describe('the opener', () => {
  const together = (...files: ReturnType<typeof csv>[]) =>
    outside.openers?.(app)[0]?.claims.together?.(files);

  test('takes files of marks by their names and first bytes, and leaves others at once', async () => {
    expect(await together(DEPLOY, DEPLOY)).toBe(true);
    expect(await together(DEPLOY, csv('a,b\n1,2\n'))).toBe(false);
    expect(together(DEPLOY, csv('time,name\n', 'a.sqlog'))).toBe(false);
    expect(await together()).toBe(false);
  });
});

describe('the onset', () => {
  const finding = { key: 'spiral', title: 'Spiral', severity: 'critical', startUs: 2e6, endUs: 3e6 };
  const window = (entries: readonly (readonly [string, number])[]) =>
    ({ series: entries.map(([id, entry]) => ({ id, entry })) }) as never;

  test('is that of the worst finding, with the smoothed RTT at or before it, logged before rebuilt', async () => {
    openTrace({ findings: [finding] } as never);
    const asked = askOnset(hand.trace, hand.trace.snapshot.get() ?? madeSnapshot());
    await vi.waitFor(() => expect(hand.bodies('window')).toMatchObject([{ window: { fromUs: 2e6 + 1 } }]));
    await hand.answer(
      'window',
      window([
        ['smoothed-rtt-from-packets', 7000],
        ['smoothed-rtt', 14_000],
      ]),
    );
    expect(await asked).toEqual({ onset: { timeUs: 2e6, of: '“Spiral”' }, rttUs: 14_000 });
  });

  test('without one where the longest time of what held it most begins; without an RTT then that of the trace', async () => {
    const main = { holder: 'window', cause: 'cutRandom' };
    openTrace({
      summary: { ...madeSnapshot().summary, smoothedRttUs: 9000, account: { main, parts: [main] } },
    } as never);
    const asked = askOnset(hand.trace, hand.trace.snapshot.get() ?? madeSnapshot());
    await vi.waitFor(() => expect(hand.bodies('stretches')).toHaveLength(1));
    await hand.answer('stretches', { longest: { fromUs: 4e6, toUs: 5e6 } } as never);
    await vi.waitFor(() => expect(hand.bodies('window')).toHaveLength(1));
    await hand.answer('window', window([['smoothed-rtt', Number.NaN]]));
    const onset = await asked;
    expect(onset?.rttUs).toBe(9000);
    expect(onset?.onset.timeUs).toBe(4e6);
    expect(onset?.onset.of).toMatch(/^the longest time of “.*random loss”$/);
  });

  test('is none where nothing was found and nothing held it', async () => {
    openTrace();
    expect(await askOnset(hand.trace, hand.trace.snapshot.get() ?? madeSnapshot())).toBe(null);
  });
});

test('a link brings marks as text, ticked; what cannot be read is forgotten', () => {
  openTrace();
  const { outside: store } = hand.trace;
  store.set({ marks: [], shared: '1:deploy' });
  readShared(hand.trace);
  expect(store.get()).toEqual({ marks: [{ timeUs: 1e6, name: 'deploy', value: null }], shared: '1:deploy' });
  store.set({ marks: [], shared: '1:' });
  readShared(hand.trace);
  expect(store.get()).toEqual({ marks: [], shared: '' });
});

describe('the lane', () => {
  const axis = { fromUs: 0, toUs: 1000 };

  test('has a tick per event on the axis; those too near to be two are one', () => {
    const events = [-1, 0, 2, 3, 1000, 1001].map((timeUs) => ({ timeUs, name: `${timeUs}`, value: null }));
    expect(ticksOf(events, axis).map(({ at, marks }) => [at, marks.length])).toEqual([
      [0, 2],
      [0.003, 1],
      [1, 1],
    ]);
  });

  test('draws a metric as steps, from before the axis to its end, and one that never changes in the middle', () => {
    const of = (values: readonly (readonly [number, number])[]) =>
      metricsOf(values.map(([timeUs, value]) => ({ timeUs, name: 'steal', value })));
    expect(
      of([
        [-5, 0],
        [500, 10],
      ]).map((metric) => stepsPath(metric, axis)),
    ).toEqual(['M0.0 12.00H500.0V0.00H1000']);
    expect(of([[0, 7]]).map((metric) => stepsPath(metric, axis))).toEqual(['M0.0 6.00H1000']);
  });
});
