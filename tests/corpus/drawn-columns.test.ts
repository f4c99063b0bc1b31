/**
 * The window and the bytes in flight, pixel column by pixel column, against the records themselves, read with nothing but
 * JSON.parse: at six zooms, on real traces and on a regular oscillation. Whatever makes painting faster keeps these tests.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { AREA_OPACITY, REACHED_OPACITY } from '../../src/drawing/painters/paint-area.ts';
import { congestion } from '../../src/drawing/panels/congestion/congestion.ts';
import type { PanelContext } from '../../src/drawing/panels/panel.ts';
import { wrongColumns } from '../support/drawn-columns.ts';
import { type OpenedTrace, openEvents, openTrace, paintOn } from '../support/panel-context.ts';
import { boxesOf, type Points, reachOf } from '../support/raster.ts';
import { corpusPath, rawMetric, rawRecords } from '../support/raw-trace.ts';
import { metrics } from '../support/replay-events.ts';
import { someOf } from '../support/tier.ts';

const WIDTH = 900;
const HEIGHT = 100;
/** Lengths of the ranges, ms; the whole trace first. */
const ZOOMS = [Number.POSITIVE_INFINITY, 5000, 1024, 230, 51.7, 9.1] as const;

interface Drawn {
  readonly trace: OpenedTrace;
  readonly cwnd: Points;
  readonly inFlight: Points;
  /** Where the zooms are, ms. */
  readonly aroundMs: number;
}

function pointsOf(file: string, field: string): Points {
  const points = rawMetric(rawRecords(file), field);
  return {
    timesUs: points.map(({ timeMs }) => Math.round(timeMs * 1000)),
    values: points.map(({ value }) => value),
  };
}

async function real(file: string, aroundMs: number): Promise<Drawn> {
  const path = corpusPath(file);
  const [cwnd, inFlight] = [pointsOf(path, 'congestion_window'), pointsOf(path, 'bytes_in_flight')];
  return { trace: await openTrace(path), cwnd, inFlight, aroundMs };
}

/** Every 7 ms the window doubles and halves, and what is in flight fills it and drains. */
async function made(): Promise<Drawn> {
  const rows = Array.from({ length: 1400 }, (_, i) => ({
    timeMs: i * 7,
    cwnd: i % 2 === 0 ? 20_000 : 10_000,
    inFlight: i % 2 === 0 ? 20_000 : 0,
  }));
  const trace = await openEvents(
    rows.map(({ timeMs, cwnd, inFlight }) =>
      metrics(timeMs, { congestion_window: cwnd, bytes_in_flight: inFlight }),
    ),
  );
  const timesUs = rows.map(({ timeMs }) => timeMs * 1000);
  return {
    trace,
    cwnd: { timesUs, values: rows.map(({ cwnd }) => cwnd) },
    inFlight: { timesUs, values: rows.map(({ inFlight }) => inFlight) },
    aroundMs: 4000,
  };
}

function zoomed({ trace, aroundMs }: Drawn, lengthMs: number): PanelContext {
  const range = { fromUs: (aroundMs - lengthMs / 2) * 1000, toUs: (aroundMs + lengthMs / 2) * 1000 };
  return trace.context({ width: WIDTH, ...(Number.isFinite(lengthMs) ? range : {}) });
}

const TRACES: readonly (readonly [name: string, open: () => Promise<Drawn>])[] = [
  ['a spiral', () => real('rate2-both-cubic-buggy-s09.server.sqlog.gz', 2050)],
  ['a sawtooth', () => real('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz', 3300)],
  ['BBR', () => real('bottleneck-10mbit-bbr2.server.sqlog.gz', 11_700)],
  ['a regular oscillation', made],
];

describe.each(TRACES)('of %s', (_, open) => {
  let drawn: Drawn;
  beforeAll(async () => {
    drawn = await open();
  });

  test.each(someOf(ZOOMS, 2))(
    'within %d ms the window and what is in flight are drawn as they were',
    (lengthMs) => {
      const context = zoomed(drawn, lengthMs);
      const { surface, axisMax } = paintOn(congestion, context);
      const y = (value: number): number => Math.max(-2, HEIGHT - (value / axisMax) * HEIGHT);
      const color = 'bytes-in-flight';
      const solid = boxesOf(surface, color, AREA_OPACITY);
      const light = boxesOf(surface, color, REACHED_OPACITY);
      // Nothing solid where nothing is in flight for a part of the column, nothing light where it does not change.
      const low = solid.top.map((top) => (Number.isNaN(top) ? HEIGHT : top));
      const high = light.top.map((top, pixel) => (Number.isNaN(top) ? (low[pixel] as number) : top));
      expect(wrongColumns(context, { reach: reachOf(surface, 'cwnd'), points: drawn.cwnd, y })).toEqual([]);
      // Before the first value is nothing at all.
      const known = wrongColumns(context, {
        reach: { top: high, bottom: low },
        points: drawn.inFlight,
        y,
      }).filter((words) => !words.endsWith('without a value'));
      expect(known).toEqual([]);
    },
  );
});

test('an oscillation of every column looks the same in all of them: no holes, stripes or blocks', async () => {
  // A pixel is 10.9 ms: longer than the 7 ms between two changes.
  const { surface } = paintOn(congestion, zoomed(await made(), Number.POSITIVE_INFINITY));
  for (const color of ['cwnd', 'bytes-in-flight']) {
    const { top, bottom } = reachOf(surface, color);
    const looks = [...top].map((y, i) => `${y.toFixed(2)} to ${(bottom[i] as number).toFixed(2)}`);
    // The first and the last pixel hold one change.
    expect(new Set(looks.slice(1, -1)).size).toBe(1);
  }
});
