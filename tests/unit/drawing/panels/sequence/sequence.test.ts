/** Sequence: packets singly with their fates, ranges where they are dense, strips for other number spaces. */
import { describe, expect, test } from 'vitest';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import { sequence } from '../../../../../src/drawing/panels/sequence/sequence.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  paintOn,
} from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import type { RecordingSurface } from '../../../../support/recording-surface.ts';
import { acknowledge, lost, send, type TimedEvent } from '../../../../support/replay-events.ts';

const SENT = 'slot-1';
const ACKED = 'slot-3';
const SPURIOUS = 'slot-2';
const RESENT = 'slot-4';
const EARLY = 'slot-6';
const LOSS = 'loss';

const stream = (timeMs: number, n: number, offset: number): TimedEvent =>
  send(timeMs, n, { frames: [{ frame_type: 'stream', stream_id: 0, offset, length: 900 }] });

/** Few packets, one of every fate; Initial numbers begin far above those of 1-RTT. */
const few = await openEvents([
  send(columnMs(4), 90_000, { type: 'initial' }),
  stream(columnMs(20), 0, 0),
  stream(columnMs(21), 1, 900),
  stream(columnMs(22), 2, 1800),
  send(columnMs(23), 3, { frames: [{ frame_type: 'ack' }] }),
  [columnMs(30), 'security:key_discarded', { key_type: 'server_initial_secret' }],
  acknowledge(columnMs(120), [[2]]),
  lost(columnMs(130), 0),
  lost(columnMs(131), 1),
  stream(columnMs(140), 4, 0),
  acknowledge(columnMs(200), [[1]]),
  END,
]);

/** 2,000 packets in 500 columns; number 801 is declared lost, all others are acknowledged 20 columns later. */
const many = await openEvents([
  ...Array.from({ length: 500 }, (_, i): readonly TimedEvent[] => [
    ...(i >= 20 ? [acknowledge(columnMs(i), ackedBy((i - 20) * 4 + 3))] : []),
    ...(i === 230 ? [lost(columnMs(i), 801)] : []),
    ...[0, 1, 2, 3].map((k) => send(columnMs(i) + k / 100, i * 4 + k)),
  ]).flat(),
  END,
]);

function ackedBy(largest: number): readonly (readonly number[])[] {
  return largest > 801
    ? [
        [0, 800],
        [802, largest],
      ]
    : [[0, Math.min(largest, 800)]];
}

/** Middles of the marks of a colour: the mean of the ends of each stroke that the pen draws. */
function marksOf(surface: RecordingSurface, color: string): readonly (readonly [number, number])[] {
  const lines = surface.lines.filter(({ stroke }) => stroke.color === color && stroke.dash.length === 0);
  return lines.flatMap(({ points }) => {
    const strokes: [number, number][][] = [];
    for (let i = 0; i + 1 < points.length; i += 2) {
      if (Number.isNaN(points[i] as number)) strokes.push([]);
      else strokes.at(-1)?.push([points[i] as number, points[i + 1] as number]);
    }
    return strokes.map((stroke): [number, number] => {
      const middle = (axis: 0 | 1) => {
        const values = stroke.map((point) => point[axis]);
        return (Math.min(...values) + Math.max(...values)) / 2;
      };
      return [middle(0), middle(1)];
    });
  });
}
const xsOf = (surface: RecordingSurface, color: string) =>
  marksOf(surface, color).map(([x]) => Math.round(x * 10) / 10);

