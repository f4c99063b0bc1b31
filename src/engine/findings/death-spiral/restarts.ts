/**
 * Sends with nothing in flight, for the rebuilt boundary. Each moves it, and a lead is often shorter than a round trip,
 * so one missed send hides the cause of everything after it. Therefore three signs are used, so that an event missing
 * from the log is not fatal: nothing was in flight before the send; only the packet itself is in flight after it; or
 * bytes in flight rise from 0 without a send.
 *
 * Not here: how a rule reacts to such a send (congestion/idle-rule.ts).
 */

import { EventKind, PacketFlag } from '../../../qlog-schema';
import type { IdleSend } from '../../congestion/idle-rule';
import { SeriesCursor } from '../../congestion/series-cursor';
import { NOT_SET, type TransportState } from '../../transport/transport';

/** In order of time; the first send of a trace is not included, because nothing was sent before it. */
export function restartsOf(state: TransportState): readonly IdleSend[] {
  const scan = new RestartScan(state);
  const { events } = state;
  const [times, kinds, flags] = [events.timeUs.reader(), events.kind.reader(), events.flags.reader()];
  const [acked, inFlight] = [events.ackedBytes.reader(), events.inFlightBytes.reader()];
  const sizes = events.sizeBytes.reader();
  for (let row = 0; row < times.length; row++) {
    const isSend = kinds.at(row) === EventKind.packetSent && (flags.at(row) & PacketFlag.inFlight) !== 0;
    const ackedBytes = acked.at(row);
    const knownBytes = inFlight.at(row);
    if (isSend || ackedBytes > 0 || knownBytes !== NOT_SET)
      scan.event(times.at(row), isSend ? sizes.at(row) : null, ackedBytes, knownBytes);
  }
  return scan.restarts;
}

class RestartScan {
  readonly restarts: IdleSend[] = [];
  readonly #smoothedRtt: SeriesCursor;
  /** Bytes in flight that count as nothing: a rebuilt flight may include packets lost without an event. */
  readonly #emptyBytes: number;
  #flightBytes = 0;
  #lastSendUs = Number.NaN;
  #lastAckUs = Number.NaN;
  /** The last send, if nothing known was in flight before it and the flight after it is still unknown. */
  #open: { readonly send: IdleSend; readonly sizeBytes: number } | null = null;

  constructor(state: TransportState) {
    this.#smoothedRtt = new SeriesCursor(state.series.smoothedRtt);
    this.#emptyBytes = state.series.bytesInFlight.length > 0 ? 0 : state.datagramBytes - 1;
  }

  /** @param sentBytes null where nothing was sent. @param knownBytes in flight afterwards, or `NOT_SET`. */
  event(nowUs: number, sentBytes: number | null, ackedBytes: number, knownBytes: number): void {
    if (sentBytes !== null) this.#sent(nowUs, sentBytes);
    if (ackedBytes > 0) {
      this.#lastAckUs = nowUs;
      this.#open = null;
    }
    if (knownBytes !== NOT_SET) this.#flightKnown(nowUs, knownBytes);
    else if (sentBytes !== null) this.#flightBytes += sentBytes;
    else this.#flightBytes = Math.max(0, this.#flightBytes - ackedBytes);
  }

  #sent(nowUs: number, sizeBytes: number): void {
    const send = this.#sendAt(nowUs);
    this.#open = null;
    if (this.#isEmpty(this.#flightBytes)) this.#push(send);
    else this.#open = { send, sizeBytes };
    this.#lastSendUs = nowUs;
  }

  /** Bytes in flight are known now, from the log or the ledger. */
  #flightKnown(nowUs: number, bytes: number): void {
    if (this.#open !== null) {
      if (this.#isEmpty(bytes - this.#open.sizeBytes)) this.#push(this.#open.send);
    } else if (this.#isEmpty(this.#flightBytes) && !this.#isEmpty(bytes)) {
      // The send's own event is missing, unless it has this very time.
      if (!(this.#lastSendUs >= nowUs)) this.#sent(nowUs, bytes);
    }
    this.#open = null;
    this.#flightBytes = bytes;
  }

  #sendAt(nowUs: number): IdleSend {
    const smoothedRttUs = this.#smoothedRtt.at(nowUs);
    return { nowUs, lastSendUs: this.#lastSendUs, lastAckUs: this.#lastAckUs, smoothedRttUs };
  }

  #push(send: IdleSend): void {
    if (!Number.isNaN(send.lastSendUs)) this.restarts.push(send);
  }

  #isEmpty(bytes: number): boolean {
    return bytes <= this.#emptyBytes;
  }
}
