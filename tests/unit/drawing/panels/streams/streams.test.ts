/** Streams: a row each with its bytes, its waits and its end; which rows they are, and what is told of one. */
import { describe, expect, test } from 'vitest';
import { heldWords, rowsHeight, withRowsThatFit } from '../../../../../src/drawing/panels/build/rows.ts';
import { pictureOf } from '../../../../../src/drawing/panels/lanes/exported-picture.ts';
import { streams } from '../../../../../src/drawing/panels/streams/streams.ts';
import type { StreamLanes } from '../../../../../src/engine/reading/contract/streams.ts';
import { PALETTE, paintOn } from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';
import { madeSummary, ROWS_COLUMN_US, ROWS_COLUMNS, rowsContext } from '../../../../support/rows-context.ts';
import { madeLanes, madeStream } from '../../../../support/traffic.ts';

const quiet = { blocked: [], gaps: [], blockedByStreamUs: 0, gapUs: 0 };
const rows = [
  madeStream(0),
  madeStream(4, {
    ...quiet,
    finSentUs: Number.NaN,
    end: 'reset',
    aborts: [{ what: 'reset', by: 'remote', timeUs: 300_000, code: 0x10c }],
  }),
];

/** Stream 0 sends in two columns, the second time again; stream 4 once, half as much. */
function lanesOf(given: Partial<StreamLanes> = {}): StreamLanes {
  const lanes = madeLanes(rows, ROWS_COLUMNS);
  lanes.data.set([2000], 20);
  lanes.data.set([2000], 80);
  lanes.resent.set([2000], 80);
  lanes.acked.set([2000], 60);
  lanes.data.set([1000], ROWS_COLUMNS + 200);
  return { ...lanes, unusable: 0, ...given };
}
const context = rowsContext({ parts: { streamLanes: lanesOf() } });

/** Height of a plot of two rows. */
const HEIGHT = 36;
function paint(shown = context) {
  const surface = new RecordingSurface(ROWS_COLUMNS, HEIGHT);
  let labels: readonly string[] = [];
  const painted = streams.paint(shown, {
    ...{ surface, palette: PALETTE, lockedMax: null },
    axis: (max, format, _min, kind) => {
      labels = Array.from({ length: max }, (_, row) => format(row + 0.5, 1));
      expect(kind).toBe('rows');
    },
  });
  const of = (color: string, pattern = 'solid') =>
    surface.rects.filter(({ fill }) => fill.color === color && fill.pattern === pattern);
  return { surface, painted, labels, of };
}

describe('the picture', () => {
  test('has a row per stream with its id and kind beside it', () => {
    expect(paint().labels).toEqual(['0 bidi', '4 bidi']);
    expect(paint().painted.max).toBe(2);
  });

  test('draws bytes in the colour of the stream, the most of all rows as high as its row', () => {
    const { of } = paint();
    const [first, again] = of('slot-1');
    expect(first?.height).toBeGreaterThan(10);
    expect(again?.height).toBe(first?.height);
    const [half] = of('slot-2');
    expect(half?.height).toBeCloseTo((first?.height ?? 0) * Math.SQRT1_2, 6);
    expect(half?.y).toBeGreaterThan(18);
  });

  test('draws what was sent again over it, and what was acknowledged below', () => {
    const { of } = paint();
    expect(of('loss')).toMatchObject([{ x: 80 }]);
    const [acked] = of('slot-3');
    expect(acked).toMatchObject({ x: 60 });
    expect(acked?.y).toBeGreaterThan((of('slot-1')[0]?.y ?? 0) + (of('slot-1')[0]?.height ?? 0) - 0.01);
  });

  test('hatches waits for credit over the row, and those behind gaps along its upper edge', () => {
    const { of } = paint();
    expect(of('slot-2', 'diagonal')).toMatchObject([{ x: 50, width: 5, y: 0, height: 18 }]);
    const [gap] = of('slot-5', 'horizontal');
    expect(gap).toMatchObject({ x: 30, width: 12, y: 0 });
    expect(gap?.height).toBeLessThan(6);
  });

  test('marks FIN and resets, and nothing that is hidden', () => {
    const marks = (shown = context) => [
      paint(shown)
        .of('ink')
        .map(({ x }) => x),
      paint(shown).surface.lines.filter(({ stroke }) => stroke.color === 'loss').length,
    ];
    expect(marks()).toEqual([[88], 1]);
    const hidden = ['streams/fin', 'streams/reset'];
    expect(marks(rowsContext({ parts: { streamLanes: lanesOf() }, hidden }))).toEqual([[], 0]);
  });

  test('centres a mark on its row', () => {
    const reset = paint().surface.lines.find(({ stroke }) => stroke.color === 'loss');
    const ys = reset?.points.filter((_, i, all) => i % 2 === 1 && !Number.isNaN(all[i - 1])) ?? [];
    expect((Math.min(...ys) + Math.max(...ys)) / 2).toBe(HEIGHT * 0.75);
  });

  test('draws lower rows where more are held than fit', () => {
    const many = Array.from({ length: 8 }, (_, i) => madeStream(4 * i, quiet));
    const { painted, labels } = paint(rowsContext({ parts: { streamLanes: madeLanes(many, ROWS_COLUMNS) } }));
    expect(painted.max).toBe(8);
    expect(labels.filter((label) => label !== '')).toHaveLength(3);
  });
});

