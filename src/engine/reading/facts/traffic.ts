/** What a connection carried and how it came about, in few numbers (contract/traffic.ts), from its streams, requests and steps. */
import { httpTable } from '../../sender/http/http-table';
import { blockedTime, gapTime } from '../../sender/streams/blocked-time';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { StreamRows } from '../../sender/streams/stream-rows';
import type { Connectivity, LifeStepKind } from '../../sender/transport/connectivity/connectivity';
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import type { TransportState } from '../../sender/transport/transport';
import { requestTotals } from '../contract/request-totals';
import type { LifeTotals, StreamTotals, Traffic } from '../contract/traffic';

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
