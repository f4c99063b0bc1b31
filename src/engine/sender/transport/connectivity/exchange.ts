/**
 * The packets by which a connection came about, as one end logs them, and what its log shows of their fate. Times of the other end
 * are in no log of this one: half the smallest RTT is an estimate of how far they are. Nothing is judged by them: they are for the panel.
 */
import { EventKind } from '../../../../qlog-schema';
import { PacketFate, PacketMark } from '../packet-fate';
import { silenceBefore } from '../silence';
import type { TransportState } from '../transport';
import type { Connectivity, Exchange, ExchangedPacket } from './connectivity';
import { connectivityOf } from './connectivity-of';

/** Records that are looked at, from the first one on; and packets of a kind and direction that are listed. */
const MAX_ROWS = 8192;
const MOST = { handshake: 256, oneRtt: 16 } as const;

const SPACES = ['initial', 'handshake', 'application'] as const;

const made = new WeakMap<Connectivity, Connectivity>();

/** The life of a connection, with its exchange. Never throws; while a trace is read, what is known so far. */
export function connectivityWithExchange(state: TransportState): Connectivity {
  const life = connectivityOf(state);
  const whole = made.get(life) ?? { ...life, exchange: exchangeOf(state) };
  made.set(life, whole);
  return whole;
}

function exchangeOf(state: TransportState): Exchange {
  const { role } = state;
  const client = role === 'unknown' ? role : role === 'client' ? 'local' : 'remote';
  return { client, oneWayUs: state.rebuilt.smallestRttUs / 2, packets: packetsOf(state) };
}

type Met = Omit<ExchangedPacket, 'fate' | 'isAgain'> & { readonly space: (typeof SPACES)[number] | null };

function packetsOf(state: TransportState): readonly ExchangedPacket[] {
  const { lastReceivedUs } = silenceBefore(state, state.lastUs);
  return [...metPackets(state), ...rarePackets(state)]
    .sort((a, b) => a.timeUs - b.timeUs)
    .map(({ space, ...packet }) => ({ ...packet, ...fateOf(state, space, packet, lastReceivedUs) }));
}

function metPackets(state: TransportState): readonly Met[] {
  const { events } = state;
  const zeroRtt = {
    local: new Set(state.connectivity.zeroRttNumbers.local),
    remote: new Set(state.connectivity.zeroRttNumbers.remote),
  };
  const [times, kinds, spaces] = [events.timeUs.reader(), events.kind.reader(), events.space.reader()];
  const numbers = events.packetNumber.reader();
  const rows = Math.min(times.length, MAX_ROWS);
  const packets: Met[] = [];
  const counts = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const kind = kinds.at(row);
    if (kind !== EventKind.packetSent && kind !== EventKind.packetReceived) continue;
    const by = kind === EventKind.packetSent ? 'local' : 'remote';
    const space = SPACES[spaces.at(row)];
    if (space === undefined) continue;
    const packetNumber = numbers.at(row);
    const ofApplication = zeroRtt[by].has(packetNumber) ? 'zero-rtt' : 'one-rtt';
    const phase = space === 'application' ? ofApplication : space;
    const key = `${phase} ${by}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= (phase === 'one-rtt' ? MOST.oneRtt : MOST.handshake))
      packets.push({ phase, timeUs: times.at(row), by, packetNumber, space });
  }
  return packets;
}

/** Retry and Version Negotiation: a server sends them, in no number space. */
function rarePackets({ connectivity: { entries } }: TransportState): readonly Met[] {
  return entries.flatMap(({ said, by, timeUs }) => {
    const isRare = said.fact === 'packet' && by !== null;
    return isRare ? [{ phase: 'initial', timeUs, by, packetNumber: Number.NaN, space: null } as const] : [];
  });
}

function fateOf(
  { ledger }: TransportState,
  space: Met['space'],
  { by, packetNumber, timeUs }: Omit<Met, 'space'>,
  lastReceivedUs: number,
): Pick<ExchangedPacket, 'fate' | 'isAgain'> {
  const silent = lastReceivedUs > timeUs ? 'unshown' : 'unanswered';
  if (by === 'remote') return { fate: 'arrived', isAgain: false };
  const row = space === null ? -1 : ledger[space].indexOf(packetNumber);
  if (space === null || row < 0) return { fate: silent, isAgain: false };
  const of = ledger[space];
  const fate = of.fateAt(row);
  const isArrived = fate === PacketFate.acked || fate === PacketFate.spurious;
  return {
    fate: isArrived ? 'arrived' : fate === PacketFate.lost ? 'lost' : silent,
    isAgain: of.isMarked(row, PacketMark.resent),
  };
}
