/**
 * Where each quantity comes from: on a trace that logs all, on one of another stack, and on the same traces with
 * their metrics or their packets taken out.
 */
import { describe, expect, test } from 'vitest';
import type { Provenance, Quantity } from '../../../../../src/engine/reading/contract/quality.ts';
import { provenanceOf } from '../../../../../src/engine/reading/stages/provenance.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { heldTimeOf } from '../../../../support/held-time.ts';
import { loadBytes, readTrace } from '../../../../support/load.ts';
import { corpusPath, rawLosses, rawMetric, rawRecords, rawStates } from '../../../../support/raw-trace.ts';
import { acknowledge, metrics, replayEvents, send } from '../../../../support/replay-events.ts';

const QUICHE = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const NGTCP2 = new URL(
  '../../../../corpus/other/ngtcp2-0.12.1_cubic-loss5MB_server.sqlog.gz',
  import.meta.url,
).pathname;

/** The trace without the records whose name fits. */
function without(path: string, name: RegExp): TransportState {
  const records = new TextDecoder().decode(readTrace(path)).split('\x1e').slice(1);
  const kept = records.filter((record) => !name.test(/"name":\s*"([^"]*)"/.exec(record)?.[1] ?? ''));
  expect(kept.length).toBeLessThan(records.length);
  return loadBytes(new TextEncoder().encode(kept.map((record) => `\x1e${record}`).join(''))).pipeline.state;
}

const originIn = (state: TransportState, quantity: Quantity): Provenance => {
  const found = provenanceOf(state, heldTimeOf(state)).find((origin) => origin.quantity === quantity);
  if (found === undefined) throw new Error(`${quantity} is not told`);
  return found;
};

/** Which quantities are logged, and which rebuilt. */
const kinds = (state: TransportState) => {
  const all = provenanceOf(state, heldTimeOf(state));
  const names = (of: readonly Provenance[]) => of.map(({ quantity }) => quantity);
  return {
    logged: names(all.filter(({ isLogged }) => isLogged)),
    rebuilt: names(all.filter(({ isRebuilt }) => isRebuilt)),
  };
};

const FROM_METRICS: readonly Quantity[] = [
  'congestion-window',
  'bytes-in-flight',
  'ssthresh',
  'latest-rtt',
  'smoothed-rtt',
  'min-rtt',
  'losses',
];
const FROM_PACKETS: readonly Quantity[] = ['bytes-in-flight', 'latest-rtt', 'smoothed-rtt', 'min-rtt'];
const ONLY_REBUILT: readonly Quantity[] = ['acknowledged', 'goodput', 'limits'];

describe('a quiche trace', () => {
  const { state } = loadBytes(readTrace(QUICHE)).pipeline;
  const records = rawRecords(QUICHE);

  test('logs everything, and packets give rebuilt values as well', () => {
    const { logged, rebuilt } = kinds(state);
    expect(logged).toEqual([...FROM_METRICS, 'congestion-states', 'ptos']);
    expect(rebuilt).toEqual([...FROM_PACKETS, 'congestion-states', 'ptos', ...ONLY_REBUILT]);
  });

  test('has as many values as changes in its records', () => {
    const changes = (field: string): number =>
      rawMetric(records, field).filter(({ value }, i, all) => i === 0 || value !== all[i - 1]?.value).length;
    expect(originIn(state, 'congestion-window').logged).toBe(changes('congestion_window'));
    expect(originIn(state, 'bytes-in-flight').logged).toBe(changes('bytes_in_flight'));
    const lost = rawLosses(records).reduce((sum, { value }) => sum + value, 0);
    expect(originIn(state, 'losses')).toMatchObject({ logged: lost, rebuilt: 0, method: 'counted' });
    const rises = rawMetric(records, 'pto_count').filter(
      ({ value }, i, all) => value > (all[i - 1]?.value ?? 0),
    ).length;
    expect(originIn(state, 'ptos')).toMatchObject({ logged: rises, method: 'counted' });
    // The state that held before the first change is told by that change.
    expect(originIn(state, 'congestion-states').logged - rawStates(records).length).toBeOneOf([0, 1]);
  });

  test('agrees with its packets: the rebuilt flight and RTT are within rounding', () => {
    const flight = originIn(state, 'bytes-in-flight');
    expect(flight.difference).toMatchObject({ compared: flight.logged, stride: 1, median: 0, p95: 0 });
    for (const quantity of ['latest-rtt', 'smoothed-rtt', 'min-rtt'] as const) {
      const { difference } = originIn(state, quantity);
      expect(difference?.compared).toBeGreaterThan(2);
      // quiche logs µs, and so does its clock.
      expect(difference?.p95, quantity).toBeLessThanOrEqual(2);
    }
    expect(originIn(state, 'ssthresh').difference).toBeNull();
  });

  test('without its packets has nothing rebuilt except from metrics', () => {
    const stripped = without(QUICHE, /packet_(sent|received)/);
    const { logged, rebuilt } = kinds(stripped);
    expect(logged).toEqual([...FROM_METRICS, 'congestion-states', 'ptos']);
    expect(rebuilt).toEqual(['congestion-states']);
    expect(provenanceOf(stripped, null).filter(({ difference }) => difference !== null)).toEqual([]);
  });

  test('without its metrics has everything rebuilt, losses and PTOs inferred', () => {
    const stripped = without(QUICHE, /metrics_updated/);
    const { logged, rebuilt } = kinds(stripped);
    expect(logged).toEqual(['congestion-states']);
    expect(rebuilt).toEqual([...FROM_PACKETS, 'losses', 'congestion-states', 'ptos', ...ONLY_REBUILT]);
    expect(originIn(stripped, 'losses').method).toBe('ack-gap');
    expect(originIn(stripped, 'ptos').method).toBe('silence');
    expect(provenanceOf(stripped, null).filter(({ difference }) => difference !== null)).toEqual([]);
  });
});

