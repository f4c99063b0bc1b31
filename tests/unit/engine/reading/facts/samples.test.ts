/** Samples of real traces against their records, read with nothing but JSON.parse. */
import { describe, expect, test } from 'vitest';
import type { SampledQuantity } from '../../../../../src/engine/reading/contract/samples.ts';
import { samplesOf } from '../../../../../src/engine/reading/facts/samples.ts';
import { contain } from '../../../../support/containers.ts';
import { loadBytes, loadTrace } from '../../../../support/load.ts';
import { corpusPath, heldAt, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';
import { utf8 } from '../../../../support/split-all.ts';

const FILES = ['rate-cubic-buggy-s12.server.sqlog.gz', 'rate-reno-s12.server.sqlog.gz'];

describe.each(FILES)('%s', (file) => {
  const records = rawRecords(corpusPath(file));
  const samples = samplesOf(loadTrace(corpusPath(file)).pipeline.state);
  const valuesOf = (quantity: SampledQuantity): Float64Array =>
    samples.series.find((one) => one.quantity === quantity)?.values ?? new Float64Array(0);
  const endUs = (step: number): number => samples.fromUs + (step + 1) * samples.stepUs;

  test('cover all of the trace in at most 513 steps', () => {
    const last = Math.round((records.at(-1)?.time ?? 0) * 1000);
    const { length } = valuesOf('cwnd');
    expect(length).toBeGreaterThan(400);
    expect(length).toBeLessThanOrEqual(513);
    expect(endUs(length - 1)).toBeGreaterThan(last);
    expect(endUs(length - 2)).toBeLessThanOrEqual(last + samples.stepUs);
    for (const { values } of samples.series) expect(values).toHaveLength(length);
  });

  test.each([
    ['cwnd', 'congestion_window', 1],
    ['smoothed-rtt', 'smoothed_rtt', 1000],
  ] as const)('%s is what the log said last', (quantity, metric, factor) => {
    const logged = rawMetric(records, metric);
    const values = valuesOf(quantity);
    for (let step = 3; step < values.length; step += 29) {
      const value = heldAt(logged, (endUs(step) - 0.5) / 1000) * factor;
      if (Number.isNaN(value)) expect(values[step]).toBeNaN();
      else expect(values[step]).toBeCloseTo(value, 0);
    }
  });

  test('what is in flight is the most within a step', () => {
    const logged = rawMetric(records, 'bytes_in_flight');
    const values = valuesOf('in-flight');
    for (let step = 5; step < values.length; step += 31) {
      const [fromMs, toMs] = [(endUs(step) - samples.stepUs) / 1000, endUs(step) / 1000];
      const within = logged
        .filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
        .map(({ value }) => value);
      const held = heldAt(logged, fromMs - 1e-6);
      const known = [held, ...within].filter((value) => !Number.isNaN(value));
      expect(values[step], `step ${step}`).toBe(known.length === 0 ? Number.NaN : Math.max(...known));
    }
  });

  test('goodput adds up to what arrived', () => {
    const values = valuesOf('goodput');
    const arrived = values.reduce((sum, rate) => sum + (rate * samples.stepUs) / 1e6, 0);
    const { goodputTotal } = loadTrace(corpusPath(file)).pipeline.state.rebuilt;
    expect(arrived / goodputTotal.max).toBeGreaterThan(0.9);
    expect(arrived / goodputTotal.max).toBeLessThan(1.1);
  });
});

test('a clock that stands at an hour where the trace begins changes no value', () => {
  const records = rawRecords(corpusPath(FILES[1] as string));
  const samplesAt = (hours: number) => {
    const events = records.map((record) =>
      JSON.stringify({ ...record, time: record.time + hours * 3_600_000 }),
    );
    const { state } = loadBytes(utf8(contain('JSON-SEQ', events))).pipeline;
    return samplesOf(state);
  };
  const [early, late] = [samplesAt(0), samplesAt(1)];
  expect(late.fromUs - early.fromUs).toBe(3_600_000_000);
  expect(late.series.map(({ quantity }) => quantity)).toContain('goodput');
  const near = (value: number) => (Number.isNaN(value) ? value : expect.closeTo(value, 3));
  expect(late.series.map(({ values }) => [...values])).toEqual(
    early.series.map(({ values }) => Array.from(values, near)),
  );
});

test('a trace of one event has none', () => {
  const bytes = utf8(
    contain('JSON-SEQ', ['{"time":1,"name":"quic:recovery_metrics_updated","data":{"pto_count":0}}']),
  );
  expect(samplesOf(loadBytes(bytes).pipeline.state).series).toEqual([]);
});
