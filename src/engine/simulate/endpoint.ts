/**
 * One end of a QUIC connection: a handshake, one stream of the application, acknowledgments, flow control, and when what is sent. A
 * part of the event queue, which runs when something arrives or a timer is due, at the times its host allows.
 *
 * Left out, since no window depends on it: the anti-amplification limit, connection ids, migration.
 */
import type { RttEstimate } from '../../qlog-schema';
import type { Controller } from '../congestion/controller';
import { AcksDue } from './acks-due';
import type { EventQueue, Part } from './event-queue';
import { Handshake, type HandshakeSettings, requestBytes } from './handshake';
import { Host, type HostSettings } from './host';
import type { Observer } from './observer';
import { Pacer } from './pacer';
import { type AckFrame, type Packet, type Sink, SPACES, Space } from './packet';
import { RangeSet } from './range-set';
import { Recovery, type RecoverySettings, type Settled } from './recovery';
import { SendStream } from './send-stream';
import { Fate, type Sent } from './sent-packets';

/** Bytes that an application gives to be sent, at a time from when it may begin. */
export interface Write {
  readonly atMs: number;
  readonly bytes: number;
}

/** A time in which the application offers nothing new, from when it may begin. */
export interface Pause {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface EndpointSettings {
  /** max_datagram_size: bytes of a full packet. */
  readonly datagramBytes: number;
  readonly host: HostSettings;
  readonly recovery: RecoverySettings;
  readonly paces: boolean;
  /** ECT(0) on every packet. */
  readonly usesEcn: boolean;
  /** Ack-eliciting packets per ACK, and the longest wait for one. */
  readonly ackEvery: number;
  readonly maxAckDelayMs: number;
  /** Bytes that the peer may send beyond what was read; null for any number. */
  readonly receiveWindowBytes: number | null;
}

export interface EndpointOptions {
  readonly events: EventQueue;
  readonly flow: number;
  readonly isClient: boolean;
  readonly settings: EndpointSettings;
  readonly handshake: HandshakeSettings;
  readonly controller: Controller;
  readonly seed: number;
  readonly name: string;
  readonly to: Sink;
  /** What the application sends; null for an end that only asks. */
  readonly writes: readonly Write[] | null;
  readonly pauses: readonly Pause[];
  /** The client sends the data, and no request. */
  readonly isUpload: boolean;
  readonly observer: Observer | null;
}

/** Bytes of a packet beside its data: headers, frame headers, authentication tag; long headers hold connection ids too. */
export const OVERHEAD_BYTES = 40;
const LONG_OVERHEAD_BYTES = 64;
/** Datagrams of the handshake, until the path is known to carry larger ones (RFC 9000 §14.1). */
const HANDSHAKE_BYTES = 1200;
const NEVER = Number.POSITIVE_INFINITY;

export class Endpoint implements Sink, Part, Settled {
  readonly recovery: Recovery;
  /** Called with the time whenever more of the application's bytes have been read in order. */
  onRead: ((bytes: number, nowUs: number) => void) | null = null;
  /** Called with the time whenever more of the application's bytes are acknowledged. */
  onAcked: ((bytes: number, nowUs: number) => void) | null = null;
  readonly #events: EventQueue;
  readonly #id: number;
  readonly #options: EndpointOptions;
  readonly #settings: EndpointSettings;
  readonly #host: Host;
  readonly #pacer: Pacer | null;
  readonly #send = SPACES.map(() => new SendStream());
  readonly #read = SPACES.map(() => new RangeSet());
  readonly #acks: readonly AcksDue[];
  readonly #handshake: Handshake;
  #inbox: Packet[] = [];
  #arrivedUs = NEVER;
  #busyUs = 0;
  #pacedUs = NEVER;
  /** The application's next write. */
  #write = 0;
  #beganUs = Number.NaN;
  /** Bytes that the peer lets this end send, and that it lets the peer send. */
  #peerCredit: number;
  #credit: number;
  #owesCredit = false;
  #undecryptable = 0;

  constructor(options: EndpointOptions) {
    const { events, settings, controller, seed, name } = options;
    this.#options = options;
    this.#settings = settings;
    this.#events = events;
    this.#id = events.add(this);
    this.#host = new Host(settings.host, seed, name);
    this.#pacer = settings.paces ? new Pacer(controller.cwndBytes) : null;
    const { isClient, isUpload, handshake } = options;
    this.#handshake = new Handshake({
      isClient,
      isUpload,
      settings: handshake,
      streams: this.#send,
      onDiscard: (space) => this.recovery.discard(space, events.nowUs),
    });
    this.recovery = new Recovery(controller, settings.recovery, this.#handshake, this);
    const delayUs = settings.maxAckDelayMs * 1000;
    this.#acks = [new AcksDue(1, 0), new AcksDue(1, 0), new AcksDue(settings.ackEvery, delayUs)];
    this.#credit = settings.receiveWindowBytes ?? NEVER;
    this.#peerCredit = NEVER;
  }