describe('few packets', () => {
  const { surface, painted, axisMax, axisText } = paintOn(sequence, few.context());

  test('are where they were sent, and again where they were acknowledged or declared lost', () => {
    expect(surface.rects.map(({ x, fill }) => [Math.round(x + 2), fill.color])).toEqual([[22, SENT]]);
    expect(xsOf(surface, ACKED).sort((a, b) => a - b)).toEqual([120, 200]);
    expect(xsOf(surface, SPURIOUS)).toEqual([21]);
    // The two strokes of the cross, and the bar.
    expect(xsOf(surface, LOSS).sort((a, b) => a - b)).toEqual([20, 20, 130]);
    expect(xsOf(surface, RESENT)).toEqual([140]);
    expect(xsOf(surface, 'faint')).toContain(23);
  });

  test('a lost packet is connected to its declaration, in dashes', () => {
    const joined = surface.lines.filter(({ stroke }) => stroke.color === LOSS && stroke.dash.length > 0);
    expect(joined.map(({ points }) => [points[2], points[4]])).toEqual([[20, 130]]);
    expect(joined[0]?.points[3]).toBe(joined[0]?.points[5]);
  });

  test('of another number space are in a strip at the bottom and leave the axis to 1-RTT', () => {
    expect(xsOf(surface, EARLY)).toEqual([4]);
    const [[, y] = []] = marksOf(surface, EARLY);
    expect(y).toBeGreaterThan(86);
    for (const color of [ACKED, LOSS, RESENT, SPURIOUS]) {
      for (const [, row] of marksOf(surface, color)) expect(row).toBeLessThan(86);
    }
    expect(axisMax).toBeLessThan(5);
    expect(painted.max).toBe(axisMax);
    expect([axisText(4), axisText(0.5), axisText(-1)]).toEqual(['#4', '', '']);
  });

  test('a later number is above an earlier one', () => {
    const row = (color: string, x: number) =>
      marksOf(surface, color).find(([at]) => at === x)?.[1] ?? Number.NaN;
    expect(row(RESENT, 140)).toBeLessThan(row(ACKED, 120));
    expect(row(ACKED, 120)).toBeLessThan(row(ACKED, 200));
    expect(row(ACKED, 200)).toBeLessThan(row(LOSS, 20));
  });

  test('the legend names the kinds in the trace, and no more', () => {
    const entries = sequence.legend(few.context());
    expect(entries.map(({ id }) => id)).toEqual([
      'sent',
      'acked',
      'lost',
      'spurious',
      'resent',
      'aside',
      'early',
    ]);
    expect(entries[2]?.label).toBe('lost (in flight, logged)');
    expect(entries[6]?.label).toContain('keys discarded');
    expect(new Set(entries.map(({ swatch }) => swatch)).size).toBe(entries.length);
    expect(sequence.legend(many.context()).map(({ id }) => id)).toEqual(['sent', 'acked', 'lost']);
  });

  test.each([
    ['sent', SENT],
    ['acked', ACKED],
    ['lost', LOSS],
    ['spurious', SPURIOUS],
    ['resent', RESENT],
    ['early', EARLY],
  ])('hidden %s is not painted', (id, color) => {
    const hidden = paintOn(sequence, few.context({ hidden: [`sequence/${id}`] })).surface;
    expect(hidden.lines.filter(({ stroke }) => stroke.color === color)).toEqual([]);
    expect(hidden.rects.filter(({ fill }) => fill.color === color)).toEqual([]);
  });

  test('a visible ACK of a packet sent before is drawn', () => {
    const later = few.context({ fromUs: 190 * COLUMN_US, toUs: 210 * COLUMN_US, width: 20 });
    expect(xsOf(paintOn(sequence, later).surface, ACKED)).toEqual([10]);
  });

  test('values, sentence and cells', () => {
    const context = few.context();
    const at = (column: number) => Object.fromEntries(sequence.values(context, columnUs(column)));
    expect(at(20)).toMatchObject({ sent: 'up to 0', acked: 'none yet', lost: '1 here', early: '0 here' });
    expect(at(150)).toMatchObject({ sent: 'up to 4', acked: 'up to 2', lost: '0 here' });
    expect(Object.fromEntries(sequence.resting?.(context) ?? [])).toMatchObject({ sent: '5', early: '1' });
    expect(sequence.sentence(context)).toContain('sent 0 to 4 (5); acknowledged 1 to 2 (2)');
    expect(sequence.sentence(context)).toContain(
      '1 lost (in flight), 1 declared lost and acknowledged later',
    );
    expect(sequence.cells(context, 0, columnUs(100))).toEqual([
      '0 to 3 (4)',
      'none',
      '1',
      '1',
      '0',
      '1',
      '1',
    ]);
  });
});

