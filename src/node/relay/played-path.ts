/**
 * Both directions of a path for datagrams of real programs: the links of the simulator, with the same settings and, of a seed, the same
 * losses. It has no clock: who plays it says what time it is, in µs from the first datagram on.
 */
import { EventQueue } from '../../engine/simulator/runs/event-queue';
import { type Dropper, Link, type LinkCounts, PacketLimit } from '../../engine/simulator/runs/link';
import type { LinkPacket } from '../../engine/simulator/runs/packet';
import type { RunSettings } from '../../engine/simulator/runs/run';

/** `down` from server to client. */
export type Direction = 'down' | 'up';
export type PathSettings = Pick<RunSettings, 'seed' | Direction>;

/** A datagram, and what became of it. Times in µs; NaN for what did not happen, or not yet. */
export class Datagram implements LinkPacket {
  readonly isEcnCapable = false;
  readonly joins = false;
  isMarked = false;
  droppedBy: Dropper | null = null;
  /** Its last bit is on the line. */
  leftUs = Number.NaN;
  /** The path delivers it. */
  dueUs = Number.NaN;
  /** It was sent on. */
  deliveredUs = Number.NaN;

  constructor(
    readonly direction: Direction,
    /** Which address of a client it is from or for, in the order in which they came. */
    readonly client: number,
    readonly sizeBytes: number,
    readonly takenUs: number,
    /** How long it may have waited to be read, at most. */
    readonly unreadUs: number,
    /** Null once it is delivered or dropped. */
    public message: Uint8Array | null,
  ) {}

  /** How much later it was sent on than the path delivers it; NaN where it was not. */
  get lateUs(): number {
    return this.unreadUs + this.deliveredUs - this.dueUs;
  }
}

export class PlayedPath {
  /** All that were taken, in order. */
  readonly datagrams: Datagram[] = [];
  readonly #events = new EventQueue();
  readonly #links: { readonly [direction in Direction]: Link<Datagram> };

  /** @param deliver sends a datagram on, and sets when. */
  constructor({ seed, down, up }: PathSettings, deliver: (datagram: Datagram, message: Uint8Array) => void) {
    const packets = down.packetLimit ?? up.packetLimit ?? null;
    const shared = {
      seed,
      limit: packets === null ? null : new PacketLimit(packets),
      watch: {
        dropped: (datagram: Datagram, by: Dropper): void => {
          datagram.droppedBy = by;
          datagram.message = null;
        },
        leaves: (datagram: Datagram, atUs: number): void => {
          datagram.leftUs = atUs;
        },
      },
      to: {
        take: (datagram: Datagram, atUs: number): void => {
          datagram.dueUs = atUs;
          deliver(datagram, datagram.message as Uint8Array);
          datagram.message = null;
        },
      },
    };
    this.#links = {
      down: new Link(this.#events, down, { ...shared, name: 'down' }),
      up: new Link(this.#events, up, { ...shared, name: 'up' }),
    };
  }

  /** When something is to be done next; infinity for never. */
  get dueUs(): number {
    return this.#events.dueUs;
  }

  get counts(): { readonly [direction in Direction]: LinkCounts } {
    return { down: this.#links.down.counts, up: this.#links.up.counts };
  }

  /** Takes a datagram at its `takenUs`, which ascends from call to call, and delivers what is due by then. */
  take(datagram: Datagram): void {
    this.run(datagram.takenUs);
    this.datagrams.push(datagram);
    this.#links[datagram.direction].take(datagram, datagram.takenUs);
    this.run(datagram.takenUs);
  }

  /** Delivers what is due. */
  run(nowUs: number): void {
    this.#events.run(nowUs);
  }
}
