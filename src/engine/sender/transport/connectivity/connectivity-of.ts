/** The life of a connection, from what the replay collected: answered when it is asked for. */
import { EventKind, PacketSpace } from '../../../../qlog-schema';
import { versionText } from '../../../base/text/quic-version';
import { FATE_MASK, PacketFate } from '../packet-fate';
import type { SpaceLedger } from '../space-ledger';
import type { TransportState } from '../transport';
import type { Connectivity, LifePhase, LifeStep, TimeSpan } from './connectivity';
import type { ConnectivityLog, PhasePackets } from './connectivity-log';
import { parameterRows } from './life-parameters';
import { pathChanges } from './life-paths';
import { stepsOf } from './life-steps';

/** Steps of an answer; path validation of a hostile log has no end. */
const MAX_STEPS = 1024;
const MAX_PATHS = 256;
const MAX_SPANS = 256;

const made = new WeakMap<TransportState, { readonly events: number; readonly life: Connectivity }>();

/** Made once for a trace that does not grow. Never throws; while a trace is read, what is known so far. */
export function connectivityOf(state: TransportState): Connectivity {
  const events = state.events.length;
  const memo = made.get(state);
  if (memo?.events === events) return memo.life;
  const life = lifeOf(state);
  made.set(state, { events, life });
  return life;
}

function lifeOf(state: TransportState): Connectivity {
  const log = state.connectivity;
  const changes = pathChanges(log, state.role);
  const steps = stepsOf(state, changes);
  const complete = steps.find(({ kind }) => kind === 'handshake-complete');
  return {
    steps: steps.slice(0, MAX_STEPS),
    phases: phasesOf(state),
    parameters: parameterRows(log),
    paths: changes.slice(0, MAX_PATHS).map(({ row: _, ...change }) => change),
    amplificationLimited: amplificationLimited(state),
    version: versionOf(log),
    alpn: alpnOf(log, complete),
    serverName: lastOf(log, 'server-name')?.name ?? null,
    handshakeUs: handshakeUs(state, complete),
    closeReason: lastOf(log, 'reason')?.text ?? null,
    leftOut: log.leftOut + Math.max(0, steps.length - MAX_STEPS) + Math.max(0, changes.length - MAX_PATHS),
  };
}

type Said = ConnectivityLog['entries'][number]['said'];

function lastOf<F extends Said['fact']>(
  { entries }: ConnectivityLog,
  fact: F,
): Extract<Said, { readonly fact: F }> | undefined {
  return entries.findLast(({ said }) => said.fact === fact)?.said as
    | Extract<Said, { readonly fact: F }>
    | undefined;
}

function versionOf(log: ConnectivityLog): string | null {
  const version = lastOf(log, 'version')?.version;
  return version === undefined ? null : versionText(version);
}

/** A handshake that completes has chosen one of the offers (RFC 7301 §3.2): of one offer, that one. */
function alpnOf(log: ConnectivityLog, complete: LifeStep | undefined): string | null {
  const said = log.entries.flatMap((entry) => (entry.said.fact === 'alpn' ? [entry.said] : []));
  const chosen = said.findLast((alpn) => alpn.chosen !== null)?.chosen;
  const only = said.find(({ offered }) => offered.length === 1)?.offered[0];
  return chosen ?? (complete === undefined ? null : (only ?? null));
}

function handshakeUs(
  { connectivity: { packets }, beginsMidway }: TransportState,
  complete: LifeStep | undefined,
): number {
  const { sent, received } = packets.initial;
  const firsts = [sent.firstUs, received.firstUs].filter((timeUs) => !Number.isNaN(timeUs));
  if (complete === undefined || firsts.length === 0 || beginsMidway) return Number.NaN;
  return Math.max(0, complete.timeUs - Math.min(...firsts));
}

/**
 * Spans in which the limit of an address that is not validated held the server (RFC 9000 §8.1). Where the padding of a datagram
 * is not logged, the limit seems to be reached earlier than it is: it held only a server that has more of its handshake to
 * send after the span, and from the last of it that was sent before.
 */
function amplificationLimited(state: TransportState): readonly TimeSpan[] {
  const { ledger } = state;
  const sentUs = [...newDataUs(ledger.initial), ...newDataUs(ledger.handshake)];
  return amplifiedSpans(state).flatMap(({ fromUs, toUs }) => {
    const middleUs = (fromUs + toUs) / 2;
    const before = sentUs.filter((timeUs) => timeUs < middleUs);
    return before.length < sentUs.length ? [{ fromUs: most(fromUs, ...before), toUs }] : [];
  });
}

