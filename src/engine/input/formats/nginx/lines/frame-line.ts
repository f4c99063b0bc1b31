/**
 * The frame that a line names: its numbers, taken out of the text once, for rows as for exports.
 *
 *   app:12 STREAM id:0x0 off:11953 len:1157 fin:1
 *   app:417 ACK n:2 delay:1 417-415 411-0
 */
import { PacketSpace } from '../../../../../qlog-schema';
import { FRAME_LINES, Frame } from './frame-kinds';
import { keyOf, type LineText } from './line-text';
import { Matcher } from './matcher';

const FRAMES = new Matcher(FRAME_LINES);
const OFFSET = keyOf('ff');
const LENGTH = keyOf('en');
const FIN = keyOf('in');
const SPACE = 0x20;
const MINUS = 0x2d;
const LETTER_E = 0x45;
/** Of the ranges of an ACK frame. */
const MAX_RANGES = 4096;

export class FrameLine {
  /** A `Frame`; 0 for a text that is none. */
  frame: Frame | 0 = 0;
  /** Of the packet: NaN where versions before 1.25.5 leave it out. */
  packetNumber = Number.NaN;
  stream = Number.NaN;
  /** Offset of data, limit, sequence number, or error code. */
  value = Number.NaN;
  /** Of data; final size of a stream. */
  length = Number.NaN;
  isFin = false;
  /** MAX_STREAMS and STREAMS_BLOCKED of unidirectional streams. */
  isUni = false;
  /** As it stands in the frame, without the exponent. */
  ackDelay = Number.NaN;
  /** Ranges, two numbers each: first and last packet. */
  readonly ranges = new Float64Array(2 * MAX_RANGES);
  rangeCount = 0;
  droppedRanges = 0;
  ect0 = Number.NaN;
  ect1 = Number.NaN;
  ce = Number.NaN;

  /** @param text at the level. @returns the packet number space of the packet. */
  read(text: LineText): PacketSpace {
    const space = readLevel(text);
    this.packetNumber = Number.NaN;
    if (text.byte === 0x3a) {
      text.at++;
      this.packetNumber = text.number();
    }
    while (text.byte === SPACE) text.at++;
    const frame = FRAMES.find(text.bytes, text.at, text.end) as Frame | 0;
    this.frame = frame;
    this.stream = this.value = this.length = Number.NaN;
    this.isFin = this.isUni = false;
    this.rangeCount = 0;
    if (frame === 0) return space;
    text.at = FRAMES.end;
    this.#numbers(frame, text);
    return space;
  }

  #numbers(frame: Frame, text: LineText): void {
    switch (frame) {
      case Frame.stream:
        this.stream = text.number();
        this.value = 0;
        while (text.next()) {
          if (text.key === OFFSET) this.value = text.number();
          else if (text.key === LENGTH) this.length = text.number();
          else if (text.key === FIN) this.isFin = text.number() === 1;
        }
        break;
      case Frame.ack:
        text.number();
        this.ackDelay = text.value();
        this.#ackRanges(text);
        break;
      case Frame.crypto:
        this.length = text.number();
        this.value = text.value();
        break;
      case Frame.maxData:
      case Frame.dataBlocked:
      case Frame.newConnectionId:
      case Frame.retireConnectionId:
      case Frame.close:
      case Frame.applicationClose:
        this.value = text.number();
        break;
      case Frame.maxStreamData:
      case Frame.streamDataBlocked:
      case Frame.stopSending:
        this.stream = text.number();
        this.value = text.value();
        break;
      case Frame.maxStreams:
      case Frame.streamsBlocked:
        this.value = text.number();
        this.isUni = text.value() === 0;
        break;
      case Frame.reset:
        this.stream = text.number();
        this.value = text.value();
        this.length = text.value();
        break;
      default:
        break;
    }
  }

  /** `417-415 411-0`: each from its highest packet down. */
  #ackRanges(text: LineText): void {
    this.ect0 = this.ect1 = this.ce = Number.NaN;
    this.droppedRanges = 0;
    for (;;) {
      while (text.byte === SPACE) text.at++;
      if (text.at >= text.end) return;
      if (text.byte === LETTER_E) {
        this.ect0 = text.value();
        this.ect1 = text.value();
        this.ce = text.value();
        return;
      }
      const { at } = text;
      const to = text.number();
      let from = to;
      if (text.byte === MINUS) {
        text.at++;
        from = text.number();
      }
      // No number here: the line is damaged from here on.
      if (text.at === at || !(from <= to)) {
        this.droppedRanges++;
        return;
      }
      if (this.rangeCount >= MAX_RANGES) this.droppedRanges++;
      else {
        this.ranges[2 * this.rangeCount] = from;
        this.ranges[2 * this.rangeCount + 1] = to;
        this.rangeCount++;
      }
    }
  }
}

/** `init`, `early`, `hs` or `app`; the place is after it. */
export function readLevel(text: LineText): PacketSpace {
  const first = text.byte;
  while (text.at < text.end && text.byte >= 0x61 && text.byte <= 0x7a) text.at++;
  if (first === 0x69) return PacketSpace.initial;
  return first === 0x68 ? PacketSpace.handshake : PacketSpace.application;
}
