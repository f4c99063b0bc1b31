/**
 * The queue before a link of limited rate. Drop-tail knows at once when a packet will have left, and needs no events; CoDel decides
 * when a packet comes to its turn (RFC 8289 §5), and is a part of the event queue.
 */
import type { EventQueue, Part } from './event-queue';
import type { LinkRate } from './link-rate';
import type { LinkPacket } from './packet';

/** Where a packet goes that has been sent: the time is when its last bit leaves. Or that is dropped after it was taken. */
export type Leave<Of extends LinkPacket> = (packet: Of, atUs: number) => void;

export interface Queue<Of extends LinkPacket> {
  /** @returns false where the packet is dropped on arrival. */
  offer(packet: Of, atUs: number): boolean;
  /** Packets that were taken and have not been given to `Leave`. */
  readonly waiting: number;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

export class DropTail<Of extends LinkPacket> implements Queue<Of> {
  readonly waiting = 0;
  readonly #rate: LinkRate;
  readonly #bufferBytes: number;
  readonly #markUs: number;
  /** How much earlier the sending of a packet may have begun than it came: the bucket, in time at the rate. */
  readonly #creditUs: number;
  readonly #leave: Leave<Of>;
  /** Those whose sending has not begun, from `#head` on: when it does, and their bytes. */
  #startsUs: number[] = [];
  #bytes: number[] = [];
  #head = 0;
  #queuedBytes = 0;
  #freeUs: number;

  /** @param markAboveMs packets that would wait for longer are marked; null for none. @param creditUs of a shaper's bucket. */
  constructor(
    rate: LinkRate,
    bufferBytes: number | null,
    markAboveMs: number | null,
    leave: Leave<Of>,
    creditUs = 0,
  ) {
    this.#rate = rate;
    this.#bufferBytes = bufferBytes ?? UNLIMITED;
    this.#markUs = markAboveMs === null ? UNLIMITED : markAboveMs * 1000;
    this.#leave = leave;
    this.#creditUs = creditUs;
    this.#freeUs = -creditUs;
  }