/** Spans in which a server may not send another datagram: from its first Initial packet received to the first Handshake or 1-RTT packet. */
function amplifiedSpans({ events, role, lastUs }: TransportState): readonly TimeSpan[] {
  if (role !== 'server') return [];
  const spans: TimeSpan[] = [];
  let [sentBytes, receivedBytes, sinceUs] = [0, 0, Number.NaN];
  const [times, kinds, spaces] = [events.timeUs.reader(), events.kind.reader(), events.space.reader()];
  const end = (toUs: number): void => {
    if (toUs > sinceUs) spans.push({ fromUs: sinceUs, toUs });
    sinceUs = Number.NaN;
  };
  for (let row = 0; row < times.length && spans.length < MAX_SPANS; row++) {
    const timeUs = times.at(row);
    if (kinds.at(row) === EventKind.packetSent) sentBytes += events.sizeBytes.at(row);
    if (kinds.at(row) === EventKind.packetReceived) {
      receivedBytes += events.sizeBytes.at(row);
      if (spaces.at(row) !== PacketSpace.initial && spaces.at(row) <= PacketSpace.application) {
        end(timeUs);
        return spans;
      }
    }
    const isLeft = receivedBytes === 0 || sentBytes + MIN_DATAGRAM_BYTES <= AMPLIFICATION * receivedBytes;
    if (isLeft) end(timeUs);
    else if (Number.isNaN(sinceUs)) sinceUs = timeUs;
  }
  end(lastUs);
  return spans;
}

/** RFC 9000 §8.1, §14.1: a server may send three times what it received, in datagrams of so many bytes at least. */
const AMPLIFICATION = 3;
const MIN_DATAGRAM_BYTES = 1200;

/** Packets of a space that are looked at: a handshake has few. */
const MAX_PACKETS = 1024;

/** When packets of the space were sent that hold data for the first time, µs. */
function newDataUs({ sentTimesUs, dataSizesBytes, resentSizesBytes }: SpaceLedger): readonly number[] {
  const times: number[] = [];
  for (let row = 0; row < Math.min(sentTimesUs.length, MAX_PACKETS); row++)
    if (dataSizesBytes.at(row) > resentSizesBytes.at(row)) times.push(sentTimesUs.at(row));
  return times;
}

function phasesOf(state: TransportState): readonly LifePhase[] {
  const { ledger, connectivity } = state;
  const { packets, zeroRttNumbers } = connectivity;
  const { initial, handshake } = packets;
  const zeroRtt = packets['zero-rtt'];
  const zeroRttLost = lostAmong(ledger.application, new Set(zeroRttNumbers.local));
  const phases = [
    phaseOf('initial', initial, lostIn(ledger.initial)),
    phaseOf('handshake', handshake, lostIn(ledger.handshake)),
    phaseOf('zero-rtt', zeroRtt, zeroRttLost),
    oneRtt(state, lostIn(ledger.application) - zeroRttLost),
  ];
  return phases.filter(({ fromUs }) => !Number.isNaN(fromUs));
}

const least = (...times: readonly number[]): number =>
  times.reduce((a, b) => (a < b || Number.isNaN(b) ? a : b), Number.NaN);
const most = (...times: readonly number[]): number =>
  times.reduce((a, b) => (a > b || Number.isNaN(b) ? a : b), Number.NaN);

function phaseOf(
  phase: LifePhase['phase'],
  { sent, received }: PhasePackets,
  lostPackets: number,
): LifePhase {
  return {
    phase,
    fromUs: least(sent.firstUs, received.firstUs),
    toUs: most(sent.lastUs, received.lastUs),
    sentPackets: sent.packets,
    receivedPackets: received.packets,
    sentBytes: sent.bytes,
    receivedBytes: received.bytes,
    lostPackets,
  };
}

/** Whatever is of no other kind; it lasts until the connection ends. */
function oneRtt(state: TransportState, lostPackets: number): LifePhase {
  const { packets, unnumbered } = state.connectivity;
  const own = packets['one-rtt'];
  const others = [packets.initial, packets.handshake, packets['zero-rtt'], unnumbered];
  const sum = (way: 'sent' | 'received', what: 'packets' | 'bytes'): number =>
    others.reduce((total, of) => total + of[way][what], 0);
  const fromUs = least(own.sent.firstUs, own.received.firstUs);
  const has = (way: 'sent' | 'received', total: number): number => (own[way].packets === 0 ? 0 : total);
  return {
    phase: 'one-rtt',
    fromUs,
    toUs: Math.max(fromUs, state.termination?.timeUs ?? state.lastUs),
    sentPackets: has('sent', state.sentPackets - sum('sent', 'packets')),
    receivedPackets: has('received', state.receivedPackets - sum('received', 'packets')),
    sentBytes: has('sent', state.sentBytes - sum('sent', 'bytes')),
    receivedBytes: has('received', state.receivedBytes - sum('received', 'bytes')),
    lostPackets,
  };
}

const isLost = (fate: number): boolean => {
  const settled = fate & FATE_MASK;
  return settled === PacketFate.lost || settled === PacketFate.spurious;
};

function lostIn({ fateColumns: { fates } }: SpaceLedger): number {
  let lost = 0;
  for (let row = 0; row < fates.length; row++) if (isLost(fates[row])) lost++;
  return lost;
}

function lostAmong({ packetNumbers, fateColumns: { fates } }: SpaceLedger, numbers: Set<number>): number {
  if (numbers.size === 0) return 0;
  let lost = 0;
  for (let row = 0; row < fates.length && numbers.size > 0; row++) {
    if (!numbers.delete(packetNumbers.at(row))) continue;
    if (isLost(fates[row])) lost++;
  }
  return lost;
}
