/**
 * Traffic of others on a link: transfers like those of the web, which begin at random (a Poisson process), have sizes of a bounded Pareto
 * distribution and exponentially distributed round-trip times, and are sent in rounds of slow start, whatever becomes of their packets. They are
 * packets of no flow, and end after the link.
 */
import type { EventQueue, Part } from './event-queue';
import { bytesPerUs } from './link-settings';
import { NO_FLOW, type Packet, type Sink, Space } from './packet';
import { Random } from './random';

export interface BackgroundSettings {
  /** Offered on average, Mbit/s. */
  readonly rateMbit: number;
  /** Mean of the round-trip times, ms. */
  readonly rttMs: number;
  /** The packets of a round come to the link at once, in datagrams of so many bytes at most. */
  readonly datagramBytes: number;
}

/** Packets of 1,500 bytes, of which a round has two at first and no more than fit into 64 kB. */
export const PACKET_BYTES = 1500;
const FIRST_PACKETS = 2;
const MOST_PACKETS = 43;

/** Sizes: from three packets to a thousand times as many. With this span and a shape of 4/3 square roots suffice, which are rounded alike everywhere. */
export const LEAST_BYTES = 3 * PACKET_BYTES;
const SPAN = 1000;
/** 1 − SPAN^(−4/3). */
const BOUND = 0.9999;
/** LEAST · 4 · (1 − SPAN^(−1/3)) / BOUND. */
export const MEAN_BYTES = (LEAST_BYTES * 4 * 0.9) / BOUND;

/** The size of a transfer. @param share from 0 to 1, uniform. */
export function transferBytes(share: number): number {
  const root = Math.sqrt(Math.sqrt(1 - share * BOUND));
  return Math.min(LEAST_BYTES * SPAN, LEAST_BYTES / (root * root * root));
}

interface Transfer {
  dueUs: number;
  leftBytes: number;
  packets: number;
  readonly rttUs: number;
}

const NEVER = Number.POSITIVE_INFINITY;

export class Background implements Part {
  readonly #events: EventQueue;
  readonly #id: number;
  readonly #random: Random;
  readonly #to: Sink;
  readonly #datagramBytes: number;
  readonly #rttUs: number;
  readonly #waitUs: number;
  #beginsUs: number;
  /** Those with bytes left, the next one last. */
  readonly #transfers: Transfer[] = [];
  #number = 0;

  /** @param name of the link, for its random numbers. */
  constructor(
    events: EventQueue,
    { rateMbit, rttMs, datagramBytes }: BackgroundSettings,
    { seed, name, to }: { seed: number; name: string; to: Sink },
  ) {
    this.#events = events;
    this.#id = events.add(this);
    this.#random = new Random(seed, `${name} background`);
    this.#to = to;
    this.#datagramBytes = datagramBytes;
    this.#rttUs = rttMs * 1000;
    this.#waitUs = MEAN_BYTES / bytesPerUs(rateMbit);
    this.#beginsUs = this.#random.wait() * this.#waitUs;
    events.schedule(this.#id, this.#beginsUs);
  }

  fire(nowUs: number): void {
    if (this.#beginsUs <= nowUs) {
      const leftBytes = Math.ceil(transferBytes(this.#random.share()));
      this.#round({
        dueUs: nowUs,
        leftBytes,
        packets: FIRST_PACKETS,
        rttUs: this.#random.wait() * this.#rttUs,
      });
      this.#beginsUs = nowUs + this.#random.wait() * this.#waitUs;
    }
    for (let next = this.#transfers.at(-1); next !== undefined && next.dueUs <= nowUs; ) {
      this.#transfers.pop();
      this.#round(next);
      next = this.#transfers.at(-1);
    }
    this.#events.schedule(this.#id, Math.min(this.#beginsUs, this.#transfers.at(-1)?.dueUs ?? NEVER));
  }

  /** A round trip's packets, and the time of the next ones. */
  #round(transfer: Transfer): void {
    const { dueUs } = transfer;
    const bytes = Math.min(transfer.leftBytes, transfer.packets * PACKET_BYTES);
    for (let left = bytes; left > 0; left -= this.#datagramBytes)
      this.#to.take(this.#packet(Math.min(left, this.#datagramBytes)), this.#events.nowUs);
    transfer.leftBytes -= bytes;
    if (transfer.leftBytes === 0) return;
    transfer.packets = Math.min(2 * transfer.packets, MOST_PACKETS);
    transfer.dueUs = dueUs + transfer.rttUs;
    this.#insert(transfer);
  }

  #insert(transfer: Transfer): void {
    const transfers = this.#transfers;
    let [low, high] = [0, transfers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (transfers[middle].dueUs > transfer.dueUs) low = middle + 1;
      else high = middle;
    }
    transfers.splice(low, 0, transfer);
  }

  #packet(sizeBytes: number): Packet {
    return {
      flow: NO_FLOW,
      space: Space.application,
      number: this.#number++,
      sizeBytes,
      isAckEliciting: false,
      offset: 0,
      dataBytes: 0,
      ack: null,
      maxData: 0,
      isPing: false,
      isHandshakeDone: false,
      isClose: false,
      isEcnCapable: false,
      joins: false,
      isMarked: false,
    };
  }
}
