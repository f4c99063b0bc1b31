/**
 * One end of a QUIC connection: a handshake, one stream of the application, acknowledgments, flow control, the close, and when what is
 * sent. A part of the event queue, which runs when something arrives or a timer is due, at the times its host allows.
 *
 * Left out, since no window depends on it: the anti-amplification limit, connection ids, migration.
 */
import type { RttEstimate } from '../../../qlog-schema';
import type { Controller } from '../../sender/congestion/controller';
import { AcksDue } from './acks-due';
import { Application, type Pause, type Write } from './application';
import type { EndpointSettings } from './endpoint-settings';
import type { EventQueue, Part } from './event-queue';
import { Handshake, type HandshakeSettings, requestBytes } from './handshake';
import { Host } from './host';
import type { Observer } from './observer';
import { Pacer } from './pacer';
import { type AckFrame, type Packet, type Sink, SPACES, Space } from './packet';
import { RangeSet } from './range-set';
import { Recovery, type Settled } from './recovery';
import { SendStream } from './send-stream';
import { Fate, type Sent } from './sent-packets';

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

/** A packet that may be sent. */
interface Next {
  readonly space: Space;
  readonly isProbe: boolean;
  /** It carries more than an ACK, up to `limit` of the bytes that wait. */
  readonly isEliciting: boolean;
  readonly limit: number;
  readonly isClose: boolean;
}

/** CONNECTION_CLOSE, with an ACK of all that came. */
const CLOSE: Next = { space: Space.application, isProbe: false, isEliciting: false, limit: 0, isClose: true };

/** Bytes of a packet beside its data: headers, frame headers, authentication tag; long headers hold connection ids too. */
export const OVERHEAD_BYTES = 40;
const LONG_OVERHEAD_BYTES = 64;
/** Datagrams of the handshake, until the path is known to carry larger ones (RFC 9000 §14.1). */
const HANDSHAKE_BYTES = 1200;
/** How long an end that closed answers what still comes, probe timeouts (RFC 9000 §10.2). */
const CLOSING_PTOS = 3;
/** A packet that fills the window has at least so much data. */
const LEAST_DATA_BYTES = 20;
const NEVER = Number.POSITIVE_INFINITY;

export class Endpoint implements Sink, Part, Settled {
  readonly recovery: Recovery;
  /** Called with the time whenever more of the application's bytes have been read in order. */
  onRead: ((bytes: number, nowUs: number) => void) | null = null;
  /** Called with the time whenever more of the application's bytes are acknowledged. */
  onAcked: ((bytes: number, nowUs: number) => void) | null = null;
  /** Called with the time when the connection is over for this end: its peer closed it, or its own close is long past. */
  onOver: ((nowUs: number) => void) | null = null;
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
  readonly #application: Application;
  #inbox: Packet[] = [];
  #arrivedUs = NEVER;
  #busyUs = 0;
  #pacedUs = NEVER;
  /** Bytes that the peer lets this end send, and that it lets the peer send. */
  #peerCredit: number;
  #credit: number;
  #owesCredit = false;
  #undecryptable = 0;
  #isClosing = false;
  #isOver = false;
  /** When an end that closed stops answering. */
  #closedUs = NEVER;

  constructor(options: EndpointOptions) {
    const { events, settings, controller, seed, name } = options;
    this.#options = options;
    this.#settings = settings;
    this.#events = events;
    this.#id = events.add(this);
    this.#host = new Host(settings.host, seed, name);
    this.#pacer = settings.paces ? new Pacer(controller.cwndBytes) : null;
    const { isClient, isUpload, handshake, writes, pauses } = options;
    this.#application = new Application(writes, pauses);
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
    return this.#send[Space.application].ackedBytes;
  }

  get readBytes(): number {
    return this.#read[Space.application].contiguous;
  }

