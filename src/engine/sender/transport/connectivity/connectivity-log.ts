/**
 * What a log says of the life of its connection, collected by the replay: packets of each kind, and what records say of keys,
 * states, addresses, versions and parameters (qlog-schema/life.ts). `connectivityOf` makes the answer of it.
 */
import {
  EventKind,
  type LoggedLife,
  PacketFlag,
  PacketSpace,
  type ParameterValue,
} from '../../../../qlog-schema';
import type { EventBatch } from '../../../base/columns/event-batch';
import type { LifePhase } from './connectivity';

const MAX_ENTRIES = 4096;
/** Numbers of 0-RTT packets of a direction that are kept, to look up what became of them. */
const MAX_ZERO_RTT = 1024;

/** What one record says. */
export interface LifeEntry {
  readonly timeUs: number;
  readonly row: number;
  /** Who sent the packet that says it; null where no packet does. */
  readonly by: 'local' | 'remote' | null;
  readonly said: LoggedLife;
}

interface Direction {
  packets: number;
  bytes: number;
  firstUs: number;
  firstRow: number;
  lastUs: number;
}

const noPackets = (): Direction => ({
  packets: 0,
  bytes: 0,
  firstUs: Number.NaN,
  firstRow: Number.NaN,
  lastUs: Number.NaN,
});

/** Of all directions without a packet; never written to. */
const NO_PACKETS: Readonly<Direction> = noPackets();

/** Packets of one kind. Of 1-RTT only the first of each direction is taken: whatever else there is, is of 1-RTT. */
export interface PhasePackets {
  readonly sent: Readonly<Direction>;
  readonly received: Readonly<Direction>;
}

/** The same while it is filled. */
class Phase implements PhasePackets {
  sent = NO_PACKETS;
  received = NO_PACKETS;

  /** What is counted of a direction from its first packet on. */
  count(way: 'sent' | 'received'): Direction {
    if (this[way] === NO_PACKETS) this[way] = noPackets();
    return this[way];
  }
}

type Parameters = { readonly [owner in 'own' | 'peer']: ReadonlyMap<string, ParameterValue> };

/** Of all connections that have given none. */
const NO_PARAMETERS: Parameters = { own: new Map(), peer: new Map() };

const PHASES: readonly LifePhase['phase'][] = ['initial', 'handshake', 'one-rtt'];

export class ConnectivityLog {
  readonly entries: LifeEntry[] = [];
  /** Entries beyond those that are kept. */
  leftOut = 0;
  readonly packets: { readonly [phase in LifePhase['phase']]: Phase } = {
    initial: new Phase(),
    handshake: new Phase(),
    'zero-rtt': new Phase(),
    'one-rtt': new Phase(),
  };
  /** Retry, Version Negotiation, and what has no type that is known. */
  readonly unnumbered = new Phase();
  readonly zeroRttNumbers: { readonly [by in 'local' | 'remote']: number[] } = { local: [], remote: [] };
  #parameters: { readonly [owner in keyof Parameters]: Map<string, ParameterValue> } | null = null;
  /** When, and in which row, the first HANDSHAKE_DONE was sent or received; NaN for never. */
  doneUs = Number.NaN;
  doneRow = Number.NaN;
  /** Row of the record that ended the connection; NaN for none. */
  endRow = Number.NaN;
  /** The first 1-RTT packets of both directions are still awaited. */
  #awaitsFirst = true;

  /** Transport parameters as said last, by the names of the RFCs. */
  get parameters(): Parameters {
    return this.#parameters ?? NO_PARAMETERS;
  }

  /** Whether the row is to be taken; asked of every row. */
  asksFor(batch: EventBatch, row: number): boolean {
    if (batch.life.size > 0 && batch.life.has(row)) return true;
    const kind = batch.kind[row];
    if (kind !== EventKind.packetSent && kind !== EventKind.packetReceived) return false;
    if (this.#awaitsFirst || batch.space[row] !== PacketSpace.application) return true;
    return Number.isNaN(this.doneUs) && (batch.flags[row] & PacketFlag.handshakeDone) !== 0;
  }

  /** @param eventRow row of the event list. */
  take(batch: EventBatch, row: number, eventRow: number, timeUs: number): void {
    const kind = batch.kind[row];
    const life = batch.life.get(row);
    const by = kind === EventKind.packetSent ? 'local' : kind === EventKind.packetReceived ? 'remote' : null;
    if (by !== null) this.#packet(batch, row, eventRow, timeUs, by, life);
    for (const said of life ?? []) {
      if (said.fact === 'parameters') this.#learn(said.owner, said.values);
      // The packets are counted, and few of them matter.
      else if (said.fact !== 'packet' || said.type !== 'zero-rtt')
        this.#add({ timeUs, row: eventRow, by, said });
    }
  }

  #learn(owner: keyof Parameters, values: Iterable<readonly [string, ParameterValue]>): void {
    this.#parameters ??= { own: new Map(), peer: new Map() };
    for (const [name, value] of values) this.#parameters[owner].set(name, value);
  }

  #add(entry: LifeEntry): void {
    if (this.entries.length < MAX_ENTRIES) this.entries.push(entry);
    else this.leftOut++;
  }

  #packet(
    batch: EventBatch,
    row: number,
    eventRow: number,
    timeUs: number,
    by: 'local' | 'remote',
    life: readonly LoggedLife[] | undefined,
  ): void {
    const space = batch.space[row];
    const isZeroRtt = life?.some((said) => said.fact === 'packet' && said.type === 'zero-rtt') === true;
    const phase = isZeroRtt ? 'zero-rtt' : PHASES[space];
    if (Number.isNaN(this.doneUs) && (batch.flags[row] & PacketFlag.handshakeDone) !== 0) {
      this.doneUs = timeUs;
      this.doneRow = eventRow;
    }
    const packets = phase === undefined ? this.unnumbered : this.packets[phase];
    const direction = packets.count(by === 'local' ? 'sent' : 'received');
    if (isZeroRtt && this.zeroRttNumbers[by].length < MAX_ZERO_RTT)
      this.zeroRttNumbers[by].push(batch.packetNumber[row]);
    if (direction.packets === 0) {
      direction.firstUs = timeUs;
      direction.firstRow = eventRow;
    } else if (phase === 'one-rtt') return;
    direction.packets++;
    direction.bytes += batch.sizeBytes[row];
    direction.lastUs = timeUs;
    if (phase === 'one-rtt') this.#awaitsFirst = packets.sent.packets === 0 || packets.received.packets === 0;
  }
}
