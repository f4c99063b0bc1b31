/** Oscillation: transitions per second, and the spacing of entries into recovery with the RTT marked. */
import { describe, expect, test } from 'vitest';
import {
  longestBinWords,
  oscillation,
  paintSpacing,
  spacingWords,
} from '../../../../src/drawing/panels/oscillation.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  PALETTE,
  paintOn,
  pointsOf,
} from '../../../support/panel-context.ts';
import { corpusPath, rawEntries, rawRecords, rawStates } from '../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';
import { metrics, send, type TimedEvent } from '../../../support/replay-events.ts';

const enter = (column: number, name: string): TimedEvent => [
  columnMs(column),
  'quic:congestion_state_updated',
  { new: name },
];

/** Eight columns per cycle in the first half: recovery for six of them; the RTT is eight columns too. */
const cycles = Array.from({ length: 32 }, (_, i) => [
  enter(i * 8 + 2, 'recovery'),
  enter(i * 8 + 7.9, 'congestion_avoidance'),
]).flat();
const rtt = columnMs(8);
const trace = await openEvents([
  send(0, 0),
  enter(0, 'congestion_avoidance'),
  metrics(columnMs(1), { smoothed_rtt: rtt, latest_rtt: rtt }),
  ...cycles,
  END,
]);
const whole = trace.context();
const PER_SECOND = 2 / ((8 * COLUMN_US) / 1e6);

test('at the cursor and in the table are transitions per second', () => {
  expect(oscillation.values(whole, 100 * COLUMN_US).get('transitions')).toBe(`${Math.round(PER_SECOND)}/s`);
  expect(oscillation.values(whole, 400 * COLUMN_US).get('transitions')).toBe('0.0/s');
  expect(oscillation.cells(whole, 0, 256 * COLUMN_US)).toEqual([`${Math.round(PER_SECOND)}/s`]);
  expect(oscillation.cells(whole, 256 * COLUMN_US, 512 * COLUMN_US)).toEqual(['0.0/s']);
});

test('the sentence counts transitions and gives the median spacing in RTT', () => {
  expect(oscillation.sentence(whole)).toBe(
    '64 state transitions in view; 32 entries into recovery, median spacing 16.4 ms = 1.00 RTT.',
  );
});

test('the rate is a line of steps that follows what is visible', () => {
  const { surface, axisMax, axisText } = paintOn(oscillation, whole);
  const points = pointsOf(surface, 'transitions');
  expect(points.length).toBeGreaterThan(4);
  const rateAt = (column: number): number => {
    const point = points.findLast(([x]) => x <= column);
    return ((100 - (point?.[1] ?? 0)) / 100) * axisMax;
  };
  expect(rateAt(120)).toBeCloseTo(PER_SECOND, 0);
  expect(rateAt(420)).toBeCloseTo(0, 6);
  expect(axisMax).toBeLessThan(PER_SECOND * 1.5);
  expect(axisText(100)).toBe('100/s');
  const quiet = trace.context({ fromUs: 320 * COLUMN_US, toUs: 500 * COLUMN_US });
  expect(paintOn(oscillation, quiet).axisMax).toBe(1);
});

test('the last step covers no time after the trace: a steady rate is steady to its end', async () => {
  const steady = await openEvents([
    send(0, 0),
    metrics(columnMs(1), { smoothed_rtt: rtt, latest_rtt: rtt }),
    enter(0, 'congestion_avoidance'),
    ...Array.from({ length: 511 }, (_, i) => enter(i + 1, i % 2 === 0 ? 'recovery' : 'congestion_avoidance')),
    END,
  ]);
  const { surface, axisMax } = paintOn(oscillation, steady.context());
  const last = pointsOf(surface, 'transitions').at(-1);
  const rate = ((100 - (last?.[1] ?? 0)) / 100) * axisMax;
  expect(rate).toBeGreaterThan(0.9 * (1e6 / COLUMN_US));
});

test('a hidden line and a lock are respected', () => {
  const hidden = paintOn(oscillation, trace.context({ hidden: ['oscillation/transitions'] }));
  expect(hidden.surface.lines).toEqual([]);
  expect(paintOn(oscillation, whole, 1000).axisMax).toBe(1000);
});

