/** The outline of real traces against their records, read with nothing but JSON.parse, and of small made ones. */
import { describe, expect, test } from 'vitest';
import { HOLDER_NAMES } from '../../../../../src/engine/base/text/account-names.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import type { Outline } from '../../../../../src/engine/reading/contract/outline.ts';
import { outlineOf } from '../../../../../src/engine/reading/facts/outline.ts';
import { analyseInput } from '../../../../../src/engine/reading/stages/analysis.ts';
import type { TracePipeline } from '../../../../../src/engine/reading/stages/pipeline.ts';
import { contain } from '../../../../support/containers.ts';
import { heldTimeOf } from '../../../../support/held-time.ts';
import { loadBytes, loadTrace } from '../../../../support/load.ts';
import {
  corpusPath,
  heldAt,
  rawLosses,
  rawMetric,
  rawRecords,
  rawStates,
} from '../../../../support/raw-trace.ts';
import type { TimedEvent } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

function outlineIn({ main }: TracePipeline): Outline {
  if (main === null) throw new Error('the trace holds no connection');
  return outlineOf(main.state, main.ends.identity, heldTimeOf(main.state));
}

const SPIRAL = 'rate-cubic-buggy-s12.server.sqlog.gz';
const RENO = 'rate-reno-s12.server.sqlog.gz';

describe.each([
  // [file, outcome, round trips until the window doubled]
  [SPIRAL, 'open', Number.NaN],
  [RENO, 'finished', 2],
] as const)('%s', (file, outcome, roundTrips) => {
  const records = rawRecords(corpusPath(file));
  const cwnd = rawMetric(records, 'congestion_window');
  const losses = rawLosses(records);
  const { pipeline } = loadTrace(corpusPath(file));
  const { state } = pipeline;
  const outline = outlineIn(pipeline);

  test('has the first and the last loss, the first event and the first window', () => {
    const { landmarks } = outline;
    expect(landmarks.firstLossUs).toBe(Math.round((losses[0]?.timeMs ?? 0) * 1000));
    expect(landmarks.lastLossUs).toBe(Math.round((losses.at(-1)?.timeMs ?? 0) * 1000));
    expect(landmarks.startUs).toBe(Math.round((records[0]?.time ?? 0) * 1000));
    expect(outline.initialCwndBytes).toBe(cwnd[0]?.value);
  });

  test('has the window of half of the time as its median', () => {
    const endMs = records.at(-1)?.time ?? 0;
    const spans = cwnd
      .map(({ timeMs, value }, i) => ({ value, ms: (cwnd[i + 1]?.timeMs ?? endMs) - timeMs }))
      .sort((one, other) => one.value - other.value);
    const below = (value: number): number =>
      spans.reduce((sum, span) => sum + (span.value < value ? span.ms : 0), 0);
    const upTo = (value: number): number =>
      spans.reduce((sum, span) => sum + (span.value <= value ? span.ms : 0), 0);
    const allMs = endMs - (cwnd[0]?.timeMs ?? 0);
    // To a step of the 8,192 at which it is taken.
    expect(below(outline.medianCwndBytes)).toBeLessThan(0.501 * allMs);
    expect(upTo(outline.medianCwndBytes)).toBeGreaterThan(0.499 * allMs);
  });

  test('knows how it ended', () => {
    expect(outline.outcome).toBe(outcome);
    expect(Number.isNaN(outline.completedUs)).toBe(outcome === 'open');
  });

  test('has the states with their times', () => {
    const states = rawStates(records);
    const lastMs = records.at(-1)?.time ?? 0;
    const due = new Map<string, number>();
    for (const [i, { timeMs, state }] of states.entries())
      due.set(state, (due.get(state) ?? 0) + (states[i + 1]?.timeMs ?? lastMs) - timeMs);
    expect(new Map(outline.states.map(({ name }) => [name, true])).size).toBe(due.size);
    for (const { name, us } of outline.states) expect(us / 1000).toBeCloseTo(due.get(name) ?? Number.NaN, 1);
  });

  test('has the holders with their times, of the span of the transfer', () => {
    const { account } = analyseInput(new DetectInput(state));
    const held = new Map<string, number>();
    for (const { holder, heldUs } of account?.parts ?? [])
      held.set(HOLDER_NAMES[holder], (held.get(HOLDER_NAMES[holder]) ?? 0) + heldUs);
    expect(outline.limits.length).toBe(held.size);
    for (const { name, us } of outline.limits) expect(us).toBeCloseTo(held.get(name) ?? Number.NaN, 0);
  });

  test('follows the window after the last loss', () => {
    const { afterLastLoss } = outline;
    const lossMs = losses.at(-1)?.timeMs ?? 0;
    const after = cwnd.filter(({ timeMs }) => timeMs > lossMs);
    // Within two round trips of the link, each of 10 ms and up to 4 ms of lateness.
    const least = Math.min(
      heldAt(cwnd, lossMs),
      ...after.filter(({ timeMs }) => timeMs < lossMs + 28).map(({ value }) => value),
    );
    expect(afterLastLoss?.cwndBytes).toBe(least);
    const doubled = after.find(({ value }) => value >= 2 * least);
    if (doubled === undefined) expect(afterLastLoss?.doubledUs).toBeNaN();
    else expect(afterLastLoss?.doubledUs).toBe(Math.round(doubled.timeMs * 1000));
    if (Number.isNaN(roundTrips)) expect(afterLastLoss?.highestCwndBytes).toBe(least);
    else expect(afterLastLoss?.roundTrips).toBe(roundTrips);
  });

  test('has what arrived as a rising map that keeps the whole', () => {
    const { arrived, milestones } = outline;
    expect(arrived.quantity).toBe('goodput');
    expect(arrived.timesUs.length).toBeLessThanOrEqual(4096);
    for (let i = 1; i < arrived.timesUs.length; i++) {
      expect(arrived.timesUs[i]).toBeGreaterThanOrEqual(arrived.timesUs[i - 1] as number);
      expect(arrived.bytes[i]).toBeGreaterThanOrEqual(arrived.bytes[i - 1] as number);
    }
    const last = arrived.bytes.at(-1) as number;
    for (const { bytes, timeUs } of milestones) {
      if (bytes > last) expect(timeUs).toBeNaN();
      else expect(arrived.bytes.findIndex((value) => value >= bytes)).toBeGreaterThan(0);
    }
  });
});