describe('an ngtcp2 trace', () => {
  test('logs metrics and losses, no states; its RTT is whole ms', () => {
    const { state } = loadBytes(readTrace(NGTCP2)).pipeline;
    const { logged } = kinds(state);
    expect(logged).toEqual([...FROM_METRICS, 'ptos']);
    expect(originIn(state, 'losses')).toMatchObject({ logged: 24, method: 'logged' });
    expect(originIn(state, 'bytes-in-flight').difference).toMatchObject({ median: 0, p95: 0 });
    const latest = originIn(state, 'latest-rtt').difference;
    expect(latest?.median).toBeGreaterThan(0);
    expect(latest?.p95).toBeLessThanOrEqual(3000);
  });

  test('without its metrics has nothing to compare', () => {
    const stripped = without(NGTCP2, /metrics_updated/);
    expect(kinds(stripped).logged).toEqual(['losses']);
    expect(kinds(stripped).rebuilt).toEqual(expect.arrayContaining([...FROM_PACKETS, 'ptos', 'limits']));
    expect(originIn(stripped, 'bytes-in-flight').difference).toBeNull();
  });
});

describe('a difference', () => {
  /** Latest RTTs that are logged 1, 2, 3 … ms above what packets give. */
  const offBy = (values: number): TransportState =>
    replayEvents(
      Array.from({ length: values }, (_, i) => i).flatMap((i) => [
        send(i * 100, i),
        acknowledge(i * 100 + 40, [[i, i]]),
        metrics(i * 100 + 40, { latest_rtt: 41 + i }),
      ]),
    );
  const small = offBy(20);

  test('is computed at the logged times: median and 95th percentile by nearest rank', () => {
    expect(originIn(small, 'latest-rtt')).toMatchObject({
      logged: 20,
      rebuilt: 20,
      difference: { compared: 20, stride: 1, median: 10_500, p95: 19_000 },
    });
  });

  test.each([
    [1, 1000, 1000],
    [2, 1500, 2000],
    [3, 2000, 3000],
    [19, 10_000, 19_000],
    [21, 11_000, 20_000],
    [41, 21_000, 39_000],
  ])('of %i values has the median, and the 95th percentile by nearest rank', (values, median, p95) => {
    expect(originIn(offBy(values), 'latest-rtt').difference).toEqual({
      compared: values,
      stride: 1,
      median,
      p95,
    });
  });

  test('is sampled at every n-th of more than 20,000 values', () => {
    const { latestRtt } = small.series;
    const { latestRtt: rebuilt } = small.rebuilt;
    const from = small.lastUs;
    for (let i = 1; i <= 50_000; i++) {
      rebuilt.push(from + i, 1000);
      latestRtt.push(from + i, 1000 + 1 + (i % 2));
    }
    const { difference } = originIn(small, 'latest-rtt');
    expect(difference?.stride).toBe(3);
    expect(difference?.compared).toBe(Math.ceil(50_020 / 3));
    expect(difference?.p95).toBe(2);
  });
});

test('an empty state has no quantities', () => {
  const { state } = loadBytes(new TextEncoder().encode('\x1e{"qlog_version":"0.3"}\n')).pipeline;
  expect(kinds(state)).toEqual({ logged: [], rebuilt: [] });
});
