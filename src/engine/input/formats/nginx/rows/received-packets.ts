/**
 * Packets received: each from `quic packet rx` to `quic packet done`, several in a datagram one after the other. NGINX logs the size
 * of the datagram, and of a long header's packet how long its fields are: what these leave is the last packet's.
 */
import { MAX_PACKET_BYTES, PacketFlag, PacketSpace } from '../../../../../qlog-schema';
import { addCredit } from '../../packet-row';
import { Frame } from '../lines/frame-kinds';
import { FrameLine } from '../lines/frame-line';
import { Line } from '../lines/line-kinds';
import { keyOf, type LineText } from '../lines/line-text';
import type { OfConnection } from './of-connection';
import { addAcks, addFlow, addFrame, addLife } from './packet-frames';

const SIZE = keyOf(' n');
const frame = new FrameLine();

/** Bytes of a number of variable length (RFC 9000 §16). */
const varintBytes = (value: number): number => (value < 64 ? 1 : value < 16_384 ? 2 : 4);

export class ReceivedPackets {
  readonly #connection: OfConnection;
  /** Bytes of the datagram that no packet has. */
  #leftBytes = 0;
  /** Between `quic packet rx` and `quic packet done`. */
  #isWithin = false;
  /** The row of the packet, or of the one that has just ended; -1 for none. */
  #row = -1;
  /** Of the rows. */
  #serial = -1;
  #offset = 0;
  #isLong = false;
  #space: PacketSpace = PacketSpace.application;
  #version = Number.NaN;
  /** Bytes that a long header says of its packet beside the fixed ones. */
  #fieldBytes = 0;
  #hasToken = false;
  #isNewId = false;

  constructor(connection: OfConnection) {
    this.#connection = connection;
  }

  /** A packet has begun: rows of other lines within it come after its own. */
  get isAwaited(): boolean {
    return this.#isWithin;
  }