  /** Packets that came before their keys, and were dropped. */
  get undecryptable(): number {
    return this.#undecryptable;
  }

  get isConfirmed(): boolean {
    return this.#handshake.isConfirmed;
  }

  /** The application's bytes that were acknowledged, and that were read in order. */
  get ackedBytes(): number {
    return (this.#send[Space.application] as SendStream).ackedBytes;
  }

  get readBytes(): number {
    return (this.#read[Space.application] as RangeSet).contiguous;
  }

  /** @param peer what its transport parameters say. */
  meet(peer: Endpoint): void {
    this.#peerCredit = peer.#credit;
  }

  /** The client begins. */
  begin(atUs: number): void {
    this.#handshake.begin();
    this.#arrivedUs = atUs;
    this.#plan(atUs);
  }

  /** Goes on with a connection whose handshake was before. */
  resume(atUs: number, rtt: RttEstimate): void {
    this.#handshake.skip();
    this.recovery.resume(rtt, atUs);
    if (this.#options.writes === null) return;
    this.#beganUs = atUs;
    this.#plan(atUs);
  }

  take(packet: Packet, atUs: number): void {
    this.#inbox.push(packet);
    if (this.#inbox.length > 1) return;
    this.#arrivedUs = atUs;
    this.#plan(atUs);
  }

  fire(nowUs: number): void {
    this.#readInbox(nowUs);
    const { recovery } = this;
    if (recovery.timerUs <= nowUs) {
      const probed = recovery.timedOut(nowUs);
      if (probed !== null) this.#doubtOldest(probed);
      this.#options.observer?.timedOut(nowUs, recovery);
    }
    this.#runApplication(nowUs);
    this.#sendBurst(nowUs);
    this.#plan(nowUs);
  }

  acked(space: Space, sent: Sent): void {
    const stream = this.#send[space] as SendStream;
    stream.acked(sent.offset, sent.dataBytes);
    if (space === Space.application) this.onAcked?.(stream.ackedBytes, this.#events.nowUs);
    if (sent.ackLargest >= 0) (this.#acks[space] as AcksDue).told(sent.ackLargest);
  }

  lost(space: Space, number: number, sent: Sent, byTime: boolean): void {
    (this.#send[space] as SendStream).lost(sent.offset, sent.dataBytes);
    if (sent.isHandshakeDone) this.#handshake.owesDone = true;
    if (sent.maxData > 0) this.#owesCredit = true;
    if (sent.isAckEliciting) this.#options.observer?.lost(space, number, sent, byTime, this.#events.nowUs);
  }

  /** Asks the queue for the next time at which there is something to do. */
  #plan(nowUs: number): void {
    let dueUs = Math.min(this.#arrivedUs, this.#pacedUs, this.recovery.timerUs);
    for (const space of SPACES)
      if (this.#handshake.hasKeys(space)) dueUs = Math.min(dueUs, (this.#acks[space] as AcksDue).dueUs);
    dueUs = Math.min(dueUs, this.#nextWriteUs(), this.#pauseEndUs(nowUs) ?? NEVER);
    if (dueUs === NEVER) {
      this.#events.schedule(this.#id, NEVER);
      return;
    }
    const atUs = this.#host.wakesUs(Math.max(dueUs, this.#busyUs, nowUs));
    this.#events.schedule(this.#id, atUs);
  }

  #readInbox(nowUs: number): void {
    const inbox = this.#inbox;
    this.#arrivedUs = NEVER;
    if (inbox.length === 0) return;
    this.#inbox = [];
    for (const packet of inbox) this.#readPacket(packet, nowUs);
  }

  #readPacket(packet: Packet, nowUs: number): void {
    const { space, ack } = packet;
    if (!this.#handshake.hasKeys(space) || (space === Space.application && !this.#handshake.isComplete)) {
      if (space > Space.initial && !this.#handshake.isConfirmed) this.#undecryptable++;
      return;
    }
    if (!(this.#acks[space] as AcksDue).received(packet, nowUs)) return;
    this.#handshake.readPacket(space);
    this.#options.observer?.received(packet, nowUs);
    if (ack !== null) this.#readAck(space, ack, nowUs);
    if (packet.maxData > this.#peerCredit) this.#peerCredit = packet.maxData;
    if (packet.dataBytes > 0) this.#readData(space, packet, nowUs);
    if (packet.isHandshakeDone) this.#handshake.confirm();
  }

  #readAck(space: Space, ack: AckFrame, nowUs: number): void {
    this.#handshake.readAck(space);
    const isNew = this.recovery.acked(space, ack, nowUs);
    if (isNew) this.#options.observer?.measured(nowUs, this.recovery);
  }

  #readData(space: Space, { offset, dataBytes }: Packet, nowUs: number): void {
    const read = this.#read[space] as RangeSet;
    const before = read.contiguous;
    read.add(offset, offset + dataBytes);
    const bytes = read.contiguous;
    if (bytes === before) return;
    if (space === Space.application) this.#readStream(bytes, nowUs);
    else if (this.#handshake.read(space, bytes) && this.#options.isClient && this.#options.isUpload)
      this.#beganUs = nowUs;
  }

  #readStream(bytes: number, nowUs: number): void {
    const { isClient, isUpload, handshake } = this.#options;
    const window = this.#settings.receiveWindowBytes;
    // Half the window is read: the peer gets it back.
    if (window !== null && bytes + window - this.#credit >= window / 2) {
      this.#credit = bytes + window;
      this.#owesCredit = true;
    }
    if (!isClient && !isUpload && Number.isNaN(this.#beganUs) && bytes >= requestBytes(handshake))
      this.#beganUs = nowUs;
    this.onRead?.(bytes, nowUs);
  }

  /** When the application writes next; infinity for never, or not yet. */
  #nextWriteUs(): number {
    const write = this.#options.writes?.[this.#write];
    return write === undefined || Number.isNaN(this.#beganUs) ? NEVER : this.#beganUs + write.atMs * 1000;
  }

  /** When the pause ends that now is in; null outside. */
  #pauseEndUs(nowUs: number): number | null {
    for (const { fromMs, toMs } of this.#options.pauses) {
      const [fromUs, toUs] = [this.#beganUs + fromMs * 1000, this.#beganUs + toMs * 1000];
      if (nowUs >= fromUs && nowUs < toUs) return toUs;
    }
    return null;
  }

  /** New bytes of the application may be sent up to here. */
  #limitBytes(nowUs: number): number {
    const isPaused = this.#options.pauses.length > 0 && this.#pauseEndUs(nowUs) !== null;
    return isPaused ? (this.#send[Space.application] as SendStream).sent : this.#peerCredit;
  }

  #runApplication(nowUs: number): void {
    while (this.#nextWriteUs() <= nowUs)
      (this.#send[Space.application] as SendStream).write(this.#options.writes?.[this.#write++]?.bytes ?? 0);
  }

  #sendBurst(nowUs: number): void {
    this.#pacedUs = NEVER;
    let atUs = nowUs;
    /** Bytes of the last datagram, while packets of the handshake may join it. */
    let openBytes = HANDSHAKE_BYTES;
    for (let isFirst = true; this.#hasSomething(atUs); isFirst = false) {
      if (isFirst) atUs = this.#host.turnedUs(nowUs);
      const packet = this.#next(atUs, openBytes);
      if (packet === null) break;
      this.#options.to.take(packet, atUs);
      this.#busyUs = atUs;
      openBytes =
        packet.space === Space.application
          ? HANDSHAKE_BYTES
          : packet.sizeBytes + (packet.joins ? openBytes : 0);
      if (openBytes >= HANDSHAKE_BYTES) atUs = this.#host.nextUs(atUs);
    }
  }

  /** A packet would be sent now, but for pacing. */
  #hasSomething(nowUs: number): boolean {
    for (const space of SPACES) {
      if (!this.#handshake.hasKeys(space)) continue;
      if ((this.recovery.probesDue[space] as number) > 0 || (this.#acks[space] as AcksDue).dueUs <= nowUs)
        return true;
      if (space !== Space.application && (this.#send[space] as SendStream).waiting(NEVER) > 0) return true;
    }
    if (!this.#handshake.hasKeys(Space.application)) return false;
    if (this.#handshake.owesDone || this.#owesCredit) return true;
    const waiting = (this.#send[Space.application] as SendStream).waiting(this.#limitBytes(nowUs));
    if (waiting === 0) {
      this.recovery.isWindowLimited = false;
      return false;
    }
    return this.#fits(Math.min(this.#settings.datagramBytes, waiting + OVERHEAD_BYTES));
  }

  #fits(sizeBytes: number): boolean {
    const { recovery } = this;
    const fits = recovery.inFlightBytes + sizeBytes <= recovery.controller.cwndBytes;
    if (!fits) recovery.isWindowLimited = true;
    return fits;
  }

  #next(nowUs: number, openBytes: number): Packet | null {
    for (const space of SPACES) {
      if (!this.#handshake.hasKeys(space)) continue;
      const packet = this.#nextOf(space, nowUs, openBytes);
      if (packet !== null) return packet;
    }
    return null;
  }

  #nextOf(space: Space, nowUs: number, openBytes: number): Packet | null {
    const { recovery } = this;
    const stream = this.#send[space] as SendStream;
    const acks = this.#acks[space] as AcksDue;
    const isProbe = (recovery.probesDue[space] as number) > 0;
    const limit = space === Space.application ? this.#limitBytes(nowUs) : NEVER;
    if (isProbe) recovery.probesDue[space] = (recovery.probesDue[space] as number) - 1;
    const isLong = space !== Space.application;
    const overhead = isLong ? LONG_OVERHEAD_BYTES : OVERHEAD_BYTES;
    const room = (isLong ? HANDSHAKE_BYTES : this.#settings.datagramBytes) - overhead;
    const waiting = Math.min(room, stream.waiting(limit));
    const isControl = space === Space.application && (this.#handshake.owesDone || this.#owesCredit);
    const wantsData = waiting > 0 || isControl;
    const isPadded = space === Space.initial && this.#options.isClient;
    const size = Math.max(isPadded ? HANDSHAKE_BYTES : 0, waiting + overhead);
    const mayData = isProbe || (wantsData && this.#fits(size) && this.#isPaced(space, nowUs, size));
    if (!mayData && acks.dueUs > nowUs) return null;
    const joins = isLong && openBytes + size <= HANDSHAKE_BYTES;
    const about = {
      nowUs,
      room: mayData ? room : 0,
      limit,
      isEliciting: mayData,
      isControl,
      isProbe,
      joins,
      overhead,
    };
    return this.#packetOf(space, stream, about);
  }

  /** What probes carry (RFC 9002 §6.2.4): what the oldest packets in flight did. */
  #doubtOldest(space: Space): void {
    for (const { offset, dataBytes, isHandshakeDone, maxData } of this.recovery.oldest(
      space,
      this.recovery.probesDue[space] as number,
    )) {
      (this.#send[space] as SendStream).lost(offset, dataBytes);
      if (isHandshakeDone) this.#handshake.owesDone = true;
      if (maxData > 0) this.#owesCredit = true;
    }
  }

  #isPaced(space: Space, nowUs: number, sizeBytes: number): boolean {
    if (this.#pacer === null || space !== Space.application) return true;
    const { rtt, controller } = this.recovery;
    const readyUs = this.#pacer.readyUs(
      nowUs,
      sizeBytes,
      controller.cwndBytes,
      rtt.hasSample ? rtt.smoothedUs : 0,
    );
    if (readyUs <= nowUs) return true;
    this.#pacedUs = readyUs;
    return false;
  }

  #packetOf(
    space: Space,
    stream: SendStream,
    about: {
      readonly nowUs: number;
      readonly room: number;
      readonly limit: number;
      readonly isEliciting: boolean;
      readonly isControl: boolean;
      readonly isProbe: boolean;
      readonly joins: boolean;
      readonly overhead: number;
    },
  ): Packet {
    const { nowUs, isEliciting, isControl } = about;
    const { isClient, flow, observer } = this.#options;
    const { recovery } = this;
    const acks = this.#acks[space] as AcksDue;
    const dataBytes = about.room > 0 ? stream.take(about.room, about.limit) : 0;
    const ack = acks.isNew || about.isProbe ? acks.frame(nowUs) : null;
    const isHandshakeDone = isEliciting && isControl && this.#handshake.owesDone;
    const maxData = isEliciting && isControl && this.#owesCredit ? this.#credit : 0;
    if (isHandshakeDone) this.#handshake.owesDone = false;
    if (maxData > 0) this.#owesCredit = false;
    const least = space === Space.initial && isClient ? HANDSHAKE_BYTES : 0;
    const packet: Packet = {
      flow,
      space,
      number: recovery.nextNumber(space),
      sizeBytes: Math.max(least, about.overhead + dataBytes),
      isAckEliciting: isEliciting,
      offset: stream.offset,
      dataBytes,
      ack,
      maxData,
      isPing: isEliciting && dataBytes === 0 && !isHandshakeDone && maxData === 0,
      isHandshakeDone,
      isEcnCapable: this.#settings.usesEcn,
      joins: about.joins,
      isMarked: false,
    };
    recovery.sent(space, {
      sentUs: nowUs,
      sizeBytes: packet.sizeBytes,
      isAckEliciting: isEliciting,
      offset: packet.offset,
      dataBytes,
      ackLargest: ack === null ? -1 : (ack.ranges[0] as number),
      isHandshakeDone,
      maxData,
      fate: Fate.unsettled,
    });
    if (space === Space.application) this.#pacer?.sent(isEliciting ? packet.sizeBytes : 0);
    this.#handshake.sentPacket(space);
    observer?.sent(packet, nowUs, recovery);
    return packet;
  }
}
