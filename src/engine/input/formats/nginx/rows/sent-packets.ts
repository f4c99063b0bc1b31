/**
 * Packets sent: frames, then the packet, then the datagram. A packet is sent only if the system took its datagram (`sendmsg: A of A`):
 * rows of packets wait for that line, which has the size; what was not sent is taken out again, and its numbers are used again.
 * A datagram has several packets in the handshake (coalesced: what is left of it falls from packet to packet); with GSO the line is of
 * several datagrams of one size, a packet each.
 */
import { MAX_PACKET_BYTES, PacketFlag, PacketSpace } from '../../../../../qlog-schema';
import { addCredit, addFlags, addPayload, addResent } from '../../packet-row';
import { cryptoKey } from '../../stream-progress';
import { Frame } from '../lines/frame-kinds';
import { FrameLine, readLevel } from '../lines/frame-line';
import { Line } from '../lines/line-kinds';
import type { LineText } from '../lines/line-text';
import type { OfConnection } from './of-connection';
import { addAcks, addFlow, addFrame, addLife } from './packet-frames';

/** NGX_QUIC_MAX_SEGMENTS is 64; twice as many in a row never left. */
const MAX_UNSENT = 128;
/** Short header without its id and number, and the AEAD tag. */
const SHORT_BYTES = 1 + 16;

/** Numbers of a packet that has not left, and of a frame of its data. */
const UNSENT_NUMBERS = 3;
const DATA_NUMBERS = 4;

const frame = new FrameLine();

export class SentPackets {
  readonly #connection: OfConnection;
  /** Packets before their datagram has left: row, bytes left in the datagram before it, and its bytes by its payload. */
  readonly #unsent = new Float64Array(MAX_UNSENT * UNSENT_NUMBERS);
  #unsentCount = 0;
  /** Their data: row, key of `StreamProgress`, offset, length. */
  #data: number[] = [];
  #outputOffset = Number.NaN;
  #leftBytes = 0;
  #leastBytes = 0;
  #isByTimer = false;
  /** The packet whose frames come. */
  #row = -1;
  /** Of the rows. */
  #serial = -1;
  /** A datagram without a packet whose lines are in the log. */
  #other: { readonly bytes: number; readonly offset: number } | null = null;
  constructor(connection: OfConnection) {
    this.#connection = connection;
  }

  /** Rows of packets wait for their datagram. */
  get isWaiting(): boolean {
    return this.#row >= 0 || this.#unsentCount > 0;
  }

