/** Multiplexing: the bytes of each stream as a share of what the packets of a few pixels carried. */
import { describe, expect, test } from 'vitest';
import { multiplexing } from '../../../../src/drawing/panels/multiplexing.ts';
import { PALETTE, paintOn } from '../../../support/panel-context.ts';
import { madeShares, madeSummary, ROWS_COLUMN_US, rowsContext } from '../../../support/rows-context.ts';

/** Stream 0 alone, then with stream 4, and at the end too many to be told apart. */
const streamShares = madeShares({
  ...Object.fromEntries(Array.from({ length: 100 }, (_, column) => [column, { 0: 1000 }])),
  ...Object.fromEntries(Array.from({ length: 100 }, (_, column) => [200 + column, { 0: 300, 4: 900 }])),
  400: { 8: 500, others: 1500 },
});
const context = rowsContext({ parts: { streamShares } });

/** Boxes of a fill. */
const boxesOf = (color: string, pattern: string, shown = context) =>
  paintOn(multiplexing, shown).surface.rects.filter(
    ({ fill }) => fill.color === color && fill.pattern === pattern,
  );

describe('the picture', () => {
  test('stacks the streams of a cell to its whole height, the lowest id at the bottom', () => {
    const [alone] = boxesOf('slot-1', 'solid');
    expect(alone).toMatchObject({ x: 0, y: 0, height: 100 });
    const shared = boxesOf('slot-1', 'solid').find(({ x }) => x === 200);
    expect(shared).toMatchObject({ y: 75, height: 25 });
    expect(boxesOf('slot-2', 'solid')[0]).toMatchObject({ x: 200, y: 0, height: 75 });
  });

  test('is blank where no data was carried', () => {
    const { surface } = paintOn(multiplexing, context);
    expect(surface.rects.some(({ x }) => x >= 100 && x < 200)).toBe(false);
  });

  test('shows the streams without an entry above the others, and not where they are hidden', () => {
    expect(boxesOf('faint', 'diagonal')).toMatchObject([{ x: 400, y: 0, height: 75 }]);
    const hidden = rowsContext({ parts: { streamShares }, hidden: ['multiplexing/others'] });
    expect(boxesOf('faint', 'diagonal', hidden)).toEqual([]);
  });

  test('names a stream where its share is high and long enough for the text', () => {
    const { texts } = paintOn(multiplexing, context).surface;
    expect(texts.map(({ x, words }) => [Math.floor(x / 100), words])).toEqual([
      [0, '0'],
      [2, '0'],
      [2, '4'],
    ]);
  });

  test('gives unidirectional streams a pattern of their own', () => {
    const uni = rowsContext({ parts: { streamShares: madeShares({ 10: { 2: 10 } }) } });
    expect(boxesOf('slot-1', 'dots', uni)).toHaveLength(1);
  });
});

test('at the cursor are the streams of the cell with their bytes, the most first', () => {
  expect([...multiplexing.values(context, 210 * ROWS_COLUMN_US)]).toEqual([
    ['streams', 'stream 4: 3,600 B, 0: 1,200 B'],
    ['others', '0 B'],
  ]);
  expect(multiplexing.values(context, -1).size).toBe(0);
});

test('sentence and cells name the streams that carried most', () => {
  expect(multiplexing.sentence(context)).toBe(
    '3 streams and of further ones 1,500 B in view, 222,000 B sent (each transmission counts): stream 0 58.6 %, stream 4 40.5 %, stream 8 0.2 %.',
  );
  expect(multiplexing.cells(context, 0, 100 * ROWS_COLUMN_US)).toEqual(['stream 0: 100,000 B', '0 B']);
  expect(multiplexing.cells(context, 120 * ROWS_COLUMN_US, 130 * ROWS_COLUMN_US)).toEqual(['–', '0 B']);
});

describe('in one line', () => {
  const lineOf = (columns: Parameters<typeof madeShares>[0]) => {
    const { answer, snapshot } = rowsContext({ parts: { streamShares: madeShares(columns) } });
    return multiplexing.oneValue?.(snapshot, answer) ?? null;
  };

  test('stands a trace whose data is of one stream', () => {
    expect(lineOf({ 1: { 4: 10 }, 9: { 4: 20 } })).toBe('one stream carried all data: stream 4.');
    expect(lineOf({ 1: { 4: 9990, 3: 10 } })).toBe('stream 4 carried all data but 10 B.');
  });

  test('does not stand one whose data is of several, or of too many', () => {
    expect(lineOf({ 1: { 4: 90, 8: 10 } })).toBeNull();
    expect(lineOf({ 1: { 4: 9990, others: 10 } })).toBeNull();
    expect(lineOf({})).toBeNull();
  });
});

test('without STREAM frames it says which events lack them', () => {
  const facts = (streams?: number) => ({
    summary: madeSummary(streams === undefined ? {} : { streams }),
    catalogue: [],
    noBoundary: null,
    findings: [],
    remarks: [],
  });
  expect(multiplexing.missing(facts())).toMatch(/no STREAM frames are logged .*packet_sent, packet_received/);
  expect(multiplexing.missing(facts(1))).toBeNull();
  expect(PALETTE.slots).toHaveLength(8);
});
