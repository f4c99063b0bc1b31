/**
 * The short ways are taken: records that differ from earlier ones in numbers only are not parsed, their rows are made
 * by a plan, and a wide window is answered from few numbers. Nothing but time would tell where they were not.
 */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { BlockColumn } from '../../../../../src/engine/base/columns/block-column.ts';
import { Growable } from '../../../../../src/engine/base/columns/growable.ts';
import { BLOCK } from '../../../../../src/engine/base/columns/number-block.ts';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import { StateTimeline } from '../../../../../src/engine/base/columns/state-timeline.ts';
import { EventKind } from '../../../../../src/qlog-schema/index.ts';
import { valuesOf } from '../../../../support/column-values.ts';
import { fastRead } from '../../../../support/fast-path.ts';
import { realTrace } from '../../../../support/real-trace.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** How many events of a kind a trace holds, and how many of them a plan made the rows of. */
function plannedOf(kind: number, kinds: Float64Array, planned: readonly number[]): number {
  const due = kinds.filter((one) => one === kind).length;
  return planned.filter((one) => one === kind).length / due;
}

describe('a trace of quiche', () => {
  test.each(['JSON-SEQ', 'NDJSON', 'JSON'] as const)('as %s is recognised, and planned', (container) => {
    const { pipeline, recognised, planned } = fastRead(realTrace(container, 600_000));
    const kinds = valuesOf(pipeline.state.events.kind);
    expect(pipeline.events).toBeGreaterThan(1000);
    expect(recognised / pipeline.events).toBeGreaterThan(0.9);
    expect(plannedOf(EventKind.packetSent, kinds, planned)).toBeGreaterThan(0.9);
    expect(plannedOf(EventKind.packetReceived, kinds, planned)).toBeGreaterThan(0.8);
    expect(plannedOf(EventKind.metricsUpdated, kinds, planned)).toBeGreaterThan(0.8);
    expect(plannedOf(EventKind.streamDataMoved, kinds, planned)).toBeGreaterThan(0.9);
  });
});

/** Counts the numbers that are read out of columns while `work` runs: one at a time, or those of a block. */
function numbersRead(work: () => void): number {
  let read = 0;
  const { at, unpack } = BlockColumn.prototype;
  vi.spyOn(BlockColumn.prototype, 'at').mockImplementation(function (this: BlockColumn, index) {
    read++;
    return at.call(this, index);
  });
  vi.spyOn(BlockColumn.prototype, 'unpack').mockImplementation(function (this: BlockColumn, block, into) {
    read += BLOCK;
    return unpack.call(this, block, into);
  });
  const view = Growable.prototype.view;
  vi.spyOn(Growable.prototype, 'view').mockImplementation(function (this: Growable<Float64Array>) {
    return new Proxy(view.call(this), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read++;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  });
  work();
  return read;
}

const POINTS = 300_000;
const COLUMNS = 100;

describe('a window over very many points', () => {
  test('is answered from a few numbers per column', () => {
    const series = new Series({ id: 'x', name: 'x', unit: 'bytes', shape: 'line', origin: 'logged' });
    for (let i = 0; i < POINTS; i++) series.push(i, (i * 7919) % 1000);
    const window = { fromUs: 0, columnUs: POINTS / COLUMNS, columns: COLUMNS };
    const plain = series.query(window);
    const read = numbersRead(() => expect(series.query(window)).toEqual(plain));
    // 3,000 points each: up to 63 at either end, three buckets per side of each level, both extremes, the borders.
    expect(read).toBeGreaterThan(COLUMNS);
    expect(read).toBeLessThan(COLUMNS * 250);
  });

  test('of states is answered from accumulated times', () => {
    const timeline = new StateTimeline();
    for (let i = 0; i < POINTS; i++) timeline.push(i, i % 2 === 0 ? 'recovery' : 'avoidance');
    const window = { fromUs: 0, columnUs: POINTS / COLUMNS, columns: COLUMNS };
    const plain = timeline.query(window, POINTS);
    const read = numbersRead(() => expect(timeline.query(window, POINTS)).toEqual(plain));
    expect(read).toBeGreaterThan(COLUMNS);
    expect(read).toBeLessThan(COLUMNS * 350);
  });
});
