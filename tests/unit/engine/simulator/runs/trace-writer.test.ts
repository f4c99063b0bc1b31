/** The trace of a run is valid qlog, is read by the engine without a fault, and says what happened: a spiral is found in it. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../../../../src/engine/findings/verdicts/runner.ts';
import type { ControllerSettings } from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import {
  type FlowOutcome,
  type RunSettings,
  simulate,
} from '../../../../../src/engine/simulator/runs/run.ts';
import { isTrapped } from '../../../../../src/engine/simulator/runs/trap-watch.ts';
import { isAlarm } from '../../../../support/judge.ts';
import { type Loaded, loadBytes } from '../../../../support/load.ts';
import { strictFault } from '../../../../support/qlog-strict.ts';
import { CLIENT, flowOf, incident, runOf, SERVER } from '../../../../support/simulated.ts';
import { type SimulatedTrace, traceOf } from '../../../../support/simulated-trace.ts';
import { streamSums } from '../../../../support/stream-sums.ts';

const FIXED: ControllerSettings = { name: 'cubic', idleRule: 'shift-from-last-activity' };
const BROKEN: ControllerSettings = { name: 'cubic', idleRule: 'shift-from-last-send' };
const SAMPLES = 2001;

interface Traced {
  readonly outcome: FlowOutcome;
  readonly sender: string;
  readonly receiver: string;
}

function traced(settings: RunSettings): Traced {
  const { flows, traces } = simulate(settings, { traced: 0, samples: SAMPLES });
  return { outcome: flows[0] as FlowOutcome, ...(traces as NonNullable<typeof traces>) };
}

const read = (text: string): Loaded => loadBytes(new TextEncoder().encode(text));

/** A run with most of what a trace can hold: losses of both kinds, marks, credit, probes. */
const MIXED: RunSettings = {
  ...runOf(
    flowOf(FIXED, {
      writes: [{ atMs: 0, bytes: 800_000 }],
      server: { ...SERVER, usesEcn: true, recovery: { packetThreshold: 4, maxAckDelayMs: 30 } },
      client: { ...CLIENT, receiveWindowBytes: 100_000, ackEvery: 2, maxAckDelayMs: 30 },
    }),
    { delayMs: 10, rateMbit: 20, ecn: { aboveMs: 6 }, losses: [{ fromMs: 0, toMs: 200, share: 0.05 }] },
    2,
  ),
};

describe.each([
  ['the incident', incident(FIXED, 2)],
  ['the incident with the defect', incident(BROKEN, 2)],
  ['losses, marks, credit and probes', MIXED],
])('%s', (_name, settings) => {
  const { outcome, sender, receiver } = traced(settings);
  const { pipeline, problems } = read(sender);
  const { state } = pipeline;
  const trace = traceOf(sender);

  test('frames of its stream reach as far as the receiver got them', () => {
    const [sent, received] = [
      streamSums(pipeline.connections).sent.get(0),
      streamSums(read(receiver).pipeline.connections).received.get(0),
    ];
    expect(received?.end).toBeGreaterThan(100_000);
    expect(sent?.end).toBeGreaterThanOrEqual(received?.end ?? Number.NaN);
    expect(sent?.ackedBytes).toBeGreaterThan(0);
  });

  test('both traces are valid, and read without a fault', () => {
    expect([strictFault(sender), strictFault(receiver)]).toEqual([null, null]);
    const other = read(receiver);
    expect([problems, pipeline.skippedRecords]).toEqual([[], 0]);
    expect([other.problems, other.pipeline.skippedRecords]).toEqual([[], 0]);
    expect([pipeline.connections.length, other.pipeline.connections.length]).toEqual([1, 1]);
    expect(pipeline.events).toBe(trace.records.length);
    expect([state.side, other.pipeline.state.side]).toEqual(['sender', 'receiver']);
    expect([state.backwardSteps, state.timeJumps, state.units.rtt]).toEqual([0, 0, null]);
  });

  test('the engine counts the packets and the losses of the run', () => {
    expect(state.sentInFlightPackets).toBe(outcome.sentPackets);
    expect(state.losses.summary).toEqual({ method: 'logged', packets: outcome.lostPackets });
    expect(outcome.lostPackets).toBeGreaterThan(0);
  });

  test('its window is that of the run at every time', () => {
    const { timesUs, values } = state.series.congestionWindow;
    let at = -1;
    const off: string[] = [];
    outcome.samples.windowBytes.forEach((bytes, i) => {
      const nowUs = (i * settings.limitMs * 1000) / (SAMPLES - 1);
      // An event just at the time of a sample may lie on either side of it.
      while (at + 1 < timesUs.length && timesUs.at(at + 1) < nowUs - 1) at++;
      if (at < 0) return;
      const known = [values.at(at)];
      for (let next = at + 1; next < timesUs.length && timesUs.at(next) <= nowUs + 1; next++)
        known.push(values.at(next));
      if (!known.some((value) => Math.abs(value - bytes) <= 2))
        off.push(`${nowUs} µs: ${bytes} and ${known}`);
    });
    expect(off).toEqual([]);
    expect(timesUs.length).toBeGreaterThan(50);
  });

  test('its bytes in flight are those that the engine counts from the packets', () => {
    expect(state.series.bytesInFlight.last).toBe(trace.flightBytes);
    expect(state.series.bytesInFlight.max).toBeGreaterThan(10 * 1350);
    const { flightDrift } = state.rebuilt;
    expect(Math.max(Math.abs(flightDrift.min || 0), Math.abs(flightDrift.max || 0))).toBe(0);
  });

  test('its parameters are those of the run', () => {
    const parameters = trace.records.filter(({ name }) => name.endsWith('parameters_set'));
    const { server, client } = settings.flows[0] as (typeof settings.flows)[number];
    expect(parameters.map(({ data }) => data)).toMatchObject([
      { owner: 'local', max_ack_delay: server.maxAckDelayMs },
      { owner: 'remote', max_ack_delay: client.maxAckDelayMs },
      {
        reordering_threshold: server.recovery.packetThreshold ?? 3,
        max_datagram_size: 1350,
        initial_congestion_window: 13_500,
        minimum_congestion_window: 2700,
      },
    ]);
    expect(parameters[1]?.data.initial_max_data).toBe(client.receiveWindowBytes ?? undefined);
  });
});