const columnUs = (column: number): number => column * COLUMN_US + 10;

describe('many packets', () => {
  const context = many.context();
  const picture = (of: PanelContext, lockedMax: number | null = null) => paintOn(sequence, of, lockedMax);
  const lineOf = (surface: RecordingSurface, color: string) =>
    surface.lines.filter(({ stroke }) => stroke.color === color);

  test('are two rising lines, the acknowledged one below and after', () => {
    const { surface } = picture(context);
    const [sent, ...others] = lineOf(surface, SENT);
    const [acked] = lineOf(surface, ACKED);
    expect(others).toEqual([]);
    expect(sent?.stroke.dash).toEqual([]);
    expect(acked?.stroke.dash.length).toBeGreaterThan(0);
    const ys = (points: readonly number[] = []) => points.filter((_, i) => i % 2 === 1);
    for (const line of [sent, acked]) {
      const rows = ys(line?.points);
      expect(rows).toEqual([...rows].sort((a, b) => b - a));
    }
    const first = (points: readonly number[] = []) => points[0];
    expect(first(sent?.points)).toBe(0);
    expect(first(acked?.points)).toBe(20);
  });

  test('a single lost one is a cross where it was sent', () => {
    const { surface } = picture(context);
    const marks = marksOf(surface, LOSS);
    expect(marks).toHaveLength(2);
    expect(marks[0]?.[0]).toBeCloseTo(200.5, 1);
    expect(sequence.values(context, columnUs(200)).get('lost')).toBe('1 here');
    expect(sequence.values(context, columnUs(230)).get('lost')).toBe('0 here');
  });

  test('give the highest numbers so far', () => {
    const values = sequence.values(context, columnUs(100));
    expect([values.get('sent'), values.get('acked')]).toEqual(['up to 403', 'up to 323']);
    expect(sequence.sentence(context)).toContain('sent 0 to 1,999 (2,000); acknowledged 0 to 1,919 (1,919)');
  });

  test('the axis follows the visible packets, and a locked one begins at 0', () => {
    const part = many.context({ fromUs: 300 * COLUMN_US, toUs: 400 * COLUMN_US, width: 100 });
    const { axisMax } = picture(part);
    expect(axisMax).toBeGreaterThan(1599);
    expect(axisMax).toBeLessThan(1700);
    const locked = picture(part, 1000);
    expect(locked.axisMax).toBe(1000);
    expect(locked.painted.clipped).toMatch(/numbers up to 1,5\d\d lie above the locked axis/);
    expect(picture(context, 2500).painted.clipped).toBeUndefined();
  });
});

describe('real traces', () => {
  test('many losses are marks apart from each other, not one for each', async () => {
    const trace = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
    const context = trace.context({ width: 1000 });
    const marks = marksOf(paintOn(sequence, context).surface, LOSS);
    expect(trace.snapshot.summary.packetsLost).toBe(66);
    expect(marks.length).toBeGreaterThan(10);
    expect(marks.length).toBeLessThan(2 * 66);
    const label = sequence.legend(context).find(({ id }) => id === 'lost')?.label;
    expect(label).toBe('lost (in flight, counted by the stack, which ones inferred)');
  });

  test('a trace without sent packets says which event is missing', async () => {
    const { snapshot } = await openEvents([[0, 'quic:recovery_metrics_updated', { congestion_window: 1 }]]);
    expect(sequence.missing(snapshot)).toMatch(/packet_sent/);
    expect(sequence.missing(few.snapshot)).toBeNull();
  });
});