function madeOutline(...events: readonly TimedEvent[]): Outline {
  const records = events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
  return outlineIn(loadBytes(utf8(contain('JSON-SEQ', records))).pipeline);
}

const sent = (time: number, number: number): TimedEvent => [
  time,
  'quic:packet_sent',
  {
    header: { packet_type: '1RTT', packet_number: number },
    raw: { length: 1200 },
    frames: [{ frame_type: 'stream', stream_id: 0, offset: number * 1160, length: 1160 }],
  },
];
const acked = (time: number, number: number): TimedEvent => [
  time,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT', packet_number: time },
    raw: { length: 40 },
    frames: [{ frame_type: 'ack', acked_ranges: [[number, number]] }],
  },
];
const closed = (time: number, data: object): TimedEvent => [time, 'quic:connection_closed', data];

describe('a connection', () => {
  test.each([
    ['closed without an error', { application_error: 'unknown', error_code: 256 }, 'finished', 20_000],
    ['closed with NO_ERROR', { connection_error: 'no_error' }, 'finished', 20_000],
    ['closed with another code', { application_error: 'unknown', error_code: 268 }, 'failed', Number.NaN],
    ['that timed out idle, with nothing in flight', { trigger: 'idle_timeout' }, 'finished', 20_000],
  ])('%s', (_, data, outcome, completedUs) => {
    const outline = madeOutline(sent(0, 0), acked(20, 0), closed(50, data));
    expect([outline.outcome, outline.completedUs]).toEqual([outcome, completedUs]);
  });

  test('that timed out while data was on its way has failed', () => {
    expect(
      madeOutline(sent(0, 0), acked(20, 0), sent(21, 1), closed(50, { trigger: 'idle_timeout' })).outcome,
    ).toBe('failed');
  });

  test('that was closed before its handshake was complete has failed', () => {
    const hello: TimedEvent = [
      0,
      'quic:packet_sent',
      { header: { packet_type: 'initial', packet_number: 0 }, raw: { length: 1200 }, frames: [] },
    ];
    const outline = madeOutline(hello, closed(5, { connection_error: 'a word of its own' }));
    expect([outline.outcome, outline.completedUs]).toEqual(['failed', Number.NaN]);
  });

  test('whose log ends before it is open', () => {
    expect(madeOutline(sent(0, 0), acked(20, 0)).outcome).toBe('open');
  });

  test('without a window, a loss, or anything that arrived says so by NaN and nothing else', () => {
    const outline = madeOutline(sent(0, 0), sent(20, 1));
    expect(outline.initialCwndBytes).toBeNaN();
    expect(outline.landmarks.lastLossUs).toBeNaN();
    expect(outline.afterLastLoss).toBeNull();
    expect(outline.arrived.timesUs).toHaveLength(0);
    expect(outline.milestones.map(({ timeUs }) => timeUs)).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('what the log says of its connection', () => {
  const set = (time: number, data: object): TimedEvent => [time, 'quic:parameters_set', data];

  test('are transport parameters of both endpoints, the last ones', () => {
    const { parameters } = madeOutline(
      set(0, { initiator: 'local', initial_max_data: 1000, max_ack_delay: 25 }),
      sent(1, 0),
      set(2, { initiator: 'remote', initial_max_data: 2000, ack_delay_exponent: 3 }),
      set(3, { initiator: 'remote', initial_max_data: 3000, stateless_reset_token: 'ab' }),
    );
    expect([...parameters.own]).toEqual([
      ['max_ack_delay', 25_000],
      ['initial_max_data', 1000],
    ]);
    expect([...parameters.peer]).toEqual([
      ['ack_delay_exponent', 3],
      ['initial_max_data', 3000],
    ]);
  });

  test('are the original ids by parameter and first Initial, and the version of QUIC', () => {
    const initial = (time: number, header: object): TimedEvent => [
      time,
      'quic:packet_sent',
      { header: { packet_type: 'initial', packet_number: time, ...header }, raw: { length: 1200 } },
    ];
    const { identity } = madeOutline(
      initial(0, { dcid: 'AABBCCDD00112233', version: 'ff00001d' }),
      initial(1, { dcid: '5566778899001122', version: '1' }),
      set(2, { initiator: 'remote', original_destination_connection_id: '0011223344556677' }),
    );
    expect(identity.originalIds).toEqual(['0011223344556677', 'aabbccdd00112233']);
    expect(identity.quicVersion).toBe(1);
    expect(identity.connectionIds).toEqual(['aabbccdd00112233', '5566778899001122']);
  });

  test.each([
    ['6b3343cf', 0x6b3343cf],
    ['0x00000001', 1],
    [438975050, 438975050],
    ['00000000', Number.NaN],
    ['later', Number.NaN],
    [{}, Number.NaN],
  ])('a version %o is %d', (chosen_version, due) => {
    const { identity } = madeOutline(sent(0, 0), [1, 'transport:version_information', { chosen_version }]);
    expect(identity.quicVersion).toBe(due);
  });
});

test('of more than 4,096 steps the first, the last and even ones between are kept', () => {
  const steps = 5000;
  const events = Array.from({ length: steps }, (_, i) => [sent(2 * i, i), acked(2 * i + 1, i)]).flat();
  const { timesUs, bytes } = madeOutline(...events).arrived;
  expect(timesUs).toHaveLength(4096);
  expect([timesUs[0], timesUs.at(-1)]).toEqual([1000, (2 * steps - 1) * 1000]);
  expect([bytes[0], bytes.at(-1)]).toEqual([1160, steps * 1160]);
  // Every one stands on a step of the trace.
  for (const [i, timeUs] of timesUs.entries()) expect(bytes[i]).toBe(((timeUs / 1000 + 1) / 2) * 1160);
});
