/** What a connection carried and how it came about, in few numbers (contract/traffic.ts), from its streams, requests and steps. */
import { medianOf } from '../../base/columns/median';
import type { HttpOutcome, HttpRow } from '../../sender/http/http-row';
import { httpTable } from '../../sender/http/http-table';
import { blockedTime, gapTime } from '../../sender/streams/blocked-time';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { StreamRows } from '../../sender/streams/stream-rows';
import type { Connectivity, LifeStepKind } from '../../sender/transport/connectivity/connectivity';
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import type { TransportState } from '../../sender/transport/transport';
import type { LifeTotals, RequestTotals, StreamTotals, Traffic } from '../contract/traffic';

const made = new WeakMap<TransportState, { readonly events: number; readonly traffic: Traffic }>();

/** Made once for a trace that does not grow. */
export function trafficOf(state: TransportState): Traffic {
  const events = state.events.length;
  const memo = made.get(state);
  if (memo?.events === events) return memo.traffic;
  const traffic: Traffic = {
    streams: state.streams.ids.length === 0 ? null : streamTotals(streamRowsOf(state)),
    requests: requestTotals(httpTable(state, 'start').rows),
    life: lifeTotals(connectivityOf(state)),
  };
  made.set(state, { events, traffic });
  return traffic;
}

function streamTotals(rows: StreamRows): StreamTotals {
  const { table } = rows;
  const { sent, received } = table;
  const sum = (column: Float64Array): number => column.reduce((total, value) => total + value, 0);
  const [blocked, behindGaps] = [blockedTime(table), gapTime(table)];
  const ends = { fin: 0, reset: 0, open: 0 };
  for (let stream = 0; stream < table.length; stream++) ends[rows.end(stream)]++;
  return {
    count: table.length,
    finished: ends.fin,
    reset: ends.reset,
    sentBytes: sum(sent.bytes),
    resentBytes: sum(sent.repeated),
    receivedBytes: sum(received.bytes),
    repeatedBytes: sum(received.repeated),
    blockedUs: blocked.us,
    mostBlocked: blocked.most,
    gapUs: behindGaps.us,
    mostBehindGaps: behindGaps.most,
  };
}

const sizeOf = (rows: readonly HttpRow[], of: 'requestBytes' | 'responseBytes'): number =>
  rows.reduce((total, row) => total + (row[of] || 0), 0);

/** @returns null for no requests. */
export function requestTotals(rows: readonly HttpRow[]): RequestTotals | null {
  if (rows.length === 0) return null;
  const number = (outcome: HttpOutcome): number => rows.filter((row) => row.outcome === outcome).length;
  const isWhole = ({ outcome }: HttpRow): boolean => outcome === 'done' || outcome === 'sent';
  const timed = rows.filter((row) => isWhole(row) && row.endUs >= row.startUs);
  const durations = Float64Array.from(timed, ({ startUs, endUs }) => endUs - startUs);
  const slowest = durations.reduce((most, us, i) => (us > (durations[most] ?? -1) ? i : most), -1);
  const waits = rows.map(({ startUs, firstByteUs }) => firstByteUs - startUs).filter((us) => us >= 0);
  return {
    count: rows.length,
    done: rows.filter(isWhole).length,
    cancelled: number('cancelled'),
    reset: number('reset'),
    refused: number('refused'),
    requestBytes: sizeOf(rows, 'requestBytes'),
    responseBytes: sizeOf(rows, 'responseBytes'),
    medianUs: medianOf(durations.slice()),
    longestUs: durations[slowest] ?? Number.NaN,
    longestStream: timed[slowest]?.streamId ?? Number.NaN,
    medianFirstByteUs: medianOf(Float64Array.from(waits)),
    longestFirstByteUs: waits.length === 0 ? Number.NaN : waits.reduce((a, b) => Math.max(a, b)),
  };
}

/** @returns null for a log that shows no step of it. */
export function lifeTotals(life: Connectivity): LifeTotals | null {
  const { steps, phases, paths, amplificationLimited, handshakeUs } = life;
  if (steps.length === 0) return null;
  const number = (kind: LifeStepKind): number => steps.filter((step) => step.kind === kind).length;
  const zeroRtt = phases.find(({ phase }) => phase === 'zero-rtt');
  return {
    handshakeUs,
    retries: number('retry'),
    versionNegotiations: number('version-negotiation'),
    zeroRttPackets: zeroRtt === undefined ? 0 : zeroRtt.sentPackets + zeroRtt.receivedPackets,
    // A stack that logs no keys says nothing of their updates.
    keyUpdates: steps.some(({ kind }) => kind.startsWith('keys-')) ? number('keys-updated') : Number.NaN,
    pathChanges: paths.length,
    amplificationLimitedUs: amplificationLimited.reduce((us, { fromUs, toUs }) => us + toUs - fromUs, 0),
  };
}