describe('records', () => {
  const { outcome, sender, receiver } = traced(MIXED);
  const [from, to] = [traceOf(sender), traceOf(receiver)];
  const named = ({ records }: SimulatedTrace, name: string): SimulatedTrace['records'] =>
    records.filter((record) => record.name === name);

  test('ECN is told of what was sent and what came, and the marks in ACKs', () => {
    const ecnOf = (trace: SimulatedTrace, name: string): readonly unknown[] =>
      named(trace, name).map(({ data }) => (data as { ecn?: string }).ecn);
    expect(new Set(ecnOf(from, 'quic:packet_sent'))).toEqual(new Set(['ECT(0)']));
    expect(new Set(ecnOf(to, 'quic:packet_sent'))).toEqual(new Set([undefined]));
    const marks = ecnOf(to, 'quic:packet_received').filter((ecn) => ecn === 'CE').length;
    expect(marks).toBeGreaterThan(3);
    const counts = named(to, 'quic:packet_sent').flatMap(({ data }) =>
      (data.frames ?? []).map((frame) => (frame as { ce?: number }).ce ?? 0),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(marks);
    expect(Math.max(...counts), 'but for the last').toBeGreaterThanOrEqual(marks - 2);
  });

  test('losses say by which threshold, and each packet that was lost was sent before', () => {
    const triggers = named(from, 'recovery:packet_lost').map(({ data }) => data.trigger);
    expect(new Set(triggers)).toEqual(new Set(['reordering_threshold', 'time_threshold']));
    expect(triggers.length).toBe(outcome.lostPackets);
    for (const { time, data } of named(from, 'recovery:packet_lost')) {
      const id = `${data.header?.packet_type} ${data.header?.packet_number}`;
      expect(from.sent.get(id)?.time).toBeLessThan(time);
      expect(from.sent.get(id)?.size).toBe(data.raw?.length);
    }
  });

  test('metrics hold what has changed only', () => {
    const last = new Map<string, unknown>();
    const repeated: string[] = [];
    for (const { data } of named(from, 'recovery:metrics_updated')) {
      expect(Object.keys(data).length).toBeGreaterThan(0);
      for (const [name, value] of Object.entries(data)) {
        if (last.get(name) === value) repeated.push(name);
        last.set(name, value);
      }
    }
    expect(repeated).toEqual([]);
    expect([...last.keys()].sort()).toEqual([
      'bytes_in_flight',
      'congestion_window',
      'latest_rtt',
      'min_rtt',
      'pto_count',
      'rtt_variance',
      'smoothed_rtt',
      'ssthresh',
    ]);
  });

  test('states follow one another, from slow start through recovery to avoidance', () => {
    const states = named(from, 'recovery:congestion_state_updated').map(
      ({ data }) => data as { old?: string; new?: string },
    );
    expect(states[0]).toEqual({ new: 'slow_start' });
    for (const [i, state] of states.slice(1).entries()) {
      expect(state.old).toBe(states[i]?.new);
      expect(state.new).not.toBe(state.old);
    }
    expect(new Set(states.map((state) => state.new))).toEqual(
      new Set(['slow_start', 'recovery', 'congestion_avoidance']),
    );
  });

  test('both traces of one run say the same of each packet', () => {
    const describe = ({ id, size, elicits }: { id: string; size: number; elicits: boolean }): string =>
      `${id} ${size} ${elicits}`;
    const sent = new Set([...from.sent.values()].map(describe));
    expect(to.received.filter((packet) => !sent.has(describe(packet)))).toEqual([]);
    expect(to.received.length).toBeGreaterThan(200);
  });
});

describe('the death spiral', () => {
  const alarmsOf = (seed: number, controller: ControllerSettings) => {
    const { outcome, sender } = traced(incident(controller, seed));
    const { findings } = runDetectors(new DetectInput(read(sender).pipeline.state));
    return { traps: outcome.traps.filter(isTrapped), alarms: findings.filter(isAlarm) };
  };

  test.each([8, 20])('of a trapped run (seed %s) is found where it is, with its cause', (seed) => {
    const { traps, alarms } = alarmsOf(seed, BROKEN);
    const [trap] = traps;
    expect([traps.length, alarms.length]).toEqual([1, 1]);
    expect(alarms[0]).toMatchObject({ severity: 'critical', cause: 'shift-from-last-send' });
    const roundTripsUs = 3 * 14_000;
    expect(Math.abs((alarms[0]?.startUs ?? 0) - (trap?.fromUs ?? 0))).toBeLessThan(roundTripsUs);
    expect(Math.abs((alarms[0]?.endUs ?? 0) - (trap?.toUs ?? 0))).toBeLessThan(roundTripsUs);
  });

  test.each([8, 20])('is not found where the rule is repaired (seed %s)', (seed) => {
    expect(alarmsOf(seed, FIXED)).toEqual({ traps: [], alarms: [] });
  });
});
