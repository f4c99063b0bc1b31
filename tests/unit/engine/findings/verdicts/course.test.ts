/** What happened around a finding, held against the records of real traces, and at its borders on made ones. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { ratesOutside } from '../../../../../src/engine/findings/measures/highest-rate';
import { courseOf } from '../../../../../src/engine/findings/verdicts/course.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath, heldAt, rawLosses, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');

describe('the course of a real spiral', () => {
  test('names the last loss and the last reduction that the records hold before it', async () => {
    const { snapshot } = await openTrace(SPIRAL);
    const { startUs, course } = snapshot.findings[0] as Finding;
    const records = rawRecords(SPIRAL);
    const until = startUs / 1000 + 0.001;
    const losses = rawLosses(records).filter(({ timeMs }) => timeMs <= until);
    expect((course?.lastLossUs ?? 0) / 1000).toBeCloseTo(losses.at(-1)?.timeMs as number, 2);
    const windows = rawMetric(records, 'congestion_window').filter(({ timeMs }) => timeMs <= until);
    const falls = windows.filter(({ value }, i) => i > 0 && value < (windows[i - 1]?.value as number));
    const last = falls.at(-1)!;
    expect((course?.reducedUs ?? 0) / 1000).toBeCloseTo(last.timeMs, 2);
    expect(course?.reducedToBytes).toBe(last.value);
    expect(course?.reducedFromBytes).toBe(heldAt(windows, last.timeMs - 0.001));
  });

  test('counts what arrived in it and before it, which is all that arrived', async () => {
    const { snapshot } = await openTrace(SPIRAL);
    const { course, startUs } = snapshot.findings[0] as Finding;
    // It lasts to the end, and the time before it is shorter than it.
    expect((course?.arrivedBytes ?? 0) + (course?.beforeBytes ?? 0)).toBe(snapshot.summary.goodputBytes);
    expect(course?.beforeUs).toBe(startUs);
    expect(course?.highestRate).toBeGreaterThan(10 * ((course?.arrivedBytes ?? 0) / 7.95));
  });

  test('belongs to alarms only', async () => {
    const { snapshot } = await openTrace(SPIRAL);
    for (const { severity, course } of snapshot.findings)
      expect(course === undefined).toBe(severity === 'info');
  });
});

test('no data waits where only control frames have no answer', async () => {
  const { snapshot } = await openTrace(corpusPath('../ends/go-outage.server.sqlog.gz'));
  const storm = snapshot.findings.find(({ id }) => id === 'pto-storm');
  expect(storm?.course).toMatchObject({ arrivedBytes: 0, longestWaitUs: 0 });
  const stall = snapshot.findings.find(({ id }) => id === 'delivery-stall');
  expect(stall?.severity).toBe('info');
  expect(stall?.verdict).toContain('while only control frames waited for an answer');
});

const over = (startUs: number, endUs: number): Finding => ({ startUs, endUs }) as Finding;

/** 1,000 B every 10 ms from 10 ms to 1 s, and none from 400 to 700 ms; RTT 20 ms. */
function sender(): TransportState {
  const state = new TransportState();
  state.firstUs = 0;
  state.lastUs = 1e6;
  state.sentInFlightPackets = 1;
  state.series.smoothedRtt.push(0, 20_000);
  let bytes = 0;
  for (let us = 10_000; us <= 1e6; us += 10_000) {
    if (us > 400_000 && us <= 700_000) continue;
    bytes += 1000;
    state.rebuilt.goodputTotal.push(us, bytes);
  }
  return state;
}

describe('the course of a made sender', () => {
  test('compares a finding with as long a time before it, or with what there is', () => {
    const { arrivedBytes, beforeUs, beforeBytes } = courseOf(sender(), over(300_000, 500_000), 1);
    expect([arrivedBytes, beforeUs, beforeBytes]).toEqual([10_000, 200_000, 20_000]);
    const first = courseOf(sender(), over(100_000, 900_000), 1);
    expect([first.arrivedBytes, first.beforeUs, first.beforeBytes]).toEqual([50_000, 100_000, 10_000]);
  });

  test('knows the longest time without an arrival, also at its ends', () => {
    const wait = (startUs: number, endUs: number) =>
      courseOf(sender(), over(startUs, endUs), 1).longestWaitUs;
    expect([wait(0, 1e6), wait(450_000, 600_000), wait(650_000, 900_000), wait(100_000, 500_000)]).toEqual([
      310_000, 150_000, 60_000, 100_000,
    ]);
  });

  test('has the rate of the fastest round trip outside of it', () => {
    const rate = (state: TransportState, endUs: number): number =>
      (ratesOutside(state, [over(0, endUs)])[0] as number) * 1e6;
    expect(rate(sender(), 100_000)).toBeCloseTo(100_000, -3);
    const burst = sender();
    burst.rebuilt.goodputTotal.push(1_001_000, 200_000);
    expect(rate(burst, 100_000)).toBeGreaterThan(5e6);
    expect(rate(burst, 1e6)).toBe(0);
    expect(rate(new TransportState(), 1e6)).toBeNaN();
  });

  test('takes a loss and a reduction at its start, none after it, and says that there was none', () => {
    const state = sender();
    expect(courseOf(state, over(0, 1e6), 1)).toMatchObject({
      lastLossUs: Number.NaN,
      reducedUs: Number.NaN,
      reducedFromBytes: Number.NaN,
    });
    for (const [us, cwnd] of [
      [0, 9000],
      [100_000, 6000],
      [200_000, 7000],
      [300_000, 3000],
    ] as const)
      state.series.congestionWindow.push(us, cwnd);
    for (const us of [90_000, 300_000]) state.losses.push('logged', us, 2);
    expect(courseOf(state, over(299_999, 1e6), 1)).toMatchObject({
      lastLossUs: 90_000,
      reducedUs: 100_000,
      reducedFromBytes: 9000,
      reducedToBytes: 6000,
    });
    expect(courseOf(state, over(300_000, 1e6), 1)).toMatchObject({
      lastLossUs: 300_000,
      reducedUs: 300_000,
      lostPackets: 0,
    });
    expect(courseOf(state, over(90_000, 300_000), 1).lostPackets).toBe(2);
    expect(courseOf(state, over(0, 299_999), 1).lostPackets).toBe(2);
  });

  test('of a log without arrivals says nothing of them', () => {
    const {
      arrivedBytes,
      highestRate: rate,
      longestWaitUs,
    } = courseOf(new TransportState(), over(0, 1e6), Number.NaN);
    expect([arrivedBytes, rate, longestWaitUs]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});
