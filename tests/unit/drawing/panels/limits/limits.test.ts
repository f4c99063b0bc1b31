/** Limits: what held the sender, in the picture, at the cursor, in the sentence and in the table. */
import { describe, expect, test } from 'vitest';
import { limits } from '../../../../../src/drawing/panels/limits/limits.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import type { StateSlice } from '../../../../../src/engine/base/columns/state-timeline.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  paintOn,
  pointsOf,
} from '../../../../support/panel-context.ts';
import { corpusPath, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';
import { acknowledge, metrics, request, send, type TimedEvent } from '../../../../support/replay-events.ts';

/** A window, and a pacing rate at which any room shown here is longer than a gap. */
const window = (column: number, bytes: number): TimedEvent =>
  metrics(columnMs(column), { congestion_window: bytes, pacing_rate: 1e9 });
const packet = (column: number, number: number): TimedEvent =>
  send(columnMs(column), number, { bytes: 1200 });
const data = (column: number, number: number, stream_id: number, fin = false): TimedEvent =>
  send(columnMs(column), number, {
    bytes: 1200,
    frames: [
      {
        frame_type: 'stream',
        stream_id,
        offset: stream_id === 0 ? 0 : (number - 1) * 1000,
        length: 1000,
        fin,
      },
    ],
  });
/**
 * A window of one packet. For a quarter the application has nothing to send; then the window holds, but for an eighth in which the ACK of
 * the last packet is overdue.
 */
const trace = await openEvents([
  request(0),
  window(0, 1200),
  data(0, 0, 0, true),
  acknowledge(columnMs(64), [[0]]),
  ...[1, 2, 3, 4].flatMap((number) => [
    data(64 + number * 64, number, 4),
    acknowledge(columnMs(128 + number * 64), [[number]]),
  ]),
  data(384, 5, 4),
  data(500, 6, 4),
  acknowledge(columnMs(512), [[6]]),
  END,
]);
const whole = trace.context();

test('the order is fixed, whichever holds first', () => {
  expect(trace.context().answer.parts.limits?.names).toEqual([
    'application',
    'congestion window',
    'loss detection',
  ]);
  expect(limits.legend(whole).map(({ id, color, pattern }) => [id, color, pattern])).toEqual([
    ['congestion window', '--slot-1', 'solid'],
    ['loss detection', '--slot-8', 'diagonal'],
    ['application', '--slot-6', 'horizontal'],
  ]);
});

test('without a cursor the legend has the shares of the visible range', () => {
  expect([...(limits.resting?.(whole) ?? [])]).toEqual([
    ['congestion window', '62.5 %'],
    ['loss detection', '12.5 %'],
    ['application', '25.0 %'],
  ]);
  const zoomed = trace.context({ fromUs: 384 * COLUMN_US, toUs: 512 * COLUMN_US });
  expect([...(limits.resting?.(zoomed).values() ?? [])]).toEqual(['50.0 %', '50.0 %', '0.0 %']);
});

test('at the cursor are the shares of that column', () => {
  expect([...limits.values(whole, 200 * COLUMN_US).values()]).toEqual(['100.0 %', '0.0 %', '0.0 %']);
  expect([...limits.values(whole, 500 * COLUMN_US).values()]).toEqual(['0.0 %', '100.0 %', '0.0 %']);
  expect(limits.values(whole, -COLUMN_US).size).toBe(0);
});

test('the sentence begins with the longest, leaves out what is not visible, and states that it is rebuilt', () => {
  expect(limits.sentence(whole)).toBe(
    'What held the sender: the congestion window 62.5 % of the time in view, the application 25.0 %, loss detection ' +
      '12.5 %; rebuilt from packets and the logged window.',
  );
  const late = trace.context({ fromUs: 448 * COLUMN_US, toUs: 512 * COLUMN_US });
  expect(limits.sentence(late)).toBe(
    'What held the sender: loss detection 100.0 % of the time in view; rebuilt from packets and the logged window.',
  );
  expect(limits.title).toContain('rebuilt');
});

test('a part of the table has the shares of that part', () => {
  expect(limits.cells(whole, 0, 256 * COLUMN_US)).toEqual(['50.0 %', '0.0 %', '50.0 %']);
});

test('the picture gives each holder its time as area, with a colour and a pattern of its own', () => {
  const { surface, axisText } = paintOn(limits, whole);
  const all = surface.rects.reduce((sum, { width, height }) => sum + width * height, 0);
  const share = (color: string, pattern: string): number =>
    surface.rects
      .filter(({ fill }) => fill.color === color && fill.pattern === pattern)
      .reduce((sum, { width, height }) => sum + width * height, 0) / all;
  expect(share('slot-1', 'solid')).toBeCloseTo(0.625, 2);
  expect(share('slot-8', 'diagonal')).toBeCloseTo(0.125, 2);
  expect(share('slot-6', 'horizontal')).toBeCloseTo(0.25, 2);
  expect(axisText(0.5)).toBe('50 %');
});

test('a hidden one leaves its time blank and moves no other', () => {
  const rects = (hidden: readonly string[]) => paintOn(limits, trace.context({ hidden })).surface.rects;
  const shown = rects([]).filter(({ fill }) => fill.color !== 'slot-1');
  expect(shown.length).toBeGreaterThan(0);
  expect(rects(['limits/congestion window'])).toEqual(shown);
});

test('without an account it says why in one line', async () => {
  const silent = await openEvents([window(0, 12_000), window(1, 13_000), END]);
  expect(limits.missing(silent.snapshot)).toBe(silent.snapshot.summary.account?.sentence);
  const { account: _, ...summary } = trace.snapshot.summary;
  expect(limits.missing({ ...trace.snapshot, summary, phase: 'reading' })).toContain('read to its end');
  expect(limits.missing({ ...trace.snapshot, summary })).toContain('does not show');
  expect(limits.missing(trace.snapshot)).toBeNull();
});

test('where no window is logged, congestion control and application are one holder', async () => {
  const blind = await openEvents([
    request(0),
    ...[0, 1, 2].map((number) => packet(64 * number, number)),
    END,
  ]);
  expect(limits.missing(blind.snapshot)).toBeNull();
  expect(limits.sentence(blind.context())).toContain('the sender (its window is not logged)');
});

test('on the incident the window is the limit whenever a second packet would not fit', async () => {
  const file = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const inFlight = rawMetric(rawRecords(file), 'bytes_in_flight');
  const [fromMs, toMs] = [3000, 9000];
  let fullMs = 0;
  inFlight.forEach(({ timeMs, value }, i) => {
    const untilMs = inFlight[i + 1]?.timeMs ?? toMs;
    if (value + 1350 > 2700) fullMs += Math.max(0, Math.min(untilMs, toMs) - Math.max(timeMs, fromMs));
  });
  const view = (await openTrace(file)).context({ fromUs: fromMs * 1000, toUs: toMs * 1000 });
  const shown = Number.parseFloat(limits.resting?.(view).get('congestion window') ?? '');
  const full = (100 * fullMs) / (toMs - fromMs);
  expect(full).toBeGreaterThan(95);
  // Room shorter than half a pacing gap counts for the window as well.
  expect(shown).toBeGreaterThanOrEqual(full);
  expect(shown - full).toBeLessThan(1);
});

describe('names unknown to this version', () => {
  const { answer, ...rest } = trace.context();
  const slice = answer.parts.limits as StateSlice;
  const named = (names: readonly string[]): PanelContext => ({
    ...rest,
    answer: { ...answer, parts: { ...answer.parts, limits: { ...slice, names } } },
  });

  test('are left out, and the known ones keep their columns', () => {
    const boxesOf = (context: PanelContext) => {
      const { surface } = paintOn(limits, context);
      return surface.rects.filter(({ fill }) => fill.color === 'slot-8').map(({ x, height }) => [x, height]);
    };
    expect(boxesOf(whole).length).toBeGreaterThan(0);
    // Without those below it the share stands lower, as wide and as high as before.
    expect(boxesOf(named(['a holder of tomorrow', 'another', 'loss detection']))).toEqual(boxesOf(whole));
  });

  test('alone draw nothing, and are drawn at once', () => {
    const context = named(['one of tomorrow', 'two of tomorrow', 'three of tomorrow']);
    expect(paintOn(limits, context).surface.rects).toEqual([]);
    expect(limits.sentence(context)).toBe('Nothing in view tells what held the sender.');
  });
});

test.each([
  [0.0005, true],
  [0.00049, false],
])('a share of %d is told in the sentence: %s', (share, told) => {
  const { answer } = whole;
  const slice = {
    names: ['application', 'congestion window'],
    shares: Float64Array.from([share, 1 - share]),
    changes: new Float64Array(1),
  };
  const window = {
    fromUs: whole.viewport.fromUs,
    columnUs: whole.viewport.toUs - whole.viewport.fromUs,
    columns: 1,
  };
  const sentence = limits.sentence({
    ...whole,
    answer: { ...answer, window, parts: { ...answer.parts, limits: slice } },
  });
  expect(sentence.includes('the application')).toBe(told);
});

describe('the logged flag of the application', () => {
  const said = (column: number, is: boolean): TimedEvent => metrics(columnMs(column), { app_limited: is });
  const flagged = openEvents([
    request(0),
    window(0, 1200),
    said(0, false),
    packet(64, 0),
    said(128, true),
    said(256, false),
    END,
  ]);

  test('is a strip along the top, as high as its share', async () => {
    const { surface } = paintOn(limits, (await flagged).context());
    const strip = surface.rects.filter(({ fill }) => fill.color === 'ink');
    expect(strip.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(128, -1);
    for (const { x, y, height } of strip) expect([x >= 128, y, height]).toEqual([true, 0, 5]);
  });

  test('is told in time, of no share, in the legend, at the cursor, in the sentence and in the table', async () => {
    const context = (await flagged).context();
    expect(limits.legend(context).at(-1)).toMatchObject({
      id: 'app-limited',
      label: 'app_limited (log)',
    });
    expect(limits.resting?.(context).get('app-limited')).toBe('262 ms');
    expect(limits.values(context, 200 * COLUMN_US).get('app-limited')).toBe('set');
    expect(limits.values(context, 300 * COLUMN_US).get('app-limited')).toBe('not set');
    expect(limits.sentence(context)).toMatch(
      /; rebuilt .* The log’s app_limited is set for 262 ms in view\.$/,
    );
    expect(limits.cells(context, 128 * COLUMN_US, 512 * COLUMN_US).at(-1)).toBe('262 ms');
  });

  test('hidden, or not logged, it is not drawn', async () => {
    const inked = (context: PanelContext) =>
      paintOn(limits, context).surface.rects.filter(({ fill }) => fill.color === 'ink');
    expect(inked((await flagged).context({ hidden: ['limits/app-limited'] }))).toEqual([]);
    expect(inked(whole)).toEqual([]);
    expect(limits.legend(whole).some(({ id }) => id === 'app-limited')).toBe(false);
    expect(limits.values(whole, 200 * COLUMN_US).has('app-limited')).toBe(false);
  });
});

describe('the credit of the connection', () => {
  const data = (column: number, number: number): TimedEvent =>
    send(columnMs(column), number, {
      bytes: 1200,
      frames: [{ frame_type: 'stream', stream_id: 0, offset: number * 1000, length: 1000 }],
    });
  const grantedBytes = (initial_max_data: number) =>
    openEvents([
      [0, 'quic:parameters_set', { owner: 'remote', initial_max_data }],
      request(0),
      window(0, 2000),
      data(64, 0),
      acknowledge(columnMs(128), [[0]]),
      END,
    ]);
  const granted = grantedBytes(1500);

  test('is a line whose axis is the largest window', async () => {
    const context = (await granted).context();
    const heights = pointsOf(paintOn(limits, context).surface, 'connection-credit').map(([, y]) => y);
    expect([Math.min(...heights), Math.max(...heights)]).toEqual([25, 75]);
    const hidden = (await granted).context({ hidden: ['limits/connection-credit'] });
    expect(pointsOf(paintOn(limits, hidden).surface, 'connection-credit')).toEqual([]);
  });

  test('has its bytes in the legend, at the cursor, in the sentence and in the table', async () => {
    const context = (await granted).context();
    expect(limits.legend(context).at(-1)?.id).toBe('connection-credit');
    expect(limits.resting?.(context).get('connection-credit')).toBe('500 B to 1.5 kB');
    expect(limits.values(context, 200 * COLUMN_US).get('connection-credit')).toBe('500 B');
    expect(limits.sentence(context)).toMatch(/ Credit of the connection: 500 B to 1\.5 kB\.$/);
    expect(limits.cells(context, 256 * COLUMN_US, 512 * COLUMN_US).at(-1)).toBe('500 B');
  });

  test('is left out where it is never less than the largest window', async () => {
    const shown = async (bytes: number) => {
      const context = (await grantedBytes(bytes)).context();
      expect(pointsOf(paintOn(limits, context).surface, 'connection-credit').length > 0).toBe(
        limits.values(context, 200 * COLUMN_US).has('connection-credit'),
      );
      return limits.legend(context).some(({ id }) => id === 'connection-credit');
    };
    expect([await shown(2999), await shown(3000)]).toEqual([true, false]);
  });

  test('is left out where the log does not say what was granted', () => {
    expect(limits.legend(whole).some(({ id }) => id === 'connection-credit')).toBe(false);
    expect(limits.values(whole, 200 * COLUMN_US).has('connection-credit')).toBe(false);
    expect(limits.sentence(whole)).not.toContain('Credit');
  });
});
