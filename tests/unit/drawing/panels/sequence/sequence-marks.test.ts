/** Which packet is which mark, on a space made by hand: a pixel per µs, a pixel per number, 100 at the foot. */
import { describe, expect, test } from 'vitest';
import type { PaintTools, PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import {
  type MarkKind,
  paintColumns,
  paintPackets,
} from '../../../../../src/drawing/panels/sequence/sequence-marks.ts';
import type {
  NumberRanges,
  SequencePacket,
  SpaceSequence,
} from '../../../../../src/engine/sender/transport/sequence.ts';
import { PALETTE } from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const SCALE = { y: (n: number) => 100 - n, footY: 100, rowPx: 4 };
const [SENT, SPURIOUS, ACKED, RESENT, , EARLY] = PALETTE.slots;
/** A column is 10 µs wide. */
const CONTEXT = {
  viewport: { fromUs: 0, toUs: 100, width: 100 },
  answer: { window: { fromUs: 0, columnUs: 10, columns: 10 } },
  snapshot: { extent: { fromUs: 0, toUs: 95 } },
} as unknown as PanelContext;
const NONE: NumberRanges = {
  columns: new Uint32Array(0),
  lows: new Float64Array(0),
  highs: new Float64Array(0),
  counts: new Uint32Array(0),
};
const EMPTY = {
  sent: NONE,
  acked: NONE,
  lost: NONE,
  spurious: NONE,
  resent: NONE,
  discarded: NONE,
  aside: NONE,
};

/** Rows of column, lowest, highest and count. */
const ranges = (...rows: readonly (readonly [number, number, number, number])[]): NumberRanges => ({
  columns: Uint32Array.from(rows.map(([column]) => column)),
  lows: Float64Array.from(rows.map(([, low]) => low)),
  highs: Float64Array.from(rows.map(([, , high]) => high)),
  counts: Uint32Array.from(rows.map(([, , , count]) => count)),
});

const spaceOf = (change: Partial<SpaceSequence>): SpaceSequence =>
  ({
    name: '1-RTT',
    before: { sent: Number.NaN, acked: Number.NaN },
    columns: EMPTY,
    packets: null,
    ...change,
  }) as SpaceSequence;

const toolsOn = (surface: RecordingSurface): PaintTools => ({
  surface,
  palette: PALETTE,
  lockedMax: null,
  axis: () => {},
});

function columnsOf(
  columns: Partial<SpaceSequence['columns']>,
  change: Partial<SpaceSequence> = {},
  isShown: (kind: MarkKind) => boolean = () => true,
): RecordingSurface {
  const surface = new RecordingSurface(100, 100);
  paintColumns(
    CONTEXT,
    toolsOn(surface),
    spaceOf({ columns: { ...EMPTY, ...columns }, ...change }),
    SCALE,
    isShown,
  );
  return surface;
}

const lineOf = (surface: RecordingSurface, color: string | undefined, dash: number) =>
  surface.lines.find(({ stroke }) => stroke.color === color && stroke.dash.length === dash)?.points;

describe('the highest number of a column', () => {
  test('starts at the lowest of the first, and is held to the end of the trace', () => {
    const surface = columnsOf({ sent: ranges([1, 10, 20, 3], [4, 21, 30, 2]) });
    expect(lineOf(surface, SENT, 0)).toEqual([10, 90, 10, 80, 40, 80, 40, 70, 95, 70]);
  });

  test('begins with the highest sent before, and does not decrease', () => {
    const before = { sent: 40, acked: 15 };
    const surface = columnsOf(
      { sent: ranges([0, 10, 20, 3], [9, 21, 50, 2]), acked: ranges([3, 5, 12, 2]) },
      { before },
    );
    expect(lineOf(surface, SENT, 0)).toEqual([0, 60, 0, 60, 0, 60, 90, 60, 90, 50, 95, 50]);
    expect(lineOf(surface, ACKED, 2)).toEqual([0, 85, 30, 85, 30, 85, 95, 85]);
  });

  test('stays on the axis', () => {
    const surface = columnsOf({ sent: ranges([1, -20, 150, 3]) });
    expect(lineOf(surface, SENT, 0)).toEqual([10, 100, 10, 0, 95, 0]);
    expect(surface.rects.map(({ y, height }) => [y, height])).toEqual([[0, 100]]);
  });

  test.each([
    [10, 11, 1],
    [10, 10, 0],
    [10, 10.9, 0],
  ])('has a range after it from a pixel on: %d to %d', (low, high, count) => {
    const { rects } = columnsOf({ sent: ranges([2, low, high, 2]) });
    expect(rects.length).toBe(count);
    if (count > 0) expect(rects[0]).toMatchObject({ x: 20, width: 10, y: 89, height: 1, opacity: 0.25 });
  });

  test('is none if nothing is visible, and not drawn if hidden', () => {
    expect(columnsOf({}).lines).toEqual([]);
    const both = { sent: ranges([1, 1, 2, 1]), acked: ranges([2, 1, 1, 1]) };
    expect(
      lineOf(
        columnsOf(both, {}, (kind) => kind !== 'sent'),
        SENT,
        0,
      ),
    ).toBeUndefined();
    expect(
      lineOf(
        columnsOf(both, {}, (kind) => kind !== 'acked'),
        ACKED,
        2,
      ),
    ).toBeUndefined();
  });
});

describe('rare kinds in columns', () => {
  const crosses = (...rows: readonly (readonly [number, number, number, number])[]) => {
    const { lines } = columnsOf({ lost: ranges(...rows) });
    const marks = lines.filter(({ stroke }) => stroke.width === 1.8).flatMap(({ points }) => points);
    const joined = lines.filter(({ stroke }) => stroke.width === 1).flatMap(({ points }) => points);
    // A cross has six points after its first lifted pen.
    return { marks: marks.length / 12, joined: joined.length / 6 };
  };

  test.each([
    [[2, 10, 10, 1], { marks: 1, joined: 0 }],
    [[2, 10, 30, 2], { marks: 2, joined: 0 }],
    [[2, 10, 30, 3], { marks: 2, joined: 1 }],
    [[2, 10, 16, 3], { marks: 2, joined: 0 }],
    [[2, 10, 16.1, 3], { marks: 2, joined: 1 }],
    [[2, -30, 20, 9], { marks: 1, joined: 0 }],
    [[2, 0, 100, 9], { marks: 2, joined: 1 }],
    [[2, 50, 101, 9], { marks: 1, joined: 0 }],
  ] as const)('%j', (row, found) => {
    expect(crosses(row)).toEqual(found);
  });

  test('are in the middle of their column, in visible columns', () => {
    const { lines } = columnsOf({ spurious: ranges([3, 50, 50, 1], [10, 60, 60, 1]) });
    expect(lines.map(({ points }) => points.slice(2, 4))).toEqual([[35, 45]]);
    expect(lines[0]?.stroke.color).toBe(SPURIOUS);
  });

  test.each(['resent', 'spurious', 'lost', 'aside'] as const)('is hidden with its kind: %s', (kind) => {
    const columns = { [kind]: ranges([3, 50, 50, 1]) };
    expect(columnsOf(columns).lines.length).toBe(1);
    expect(columnsOf(columns, {}, (shown) => shown !== kind).lines).toEqual([]);
  });

  test('of a space before 1-RTT are its sent and discarded packets', () => {
    const columns = {
      sent: ranges([3, 50, 50, 1]),
      discarded: ranges([5, 60, 60, 1]),
      aside: ranges([6, 1, 1, 1]),
    };
    const { lines } = columnsOf(columns, { name: 'Initial' });
    expect(
      lines.map(({ stroke, points }) => [stroke.color, stroke.width, Math.round(points[2] as number)]),
    ).toEqual([
      [EARLY, 2.6, 35],
      [EARLY, 1.1, 55],
    ]);
  });
});

describe('single packets', () => {
  const [OUT, ACK, LOST, GONE, ASIDE, LATE] = [0, 1, 2, 3, 4, 5] as const;
  const packet = (
    sentUs: number,
    packetNumber: number,
    fate: number,
    settledUs = Number.NaN,
    resent = false,
  ) => ({ sentUs, packetNumber, space: 2, sizeBytes: 1, fate, settledUs, resent }) as SequencePacket;

  function paint(
    packets: readonly SequencePacket[],
    {
      name = '1-RTT',
      rowPx = 4,
      hidden = [],
    }: { name?: string; rowPx?: number; hidden?: readonly MarkKind[] } = {},
  ) {
    const surface = new RecordingSurface(100, 100);
    const space = spaceOf({ name: name as SpaceSequence['name'] });
    paintPackets(
      CONTEXT,
      toolsOn(surface),
      space,
      packets,
      { ...SCALE, rowPx },
      (kind) => !hidden.includes(kind),
    );
    return surface;
  }
  const drawn = (surface: RecordingSurface) =>
    surface.calls.map((call) =>
      'points' in call ? [call.stroke.color, call.stroke.width] : [call.fill.color, 'rect'],
    );

  test.each<[what: string, packets: readonly SequencePacket[], name: string, marks: readonly unknown[]]>([
    ['one that is out', [packet(10, 50, OUT)], '1-RTT', [[SENT, 1]]],
    [
      'an acknowledged one',
      [packet(10, 50, ACK, 40)],
      '1-RTT',
      [
        ['faint', 0.6],
        [SENT, 'rect'],
        [ACKED, 1.5],
      ],
    ],
    [
      'a lost one',
      [packet(10, 50, LOST, 40)],
      '1-RTT',
      [
        ['loss', 1],
        ['loss', 1.8],
        ['loss', 2],
      ],
    ],
    [
      'one that came late',
      [packet(10, 50, LATE, 40)],
      '1-RTT',
      [
        ['faint', 0.6],
        [ACKED, 1.5],
        [SPURIOUS, 1.6],
      ],
    ],
    ['an ACK alone', [packet(10, 50, ASIDE)], '1-RTT', [['faint', 1.6]]],
    ['one that was discarded', [packet(10, 50, GONE, 40)], '1-RTT', [[SENT, 1]]],
    [
      'one with data again',
      [packet(10, 50, OUT, Number.NaN, true)],
      '1-RTT',
      [
        [SENT, 1],
        [RESENT, 1.1],
      ],
    ],
    ['an early one', [packet(10, 50, OUT)], 'Initial', [[EARLY, 1.1]]],
    [
      'an early acknowledged one',
      [packet(10, 50, ACK, 40)],
      'Initial',
      [
        ['faint', 0.6],
        [EARLY, 2.6],
        [ACKED, 1.5],
      ],
    ],
    ['an early discarded one', [packet(10, 50, GONE, 40)], 'Handshake', [[EARLY, 1.1]]],
    [
      'an early lost one',
      [packet(10, 50, LOST, 40)],
      'Handshake',
      [
        ['loss', 1],
        ['loss', 1.8],
        ['loss', 2],
      ],
    ],
  ])('%s', (_, packets, name, marks) => {
    expect(drawn(paint(packets, { name }))).toEqual(marks);
  });

  test('are connected to their ACKs if rows are four pixels apart, and both are shown', () => {
    const acked = [packet(10, 50, ACK, 40)];
    const flight = (options: Parameters<typeof paint>[1]) => lineOf(paint(acked, options), 'faint', 0);
    expect(flight({ rowPx: 4 })?.slice(2)).toEqual([10, 50, 40, 50]);
    expect(flight({ rowPx: 3.9 })).toBeUndefined();
    expect(flight({ hidden: ['acked'] })).toBeUndefined();
    expect(flight({ hidden: ['sent'] })).toBeUndefined();
  });

  test.each([
    [0, 1],
    [100, 1],
    [-0.5, 0],
    [100.5, 0],
  ])('a line at number %d is drawn on the surface only', (number, lines) => {
    expect(
      paint([packet(10, number, LOST, 40)]).lines.filter(({ stroke }) => stroke.dash.length === 2).length,
    ).toBe(lines);
  });

  test('of a burst that is declared lost at once some are connected: four pixels apart, or at another time', () => {
    const joined = (...packets: readonly SequencePacket[]) =>
      (lineOf(paint(packets), 'loss', 2) ?? []).length / 6;
    expect(joined(packet(10, 50, LOST, 40), packet(11, 53, LOST, 40))).toBe(1);
    expect(joined(packet(10, 50, LOST, 40), packet(11, 54, LOST, 40))).toBe(2);
    expect(joined(packet(10, 50, LOST, 40), packet(11, 51, LOST, 41))).toBe(2);
    expect(joined(packet(10, 50, LOST, 40), packet(11, 52, LOST, 40), packet(12, 54, LOST, 40))).toBe(2);
  });
});