test('beside the title stands which of how many streams are drawn', () => {
  expect(streams.figure?.(context)).toBe('2 streams');
  const some = rowsContext({ parts: { streamLanes: lanesOf({ from: 40, total: 2344 }) } });
  expect(streams.figure?.(some)).toBe('streams 41–42 of 2,344');
  expect(heldWords(null, 'stream')).toBe('');
});

test('a picture has as many rows as have room in it, and says so', () => {
  const many = Array.from({ length: 40 }, (_, i) => madeStream(4 * i, quiet));
  const held = rowsContext({ parts: { streamLanes: madeLanes(many, ROWS_COLUMNS) } });
  expect(pictureOf(streams, held, { height: 90, subtitle: '' }).title).toBe('Streams, streams 1–5 of 40');
  expect(withRowsThatFit(context, 90)).toBe(context);
});

test('its height follows the number of streams, up to a dozen', () => {
  const heightOf = (count: number) =>
    streams.heightFor?.({
      summary: madeSummary({ streams: count }),
      catalogue: [],
      noBoundary: null,
      findings: [],
    });
  expect([1, 2, 5, 12, 2344].map(heightOf)).toEqual([36, 36, 90, 216, 216]);
  expect(rowsHeight(12)).toBe(streams.height);
});

test('the row under the pointer tells its bytes, their fate, its waits and its end', () => {
  expect(streams.rows?.words(context, 0)).toEqual([
    'stream 0, bidirectional, opened by the client',
    '0.010 s to 0.090 s (80.0 ms), complete (FIN)',
    'sent 10,400 B in 9 packets: 10,000 B acknowledged, 400 B lost; 400 B of it sent before',
    'received 60 B in 1 packet',
    'waited 5.00 ms for credit of the stream',
    'data waited 12.0 ms behind gaps, at most 12.0 ms for lost packet 12',
  ]);
  expect(streams.rows?.words(context, 1).slice(-1)).toEqual([
    'RESET_STREAM received at 0.300 s, error 0x10c',
  ]);
  expect(streams.rows?.words(context, 2)).toEqual([]);
});

test('values are those of the drawn rows in the column of the time', () => {
  const at = (column: number) => Object.fromEntries(streams.values(context, column * ROWS_COLUMN_US));
  expect(at(80)).toMatchObject({ data: '2,000 B', again: '2,000 B', acked: '0 B' });
  expect(at(52)).toMatchObject({ 'stream-credit': '1 stream', gap: '0 streams' });
  expect(streams.values(context, 1e9).size).toBe(0);
});

test('a wait after several gaps is one wait, and one that is not held of a row makes it at least', () => {
  const wait = (fromUs: number, toUs: number) => ({
    fromUs,
    toUs,
    bytes: 1,
    filledBy: 1,
    lostPacket: Number.NaN,
  });
  const gaps = [wait(0, 40_000), wait(10_000, 50_000), wait(60_000, 70_000)];
  const shown = (gapUs: number): string | undefined => {
    const lanes = { ...lanesOf(), rows: [madeStream(0, { ...quiet, gaps, gapUs })] };
    return streams.resting?.(rowsContext({ parts: { streamLanes: lanes } })).get('gap');
  };
  expect(shown(60_000)).toBe('60.0 ms');
  expect(shown(75_000)).toBe('≥ 60.0 ms');
});

test('the text version has a row per stream, and the sentence the longest waits', () => {
  const table = streams.rows?.table(context);
  expect(table?.rows.map(([id]) => id)).toEqual(['0', '4']);
  for (const row of table?.rows ?? []) expect(row).toHaveLength(table?.head.length ?? 0);
  expect(streams.sentence(context)).toBe(
    '2 streams, by start. The longest waits of these: stream 0, 5.00 ms for credit; stream 0, 12.0 ms behind gaps.',
  );
  const calm = rowsContext({
    parts: { streamLanes: { ...lanesOf({ unusable: 2 }), rows: [rows[1] as never] } },
  });
  expect(streams.sentence(calm)).toBe(
    'stream 1 of 2, by start. None of them waited for credit, or behind a gap. 2 frames of no usable stream id or packet.',
  );
});

test('an empty answer paints nothing and says so', () => {
  const empty = rowsContext({ parts: {} });
  expect(paintOn(streams, empty).surface.rects).toEqual([]);
  expect(streams.sentence(empty)).toBe('No stream is shown.');
});