  line(kind: number, text: LineText): void {
    switch (kind) {
      case Line.datagram:
        this.ends();
        while (text.next()) if (text.key === SIZE) this.#leftBytes = text.number() || 0;
        break;
      case Line.longPacket:
      case Line.shortPacket:
        this.#begins(kind === Line.longPacket, text);
        break;
      case Line.packetLength:
        this.#fieldBytes += this.#length(text);
        break;
      case Line.destinationId: {
        this.#fieldBytes += text.number() || 0;
        this.#isNewId = this.#connection.ids.received(text, this.#isLong);
        break;
      }
      case Line.sourceId:
        this.#fieldBytes += text.number() || 0;
        this.#connection.ids.ofPeer(text);
        break;
      case Line.token: {
        const bytes = text.number() || 0;
        this.#hasToken = bytes > 0;
        if (this.#isLong) this.#fieldBytes += varintBytes(bytes) + bytes;
        break;
      }
      case Line.packetNumber:
        this.#isDecrypted(text.number());
        break;
      case Line.frameReceived:
        frame.read(text);
        if (this.#isWithin && this.#isThere) this.#frame(text);
        break;
      case Line.packetDone:
        this.#done(text);
        break;
      case Line.retry:
        this.#connection.sent.retry();
        break;
      default:
        break;
    }
  }

  /** The connection goes on under another number: the packet that is read there is one of this. */
  goesOn(received: ReceivedPackets): void {
    this.#leftBytes = received.#leftBytes;
    this.#isWithin = received.#isWithin;
    this.#row = -1;
    this.#offset = received.#offset;
    this.#isLong = received.#isLong;
    this.#space = received.#space;
    this.#version = received.#version;
    this.#fieldBytes = received.#fieldBytes;
  }

  #begins(isLong: boolean, text: LineText): void {
    // Another packet of the same datagram: the one before has the bytes that its header says.
    if (this.#isThere) {
      const { batch } = this.#connection;
      const bytes = Math.min(this.#ownBytes, batch.sizeBytes[this.#row]);
      this.#leftBytes = batch.sizeBytes[this.#row] - bytes;
      batch.sizeBytes[this.#row] = bytes;
    }
    this.#isWithin = true;
    this.#row = -1;
    this.#offset = text.offset;
    this.#isLong = isLong;
    this.#space = PacketSpace.application;
    this.#fieldBytes = 0;
    this.#hasToken = this.#isNewId = false;
    this.#version = Number.NaN;
    if (!isLong) return;
    text.next();
    this.#version = text.hexadecimal();
  }

  /** `quic packet rx init len:1153`: of packet number and payload. */
  #length(text: LineText): number {
    const level = text.bytes[text.from + PACKET_RX.length];
    this.#space =
      level === 0x69 ? PacketSpace.initial : level === 0x68 ? PacketSpace.handshake : PacketSpace.application;
    const bytes = text.number() || 0;
    return bytes + varintBytes(bytes);
  }

  /** First byte, version, and the lengths of both ids; then what the header says. */
  get #ownBytes(): number {
    return 1 + 4 + 1 + 1 + this.#fieldBytes;
  }

  #isDecrypted(number: number): void {
    if (!this.#isWithin || this.#row >= 0) return;
    const { names, tally } = this.#connection;
    this.#row = this.#connection.begin(names['quic packet rx'], this.#offset);
    this.#serial = this.#connection.rows.serial;
    const { batch } = this.#connection;
    batch.space[this.#row] = this.#space;
    batch.packetNumber[this.#row] = number;
    tally.received.packets++;
    tally.received.framed++;
    if (Number.isNaN(number)) tally.received.unusableNumbers++;
    else tally.received.numbered++;
    this.#connection.life.packet(this.#row, this.#space, this.#version, this.#hasToken, this.#isNewId);
  }

  #frame(text: LineText): void {
    const connection = this.#connection;
    const { batch, streams, tally } = connection;
    const row = this.#row;
    addFrame(batch, row, frame);
    switch (frame.frame) {
      case Frame.ack:
        addAcks(batch, row, frame, tally);
        if (!Number.isNaN(frame.ackDelay)) batch.ackDelayWire[row] = frame.ackDelay;
        batch.ect0Count[row] = frame.ect0;
        batch.ect1Count[row] = frame.ect1;
        batch.ceCount[row] = frame.ce;
        break;
      case Frame.maxData:
        streams.creditReceived('max_data', Number.NaN, frame.value);
        break;
      case Frame.maxStreamData:
        streams.creditReceived('max_stream_data', frame.stream, frame.value);
        break;
      default:
        addLife(connection, row, frame, 'remote', text);
    }
    addFlow(batch, row, frame);
  }

  #done(text: LineText): void {
    const connection = this.#connection;
    if (!this.#isWithin) return;
    this.#isWithin = false;
    if (this.#row < 0) {
      this.#failed(text.number());
      return;
    }
    if (this.#isThere) this.#complete();
    connection.life.release();
  }

  #complete(): void {
    const { batch, tally, streams } = this.#connection;
    const row = this.#row;
    batch.sizeBytes[row] = Math.min(this.#leftBytes, MAX_PACKET_BYTES);
    if (this.#leftBytes > 0) {
      tally.received.sized++;
      tally.received.sizedBy('raw.length');
    }
    this.#leftBytes = 0;
    if (batch.flags[row] & PacketFlag.hasAck && batch.pairCount[row] > 0) tally.received.withAckRanges++;
    addCredit(batch, row, streams);
  }

  /** Without keys, received before, or broken. NGINX answers with a Retry by giving the packet up. */
  #failed(code: number): void {
    const connection = this.#connection;
    if (connection.isBegun && code !== RETRY) {
      connection.begin(connection.names['quic packet rx failed'], this.#offset);
      connection.batch.space[connection.batch.length - 1] = this.#space;
    }
    connection.life.release();
  }

  /** No packet follows in the datagram: the last row is complete. */
  ends(): void {
    this.#row = -1;
    this.#isWithin = false;
  }

  /** The row is still in the batch. */
  get #isThere(): boolean {
    return this.#row >= 0 && this.#serial === this.#connection.rows.serial;
  }

  /** The row is not complete. */
  get isWaiting(): boolean {
    return this.#row >= 0;
  }

  /** Whether a packet of the datagram may follow. */
  get mayFollow(): boolean {
    return this.#row >= 0 && !this.#isWithin;
  }
}

const PACKET_RX = 'quic packet rx ';
/** NGX_DECLINED is −5, NGX_DONE −4. */
const RETRY = -4;