  /** @param peer what its transport parameters say. */
  meet(peer: Endpoint): void {
    this.#peerCredit = peer.#credit;
  }

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
    this.#application.begin(atUs);
    this.#plan(atUs);
  }

  /**
   * The application has what it wanted. Called while it reads (`onRead`): CONNECTION_CLOSE follows with the ACK of what came, and again for
   * whatever comes until three probe timeouts later (RFC 9000 §10.2.1).
   */
  close(): void {
    this.#isClosing = true;
  }

  take(packet: Packet, atUs: number): void {
    if (this.#isOver) return;
    this.#inbox.push(packet);
    if (this.#inbox.length > 1) return;
    this.#arrivedUs = atUs;
    this.#plan(atUs);
  }

  fire(nowUs: number): void {
    const hasCome = this.#inbox.length > 0;
    this.#readInbox(nowUs);
    if (this.#isOver) return;
    if (this.#isClosing) {
      this.#answerClosed(hasCome, nowUs);
      return;
    }
    const { recovery } = this;
    if (recovery.timerUs <= nowUs) {
      const probed = recovery.timedOut(nowUs);
      if (probed !== null) {
        this.#doubtOldest(probed);
        this.#probeBefore(probed);
      }
      this.#options.observer?.timedOut(nowUs, recovery);
    }
    this.#application.writeTo(this.#send[Space.application], nowUs);
    this.#sendBurst(nowUs);
    this.#plan(nowUs);
  }

  acked(space: Space, sent: Sent): void {
    const stream = this.#send[space];
    stream.acked(sent.offset, sent.dataBytes);
    if (space === Space.application) this.onAcked?.(stream.ackedBytes, this.#events.nowUs);
    if (sent.ackLargest >= 0) this.#acks[space].confirm(sent.ackLargest);
  }

  lost(space: Space, number: number, sent: Sent, byTime: boolean): void {
    this.#send[space].lost(sent.offset, sent.dataBytes);
    if (sent.isHandshakeDone) this.#handshake.owesDone = true;
    if (sent.maxData > 0) this.#owesCredit = true;
    if (sent.isAckEliciting) this.#options.observer?.lost(space, number, sent, byTime, this.#events.nowUs);
  }

  /** Asks the queue for the next time at which there is something to do. */
  #plan(nowUs: number): void {
    let dueUs = Math.min(this.#arrivedUs, this.#pacedUs, this.recovery.timerUs);
    for (const space of SPACES)
      if (this.#handshake.hasKeys(space)) dueUs = Math.min(dueUs, this.#acks[space].dueUs);
    dueUs = Math.min(dueUs, this.#application.dueUs(nowUs));
    if (dueUs === NEVER) {
      this.#events.schedule(this.#id, NEVER);
      return;
    }
    const atUs = this.#host.wakesUs(Math.max(dueUs, this.#busyUs, nowUs));
    this.#events.schedule(this.#id, atUs);
  }

  /** Nothing but the close is sent any more, once for what is read in one go. */
  #answerClosed(hasCome: boolean, nowUs: number): void {
    if (nowUs >= this.#closedUs) {
      this.#end(nowUs);
      return;
    }
    if (hasCome) {
      const atUs = this.#host.turnedUs(nowUs);
      if (this.#closedUs === NEVER) this.#closedUs = atUs + CLOSING_PTOS * this.recovery.rtt.ptoUs(true);
      this.#options.to.take(this.#packetOf(CLOSE, atUs, HANDSHAKE_BYTES), atUs);
      this.#busyUs = atUs;
    }
    const dueUs = Math.min(this.#arrivedUs, this.#closedUs);
    this.#events.schedule(this.#id, this.#host.wakesUs(Math.max(dueUs, this.#busyUs)));
  }

  #end(nowUs: number): void {
    this.#isOver = true;
    this.onOver?.(nowUs);
  }

  #readInbox(nowUs: number): void {
    const inbox = this.#inbox;
    this.#arrivedUs = NEVER;
    if (inbox.length === 0) return;
    this.#inbox = [];
    if (this.#closedUs < NEVER) return;
    for (const packet of inbox) this.#readPacket(packet, nowUs);
  }

  #readPacket(packet: Packet, nowUs: number): void {
    if (this.#isOver) return;
    const { space, ack } = packet;
    if (!this.#handshake.hasKeys(space) || (space === Space.application && !this.#handshake.isComplete)) {
      if (space > Space.initial && !this.#handshake.isConfirmed) this.#undecryptable++;
      return;
    }
    if (!this.#acks[space].received(packet, nowUs)) return;
    this.#handshake.readPacket(space);
    this.#options.observer?.received(packet, nowUs);
    if (ack !== null) this.#readAck(space, ack, nowUs);
    if (packet.maxData > this.#peerCredit) this.#peerCredit = packet.maxData;
    if (packet.dataBytes > 0) this.#readData(space, packet, nowUs);
    if (packet.isHandshakeDone) this.#handshake.confirm();
    if (packet.isClose) this.#end(nowUs);
  }

  #readAck(space: Space, ack: AckFrame, nowUs: number): void {
    this.#handshake.readAck(space);
    const isNew = this.recovery.acked(space, ack, nowUs);
    if (isNew) this.#options.observer?.measured(nowUs, this.recovery);
  }

  #readData(space: Space, { offset, dataBytes }: Packet, nowUs: number): void {
    const read = this.#read[space];
    const before = read.contiguous;
    read.add(offset, offset + dataBytes);
    const bytes = read.contiguous;
    if (bytes === before) return;
    if (space === Space.application) this.#readStream(bytes, nowUs);
    else if (this.#handshake.read(space, bytes) && this.#options.isClient && this.#options.isUpload)
      this.#application.begin(nowUs);
  }

  #readStream(bytes: number, nowUs: number): void {
    const { isClient, isUpload, handshake } = this.#options;
    const window = this.#settings.receiveWindowBytes;
    // Half the window is read: the peer gets it back.
    if (window !== null && bytes + window - this.#credit >= window / 2) {
      this.#credit = bytes + window;
      this.#owesCredit = true;
    }
    if (!isClient && !isUpload && !this.#application.hasBegun && bytes >= requestBytes(handshake))
      this.#application.begin(nowUs);
    this.onRead?.(bytes, nowUs);
  }

  /** New bytes of the application may be sent up to here. */
  #limitBytes(nowUs: number): number {
    return this.#application.isPaused(nowUs) ? this.#send[Space.application].sent : this.#peerCredit;
  }

  #sendBurst(nowUs: number): void {
    this.#pacedUs = NEVER;
    let next = this.#next(nowUs);
    if (next === null) return;
    let atUs = this.#host.turnedUs(nowUs);
    /** Bytes of the last datagram, while packets of the handshake may join it. */
    let openBytes = HANDSHAKE_BYTES;
    for (; next !== null; next = this.#next(atUs)) {
      const packet = this.#packetOf(next, atUs, openBytes);
      this.#options.to.take(packet, atUs);
      this.#busyUs = atUs;
      openBytes =
        packet.space === Space.application
          ? HANDSHAKE_BYTES
          : packet.sizeBytes + (packet.joins ? openBytes : 0);
      if (openBytes >= HANDSHAKE_BYTES) atUs = this.#host.nextUs(atUs);
    }
  }

  /** The next packet: probes in any case, what waits where window and pacer let it, an ACK that is due. Null for none. */
  #next(nowUs: number): Next | null {
    for (const space of SPACES) {
      if (!this.#handshake.hasKeys(space)) continue;
      const isProbe = this.recovery.probesDue[space] > 0;
      const limit = space === Space.application ? this.#limitBytes(nowUs) : NEVER;
      const isEliciting = isProbe || this.#maySend(space, limit, nowUs);
      if (isEliciting || this.#acks[space].dueUs <= nowUs)
        return { space, isProbe, isEliciting, limit, isClose: false };
    }
    return null;
  }

  /** Something waits that elicits an ACK, and window and pacer let it leave: asked once for each packet. */
  #maySend(space: Space, limit: number, nowUs: number): boolean {
    const { recovery } = this;
    const isApplication = space === Space.application;
    const waiting = this.#send[space].waiting(limit);
    if (waiting === 0 && !(isApplication && (this.#handshake.owesDone || this.#owesCredit))) {
      if (isApplication) recovery.isWindowLimited = false;
      return false;
    }
    const sizeBytes = this.#sizeOf(space, Math.min(waiting, this.#room(space)));
    if (recovery.inFlightBytes + sizeBytes > recovery.controller.cwndBytes) {
      recovery.isWindowLimited = true;
      return false;
    }
    return !isApplication || this.#isPaced(nowUs, sizeBytes);
  }

  /** Bytes of data that a packet holds. */
  #room(space: Space): number {
    if (space !== Space.application) return HANDSHAKE_BYTES - LONG_OVERHEAD_BYTES;
    const room = this.#settings.datagramBytes - OVERHEAD_BYTES;
    if (this.#settings.fillsWindow !== true) return room;
    const { controller, inFlightBytes } = this.recovery;
    const left = Math.floor(controller.cwndBytes) - inFlightBytes - OVERHEAD_BYTES;
    return left < LEAST_DATA_BYTES ? room : Math.min(room, left);
  }

  /** Bytes of a packet with so much data; a client pads its Initial packets. */
  #sizeOf(space: Space, dataBytes: number): number {
    if (space === Space.application) return OVERHEAD_BYTES + dataBytes;
    const least = space === Space.initial && this.#options.isClient ? HANDSHAKE_BYTES : 0;
    return Math.max(least, LONG_OVERHEAD_BYTES + dataBytes);
  }

  /** What probes carry (RFC 9002 §6.2.4): what the oldest packets in flight did. */
  #doubtOldest(space: Space): void {
    for (const { offset, dataBytes, isHandshakeDone, maxData } of this.recovery.oldest(
      space,
      this.recovery.probesDue[space],
    )) {
      this.#send[space].lost(offset, dataBytes);
      if (isHandshakeDone) this.#handshake.owesDone = true;
      if (maxData > 0) this.#owesCredit = true;
    }
  }

  /** Lost data of earlier spaces, without which the peer cannot read the probe, waits for no window (RFC 9002 §6.2.4, §7.5). */
  #probeBefore(probed: Space): void {
    for (const space of SPACES)
      if (space < probed && this.#handshake.hasKeys(space) && this.#send[space].waiting(NEVER) > 0)
        this.recovery.probesDue[space] = 1;
  }

  #isPaced(nowUs: number, sizeBytes: number): boolean {
    if (this.#pacer === null) return true;
    const { rtt, controller } = this.recovery;
    const rttUs = rtt.hasSample ? rtt.smoothedUs : 0;
    const readyUs = this.#pacer.readyUs(nowUs, sizeBytes, controller.cwndBytes, rttUs);
    if (readyUs <= nowUs) return true;
    this.#pacedUs = readyUs;
    return false;
  }

  #packetOf({ space, isProbe, isEliciting, limit, isClose }: Next, nowUs: number, openBytes: number): Packet {
    const { flow, observer } = this.#options;
    const { recovery } = this;
    const stream = this.#send[space];
    const acks = this.#acks[space];
    if (isProbe) recovery.probesDue[space] = recovery.probesDue[space] - 1;
    const dataBytes = isEliciting ? stream.take(this.#room(space), limit) : 0;
    const sizeBytes = this.#sizeOf(space, dataBytes);
    const ack = acks.isNew || isProbe || isClose ? acks.frame(nowUs) : null;
    const isControl = isEliciting && space === Space.application;
    const isHandshakeDone = isControl && this.#handshake.owesDone;
    const maxData = isControl && this.#owesCredit ? this.#credit : 0;
    if (isHandshakeDone) this.#handshake.owesDone = false;
    if (maxData > 0) this.#owesCredit = false;
    const packet: Packet = {
      flow,
      space,
      number: recovery.nextNumber(space),
      sizeBytes,
      isAckEliciting: isEliciting,
      offset: stream.offset,
      dataBytes,
      ack,
      maxData,
      isPing: isEliciting && dataBytes === 0 && !isHandshakeDone && maxData === 0,
      isHandshakeDone,
      isClose,
      isEcnCapable: this.#settings.usesEcn,
      joins: space !== Space.application && openBytes + sizeBytes <= HANDSHAKE_BYTES,
      isMarked: false,
    };
    recovery.sent(space, {
      sentUs: nowUs,
      sizeBytes,
      isAckEliciting: isEliciting,
      offset: packet.offset,
      dataBytes,
      ackLargest: ack === null ? -1 : ack.ranges[0],
      isHandshakeDone,
      maxData,
      fate: Fate.unsettled,
    });
    if (space === Space.application) this.#pacer?.sent(isEliciting ? sizeBytes : 0);
    this.#handshake.sentPacket(space);
    observer?.sent(packet, nowUs, recovery);
    return packet;
  }
}