  offer(packet: Of, atUs: number): boolean {
    this.#begunUntil(atUs);
    const startUs = Math.max(atUs - this.#creditUs, this.#freeUs);
    if (startUs > atUs) {
      if (this.#queuedBytes + packet.sizeBytes > this.#bufferBytes) return false;
      this.#startsUs.push(startUs);
      this.#bytes.push(packet.sizeBytes);
      this.#queuedBytes += packet.sizeBytes;
      if (packet.isEcnCapable && startUs - atUs > this.#markUs) packet.isMarked = true;
    }
    this.#freeUs = this.#rate.endUs(startUs, packet.sizeBytes);
    this.#leave(packet, Math.max(atUs, this.#freeUs));
    return true;
  }

  #begunUntil(atUs: number): void {
    while (this.#head < this.#startsUs.length && this.#startsUs[this.#head] <= atUs)
      this.#queuedBytes -= this.#bytes[this.#head++];
    if (this.#head < 1024 || this.#head * 2 < this.#startsUs.length) return;
    this.#startsUs = this.#startsUs.slice(this.#head);
    this.#bytes = this.#bytes.slice(this.#head);
    this.#head = 0;
  }
}

/** TARGET and INTERVAL of RFC 8289 §4. */
const TARGET_US = 5000;
const INTERVAL_US = 100_000;
/** A queue of less than a packet drops nothing (RFC 8289 §5.3). */
const LEAST_BYTES = 1500;

export class Codel<Of extends LinkPacket> implements Queue<Of>, Part {
  readonly #events: EventQueue;
  readonly #id: number;
  readonly #rate: LinkRate;
  readonly #bufferBytes: number;
  readonly #marks: boolean;
  readonly #leave: Leave<Of>;
  readonly #drop: Leave<Of>;
  #packets: Of[] = [];
  #arrivalsUs: number[] = [];
  #head = 0;
  #queuedBytes = 0;
  /** The sending of the last packet ends then. */
  #freeUs = 0;
  /** RFC 8289 §5.1: first_above_time_, drop_next_, count_, lastcount_, dropping_. */
  #firstAboveUs = 0;
  #dropNextUs = 0;
  #count = 0;
  #lastCount = 0;
  #isDropping = false;
  /** ok_to_drop_ of the packet that was taken last. */
  #okToDrop = false;

  constructor(
    events: EventQueue,
    rate: LinkRate,
    bufferBytes: number | null,
    marks: boolean,
    { leave, drop }: { readonly leave: Leave<Of>; readonly drop: Leave<Of> },
  ) {
    this.#events = events;
    this.#id = events.add(this);
    this.#rate = rate;
    this.#bufferBytes = bufferBytes ?? UNLIMITED;
    this.#marks = marks;
    this.#leave = leave;
    this.#drop = drop;
  }

  get waiting(): number {
    return this.#packets.length - this.#head;
  }

  offer(packet: Of, atUs: number): boolean {
    if (this.#queuedBytes + packet.sizeBytes > this.#bufferBytes) return false;
    this.#packets.push(packet);
    this.#arrivalsUs.push(atUs);
    this.#queuedBytes += packet.sizeBytes;
    if (this.waiting === 1) this.#events.schedule(this.#id, Math.max(atUs, this.#freeUs));
    return true;
  }

  fire(nowUs: number): void {
    const packet = this.#next(nowUs);
    if (packet === null) return;
    this.#freeUs = this.#rate.endUs(nowUs, packet.sizeBytes);
    this.#leave(packet, this.#freeUs);
    if (this.waiting > 0) this.#events.schedule(this.#id, this.#freeUs);
  }

  /** `dequeue` of RFC 8289 §5.5. */
  #next(nowUs: number): Of | null {
    let packet = this.#take(nowUs);
    if (packet === null) {
      this.#isDropping = false;
      return null;
    }
    if (this.#isDropping) {
      if (!this.#okToDrop) this.#isDropping = false;
      while (this.#isDropping && nowUs >= this.#dropNextUs) {
        this.#count++;
        if (this.#mark(packet)) {
          this.#dropNextUs = this.#controlLaw(this.#dropNextUs);
          return packet;
        }
        this.#drop(packet, nowUs);
        packet = this.#take(nowUs);
        if (packet === null || !this.#okToDrop) this.#isDropping = false;
        else this.#dropNextUs = this.#controlLaw(this.#dropNextUs);
        if (packet === null) return null;
      }
      return packet;
    }
    if (!this.#okToDrop) return packet;
    this.#isDropping = true;
    const delta = this.#count - this.#lastCount;
    this.#count = delta > 1 && nowUs - this.#dropNextUs < 16 * INTERVAL_US ? delta : 1;
    this.#lastCount = this.#count;
    this.#dropNextUs = this.#controlLaw(nowUs);
    if (this.#mark(packet)) return packet;
    this.#drop(packet, nowUs);
    return this.#take(nowUs);
  }

  /** `dodequeue` of RFC 8289 §5.4. */
  #take(nowUs: number): Of | null {
    this.#okToDrop = false;
    if (this.waiting === 0) {
      this.#firstAboveUs = 0;
      return null;
    }
    const packet = this.#packets[this.#head];
    const sojournUs = nowUs - this.#arrivalsUs[this.#head];
    this.#head++;
    this.#queuedBytes -= packet.sizeBytes;
    this.#compact();
    if (sojournUs < TARGET_US || this.#queuedBytes <= LEAST_BYTES) this.#firstAboveUs = 0;
    else if (this.#firstAboveUs === 0) this.#firstAboveUs = nowUs + INTERVAL_US;
    else this.#okToDrop = nowUs >= this.#firstAboveUs;
    return packet;
  }

  #mark(packet: Of): boolean {
    if (!this.#marks || !packet.isEcnCapable) return false;
    packet.isMarked = true;
    return true;
  }

  #controlLaw(fromUs: number): number {
    return fromUs + INTERVAL_US / Math.sqrt(this.#count);
  }

  #compact(): void {
    if (this.#head < 1024 || this.#head * 2 < this.#packets.length) return;
    this.#packets = this.#packets.slice(this.#head);
    this.#arrivalsUs = this.#arrivalsUs.slice(this.#head);
    this.#head = 0;
  }
}