describe('the spacing of entries', () => {
  test('is a distribution over four round trips with the RTT marked at a quarter', () => {
    const surface = new RecordingSurface(288, 44);
    paintSpacing(surface, whole.answer, PALETTE);
    expect(surface.rects).toHaveLength(1);
    expect(Math.abs((surface.rects[0]?.x ?? 0) - 72)).toBeLessThanOrEqual(6);
    expect(surface.lines.map(({ points }) => points[0])).toEqual([72.5]);
  });

  test('ends with a hatched bin of everything longer, which is labelled so', async () => {
    const rare = await openEvents([
      send(0, 0),
      metrics(columnMs(1), { smoothed_rtt: rtt, latest_rtt: rtt }),
      ...[0, 8, 200].flatMap((column) => [
        enter(column, 'recovery'),
        enter(column + 1, 'congestion_avoidance'),
      ]),
      END,
    ]);
    const { answer } = rare.context();
    const surface = new RecordingSurface(288, 44);
    paintSpacing(surface, answer, PALETTE);
    expect(surface.rects.map(({ fill }) => fill.pattern)).toEqual(['solid', 'diagonal']);
    expect(surface.rects[1]?.x).toBe(282);
    const longestUs = (answer.spacing?.binUs ?? 0) * 47;
    expect(longestBinWords(answer.spacing!)).toBe(`${(longestUs / 1000).toFixed(1)} ms and more`);
  });

  test('is replaced by a text if there is too little data', async () => {
    const once = await openEvents([send(0, 0), enter(0, 'slow_start'), enter(9, 'recovery'), END]);
    expect(spacingWords(once.context().answer, undefined)).toBe(
      'fewer than two entries into recovery in view',
    );
    const never = await openEvents([send(0, 0), enter(0, 'slow_start'), enter(9, 'startup'), END]);
    expect(spacingWords(never.context().answer, undefined)).toBe('no recovery state is logged');
    const surface = new RecordingSurface(288, 44);
    paintSpacing(surface, never.context().answer, PALETTE);
    paintSpacing(surface, once.context().answer, PALETTE);
    expect(surface.rects).toEqual([]);
  });

  test('has no ratio if no RTT is known', async () => {
    const blind = await openEvents([send(0, 0), enter(0, 'slow_start'), ...cycles, END]);
    expect(spacingWords(blind.context().answer, undefined)).toBe(
      '32 entries into recovery, median spacing 16.4 ms',
    );
  });
});

test('a trace without transitions names the event', async () => {
  const { snapshot } = await openTrace(corpusPath('spiral-corelevel-s12.server.sqlog.gz'));
  expect(oscillation.missing(snapshot)).toContain('congestion_state_updated');
  expect(oscillation.missing(trace.snapshot)).toBeNull();
});

test('on the incident rate, entries and median spacing are those of the records', async () => {
  const file = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const records = rawRecords(file);
  const [fromUs, toUs] = [2 ** 22, 2 ** 23];
  const inside = (timeMs: number): boolean => timeMs * 1000 >= fromUs && timeMs * 1000 <= toUs;
  const entries = rawEntries(records, 'recovery').filter(inside);
  const spacings = entries.slice(1).map((timeMs, i) => timeMs - (entries[i] as number));
  spacings.sort((a, b) => a - b);
  const median = spacings[spacings.length >> 1] as number;
  const view = (await openTrace(file)).context({ width: 1024, fromUs, toUs });
  expect(spacingWords(view.answer, undefined)).toMatch(
    new RegExp(
      `^${entries.length} entries into recovery, median spacing ${median.toFixed(1)} ms = [01]\\.\\d\\d RTT$`,
    ),
  );
  const changes = rawStates(records).filter(({ timeMs }) => inside(timeMs)).length;
  const rate = Math.round(changes / ((toUs - fromUs) / 1e6));
  expect(oscillation.cells(view, fromUs, toUs)).toEqual([`${rate}/s`]);
});