  line(kind: number, text: LineText): void {
    switch (kind) {
      case Line.output:
      case Line.sendTo:
        this.#outputOffset = text.offset;
        this.#isByTimer = kind === Line.sendTo;
        readLevel(text);
        this.#leftBytes = text.value() || 0;
        this.#leastBytes = text.value() || 0;
        if (this.#unsentCount >= MAX_UNSENT) this.takeBack();
        break;
      case Line.frameSent:
        this.#frame(frame.read(text), text);
        break;
      case Line.packetSent:
        this.#packet(text);
        break;
      case Line.sent:
        this.#sent(text.number(), text);
        break;
      default:
        this.takeBack();
        break;
    }
  }

  #frame(space: PacketSpace, text: LineText): void {
    const connection = this.#connection;
    // Rows before are gone where another connection of the worker came between, or its block ended.
    if (this.#serial !== connection.rows.serial) this.#row = -1;
    if (this.#row < 0) {
      const offset = Number.isNaN(this.#outputOffset) ? text.offset : this.#outputOffset;
      const row = connection.begin(connection.names['quic packet tx'], offset);
      if (this.#serial !== connection.rows.serial) this.#close();
      this.#serial = connection.rows.serial;
      this.#row = row;
      connection.batch.space[row] = space;
    }
    const { batch } = connection;
    const row = this.#row;
    addFrame(batch, row, frame);
    switch (frame.frame) {
      case Frame.ack:
        addAcks(batch, row, frame, connection.tally);
        break;
      case Frame.stream:
      case Frame.crypto: {
        const key = frame.frame === Frame.crypto ? cryptoKey(space) : frame.stream;
        this.#data.push(row, key, frame.value, frame.length || 0);
        break;
      }
      case Frame.ping:
        // With a least size it probes the path's MTU.
        if (this.#isByTimer)
          addFlags(batch, row, this.#leastBytes > 0 ? PacketFlag.mtuProbe : PacketFlag.ptoProbe);
        break;
      default:
        addLife(connection, row, frame, 'local', text);
    }
    addFlow(batch, row, frame);
  }

  /** `app bytes:1163 need_ack:1 number:12 encoded nl:1 trunc:0xc` */
  #packet(text: LineText): void {
    const row = this.#row;
    if (row < 0 || this.#serial !== this.#connection.rows.serial) return;
    this.#row = -1;
    const { batch, ids } = this.#connection;
    const payload = text.value();
    text.value();
    batch.packetNumber[row] = text.value();
    const numberBytes = text.value() || 1;
    const at = UNSENT_NUMBERS * this.#unsentCount++;
    this.#unsent[at] = row;
    this.#unsent[at + 1] = this.#leftBytes;
    this.#unsent[at + 2] = (payload || 0) + SHORT_BYTES + numberBytes + ids.peerBytes;
  }

  /** The system took so many bytes. */
  #sent(bytes: number, text: LineText): void {
    const count = this.#unsentCount;
    if (count === 0 || this.#serial !== this.#connection.rows.serial) {
      this.#close();
      this.#other = { bytes: bytes || 0, offset: text.offset };
      return;
    }
    const unsent = this.#unsent;
    const leftOf = (packet: number): number => unsent[UNSENT_NUMBERS * packet + 1];
    const isGso = count > 1 && leftOf(1) >= leftOf(0);
    let restBytes = bytes || 0;
    for (let i = 0; i < count; i++) {
      // What the others leave is the last packet's.
      const own = i === count - 1 ? restBytes : isGso ? leftOf(i) : leftOf(i) - leftOf(i + 1);
      const size = Math.max(0, Math.min(own, restBytes));
      unsent[UNSENT_NUMBERS * i + 2] = size;
      restBytes -= size;
    }
    this.#confirm();
    this.#close();
    if (!isGso) this.#datagram(bytes || 0, text.offset);
    else for (let i = 0; i < count; i++) this.#datagram(unsent[UNSENT_NUMBERS * i + 2], text.offset);
  }

  #datagram(bytes: number, offset: number): void {
    const connection = this.#connection;
    const row = connection.begin(connection.names.sendmsg, offset);
    connection.batch.sizeBytes[row] = bytes;
  }

  /** The datagram before this line was a Retry packet (RFC 9000 §8.1.2). */
  retry(): void {
    if (this.#other === null) return;
    const { bytes, offset } = this.#other;
    this.#other = null;
    const connection = this.#connection;
    const row = connection.begin(connection.names['quic retry packet sent'], offset);
    const { batch, tally } = connection;
    batch.space[row] = PacketSpace.none;
    batch.sizeBytes[row] = bytes;
    batch.life.set(row, [{ fact: 'packet', type: 'retry' }]);
    tally.sent.packets++;
    tally.sent.sized++;
    tally.sent.sizedBy('raw.length');
    this.#datagram(bytes, offset);
  }

  /** The flight after a datagram is logged: it left, and the line that has its size is missing. */
  left(): void {
    if (this.#unsentCount === 0 || this.#serial !== this.#connection.rows.serial) return;
    this.#confirm();
    this.#close();
  }

  #confirm(): void {
    const { batch, tally, streams } = this.#connection;
    let data = 0;
    for (let i = 0; i < this.#unsentCount; i++) {
      const row = this.#unsent[UNSENT_NUMBERS * i];
      const bytes = this.#unsent[UNSENT_NUMBERS * i + 2];
      batch.sizeBytes[row] = Math.min(bytes, MAX_PACKET_BYTES);
      tally.sent.packets++;
      tally.sent.framed++;
      if (bytes > 0) {
        tally.sent.sized++;
        tally.sent.sizedBy('raw.length');
      }
      if (Number.isNaN(batch.packetNumber[row])) tally.sent.unusableNumbers++;
      else tally.sent.numbered++;
      tally.sentNumber(batch.space[row], batch.packetNumber[row]);
      if (batch.pairCount[row] > 0) tally.sent.withAckRanges++;
      for (; this.#data[data] === row; data += DATA_NUMBERS) this.#dataSent(row, data);
      addCredit(batch, row, streams);
    }
  }

  #dataSent(row: number, at: number): void {
    const { batch, streams } = this.#connection;
    const [key, offset, length] = [this.#data[at + 1], this.#data[at + 2], this.#data[at + 3]];
    addPayload(batch, row, length);
    if (!Number.isNaN(offset))
      addResent(batch, row, streams.advance(key, offset, length, key >= 0), key >= 0);
  }

  /** What waits was not sent: `sendmsg() not ready`, a probe larger than the interface carries, or a line that is missing. */
  takeBack(): void {
    const first = this.#unsentCount > 0 ? this.#unsent[0] : this.#row;
    if (first < 0) return;
    const { rows, batch } = this.#connection;
    if (this.#serial === rows.serial) batch.dropFrom(first);
    this.#close();
  }

  #close(): void {
    this.#unsentCount = 0;
    if (this.#data.length > 0) this.#data.length = 0;
    this.#row = -1;
    this.#outputOffset = Number.NaN;
  }
}
