/**
 * What is rebuilt from packets, held against what real stacks logged: bytes in flight at each metrics event,
 * smoothed RTTs, PTOs, and losses that are found with the stack's own counters hidden.
 *
 * Two differences are quiche's own, told by the trace and counted apart: it counts CONNECTION_CLOSE as in flight,
 * and it drops the keys of a space one event before or after the packet that lets us know (RFC 9001 §4.9). The
 * third kind is ours: where losses are inferred, the time threshold may fall an event beside the stack's timer.
 */
import { expect } from 'vitest';
import { lowerBound } from '../../../src/engine/base/columns/growable.ts';
import { PacketFate } from '../../../src/engine/sender/transport/packet-fate.ts';
import { packetsIn } from '../../../src/engine/sender/transport/sequence.ts';
import type { TransportState } from '../../../src/engine/sender/transport/transport.ts';
import { loadBytes } from '../load.ts';
import { someOf } from '../tier.ts';
import { type Claim, claim } from './claim.ts';
import { LABELS } from './list.ts';

const COUNTER = '"cf_lost_packets"';
const HIDDEN = '"xx_lost_packets"';

/** The trace with quiche's loss counters under a name that nothing reads; the length stays. */
function withoutCounters(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes);
  for (let at = text.indexOf(COUNTER); at >= 0; at = text.indexOf(COUNTER, at + 1)) text.write(HIDDEN, at);
  return text;
}

class Sum {
  total = 0;
  good = 0;

  add(total: number, good: number): void {
    this.total += total;
    this.good += good;
  }

  get share(): number {
    return this.total === 0 ? 1 : this.good / this.total;
  }
}

const flight = { told: new Sum(), inferred: new Sum() };
const rtt = new Sum();
const ptoFound = new Sum();
const ptoRight = new Sum();
const lossFound = new Sum();
const lossRight = new Sum();
const exceptions: { trace: string; atMs: number; bytes: number; cause: string }[] = [];

/** The keys of the handshake are dropped at most this long before or after the first 1-RTT packet. */
const HANDSHAKE_END_US = 1000;

/** Why a logged flight differs from the rebuilt one. */
function causeOf(state: TransportState, timeUs: number, bytes: number): string {
  const firstUs = state.ledger.application.sentTimesUs.at(0) ?? Number.POSITIVE_INFINITY;
  if (Math.abs(timeUs - firstUs) <= HANDSHAKE_END_US) return 'keys dropped at the end of the handshake';
  const { packets } = packetsIn(state.ledger, timeUs, timeUs, 10);
  const closes = packets.some(
    ({ fate, sizeBytes }) => fate === PacketFate.notInFlight && sizeBytes === -bytes,
  );
  if (closes) return 'CONNECTION_CLOSE counted as in flight';
  const told = state.losses.method === 'counted';
  return told ? 'the counter does not say which packet' : 'time threshold beside the timer of the stack';
}

function noteExceptions(trace: string, state: TransportState): void {
  const { timesUs, values } = state.rebuilt.flightDrift;
  for (const [i, bytes] of values.slice().entries()) {
    if (bytes === 0) continue;
    const timeUs = timesUs.at(i)!;
    exceptions.push({ trace, atMs: timeUs / 1000, bytes, cause: causeOf(state, timeUs, bytes) });
  }
}

/** Instants of `wanted` that `found`, ascending as it is, holds too, up to the distance. */
function hits(wanted: Float64Array, found: Float64Array, withinUs: number): number {
  return wanted.filter((at) => found[lowerBound(found, at - withinUs)]! <= at + withinUs).length;
}

const unique = (times: Float64Array): Float64Array => Float64Array.from(new Set(times)).sort();

/** What all traces gave, as tables for the test's output. */
export function printReplay(): void {
  console.table({
    'flight, losses counted': flight.told,
    'flight, losses inferred': flight.inferred,
    'smoothed RTT within 1 % or 0.1 ms': rtt,
    'PTOs found by silence': ptoFound,
    'PTOs by silence that are logged': ptoRight,
    'loss instants found, counters hidden': lossFound,
    'loss instants found that are counted': lossRight,
  });
  console.table(exceptions);
}

/** Over all traces: flight ≥ 99.9 % counted and ≥ 99 % inferred, RTT ≥ 99 %, losses ≥ 98 % and ≤ 1 % false. */
export function holdReplayTogether(): void {
  for (const sum of [flight.told, flight.inferred, rtt, ptoFound, ptoRight, lossFound, lossRight]) {
    expect(sum.total).toBeGreaterThan(0);
  }
  expect(flight.told.share).toBeGreaterThanOrEqual(0.999);
  expect(flight.inferred.share).toBeGreaterThanOrEqual(0.99);
  expect(rtt.share).toBeGreaterThanOrEqual(0.99);
  expect(ptoFound.share).toBeGreaterThanOrEqual(0.9);
  expect(ptoRight.share).toBeGreaterThanOrEqual(0.98);
  expect(lossFound.share).toBeGreaterThanOrEqual(0.98);
  expect(lossRight.share).toBeGreaterThanOrEqual(0.99);
}

export const REPLAY_CLAIMS: readonly Claim[] = [
  claim('the rebuilt flight and RTT equal the logged ones', LABELS, 44, ({ entry, state }) => {
    const { compared, equal } = state.drift.summary;
    expect(compared).toBeGreaterThan(0);
    expect(equal / compared).toBeGreaterThanOrEqual(0.99);
    (state.losses.method === 'counted' ? flight.told : flight.inferred).add(compared, equal);
    noteExceptions(entry.file, state);
    const { smoothedRtt } = state.series;
    let near = 0;
    for (const [i, loggedUs] of smoothedRtt.values.slice().entries()) {
      const apartUs = Math.abs(state.rebuilt.smoothedRtt.valueAt(smoothedRtt.timesUs.at(i)!) - loggedUs);
      if (apartUs <= Math.max(loggedUs / 100, 100)) near++;
    }
    rtt.add(smoothedRtt.length, near);
    const { ptos } = state;
    if (ptos.method !== 'counted') return;
    const silences = ptos.timesOf('silence');
    ptoFound.add(ptos.timesUs.length, hits(ptos.timesUs, silences, 2000));
    ptoRight.add(silences.length, hits(silences, ptos.timesUs, 2000));
  }),

  claim(
    'losses are found with the counters hidden',
    someOf(
      LABELS.filter(({ version }) => version !== '0.24.9'),
      2,
    ),
    20,
    ({ bytes, state }) => {
      const counted = unique(state.losses.of('counted').timesUs);
      const hidden = loadBytes(withoutCounters(bytes)).pipeline.state.losses;
      expect(hidden.method).not.toBe('counted');
      const found = unique(hidden.timesUs);
      lossFound.add(counted.length, hits(counted, found, 0));
      lossRight.add(found.length, hits(found, counted, 0));
    },
  ),
];
