/** Runs of models: the overlay lies where the log says, and one run serves every pan. */
import { describe, expect, test, vi } from 'vitest';
import { heldBefore } from '../../../../../src/drawing/painters/pixel-columns.ts';
import type { ColumnWindow } from '../../../../../src/engine/base/columns/series.ts';
import type { ModelSlice } from '../../../../../src/engine/reading/contract/parts.ts';
import { ModelRuns, runOf } from '../../../../../src/engine/service/answers/model-runs.ts';
import { contain } from '../../../../support/containers.ts';
import { loadBytes, loadTrace } from '../../../../support/load.ts';
import { corpusPath, heldDuring, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';
import { utf8 } from '../../../../support/split-all.ts';

const FILE = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const { state } = loadTrace(FILE).pipeline;
const START_US = 2_036_480;
const WHOLE: ColumnWindow = { fromUs: 0, columnUs: 4096, columns: 2439 };

function valueAt(slice: ModelSlice, window: ColumnWindow, timeUs: number): number {
  return heldBefore(slice.window, Math.floor((timeUs - window.fromUs) / window.columnUs) + 1);
}

test('CUBIC with the defect equals the logged window throughout the spiral', () => {
  const slice = new ModelRuns().slice(state, { id: 'cubic-shift-from-last-send', freeFromUs: null }, WHOLE)!;
  const logged = rawMetric(rawRecords(FILE), 'congestion_window');
  for (let timeUs = START_US + 10_000; timeUs < state.lastUs; timeUs += 50_000) {
    const timeMs = timeUs / 1000;
    expect(heldDuring(logged, timeMs - 4.1, timeMs + 4.1), `${timeMs} ms`).toContain(
      valueAt(slice, WHOLE, timeUs),
    );
  }
  expect(slice.counterfactual).toBeNull();
});

describe('a counterfactual', () => {
  const slice = new ModelRuns().slice(state, { id: 'newreno', freeFromUs: START_US }, WHOLE)!;

  test('begins where it was last set to the log', () => {
    expect(valueAt(slice, WHOLE, START_US - 10_000)).toBeNaN();
    expect(valueAt(slice, WHOLE, START_US)).toBe(2700);
    expect(slice.counterfactual?.setUs).toBe(START_US);
    const before = Math.floor(START_US / WHOLE.columnUs) - 1;
    expect(
      [...slice.regions.shares.slice(0, before * slice.regions.names.length)].every((share) => share === 0),
    ).toBe(true);
  });

  test('names the regions that it enters only', () => {
    expect(slice.regions.names).toEqual(['linear']);
  });
});

test('a pan or zoom does not run the model again, another model, time or trace does', () => {
  const run = vi.fn(runOf);
  const runs = (): number => run.mock.calls.length;
  const kept = new ModelRuns(run);
  const follow = { id: 'newreno', freeFromUs: null };
  for (let pan = 0; pan < 50; pan++)
    kept.slice(state, { ...follow }, { ...WHOLE, fromUs: pan * 100_000, columns: 500 });
  kept.slice(state, follow, { fromUs: 5_000_000, columnUs: 64, columns: 500 });
  expect(runs()).toBe(1);
  kept.slice(state, { ...follow, freeFromUs: START_US }, WHOLE);
  kept.slice(state, { ...follow, freeFromUs: START_US }, { ...WHOLE, columns: 10 });
  expect(runs()).toBe(2);
  kept.slice(state, { ...follow, id: 'cubic-none' }, WHOLE);
  expect(runs()).toBe(3);
  kept.slice(loadTrace(FILE).pipeline.state, { ...follow, id: 'cubic-none' }, WHOLE);
  expect(runs()).toBe(4);
});

test('an unknown model and a trace without a window give none', () => {
  expect(new ModelRuns().slice(state, { id: 'vegas', freeFromUs: null }, WHOLE)).toBeNull();
  const packets = [1, 2, 3].map((time) =>
    JSON.stringify({ time, name: 'quic:packet_sent', data: { raw: { length: 1200 } } }),
  );
  const bare = loadBytes(utf8(contain('JSON-SEQ', packets))).pipeline.state;
  expect(bare.events.timeUs.length).toBe(3);
  expect(new ModelRuns().slice(bare, { id: 'newreno', freeFromUs: null }, WHOLE)).toBeNull();
});
