/**
 * Sends with nothing in flight, for the rebuilt boundary. Each moves it, and a lead is often shorter than a round trip,
 * so one missed send hides the cause of everything after it. Therefore three signs are used, so that an event missing
 * from the log is not fatal: nothing was in flight before the send; only the packet itself is in flight after it; or
 * bytes in flight rise from 0 without a send.
 *
 * Not here: how a rule reacts to such a send (idle-rule.ts), the steps of the models, which follow the first sign only
 * (step-builder.ts).
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { BlockColumn } from '../../base/columns/block-column';
import { NOT_SET } from '../transport/event-columns';
import { FedCursor } from './fed-cursor';
import type { IdleSend } from './idle-rule';
import type { FeedBasis, SenderFeed } from './sender-feed';

const TIMES = ['nowUs', 'lastSendUs', 'lastAckUs', 'smoothedRttUs'] as const satisfies (keyof IdleSend)[];

/** In order of time, parallel columns; the first send of a trace is not among them, because nothing was sent before it. */
export type IdleSends = { readonly [time in keyof IdleSend]: Float64Array<ArrayBuffer> };

export function idleSendAt({ nowUs, lastSendUs, lastAckUs, smoothedRttUs }: IdleSends, i: number): IdleSend {
  return {
    nowUs: nowUs[i],
    lastSendUs: lastSendUs[i],
    lastAckUs: lastAckUs[i],
    smoothedRttUs: smoothedRttUs[i],
  };
}

/** The buffers, each once: they can be transferred. */
export function idleSendBuffers(sends: IdleSends): readonly ArrayBuffer[] {
  return TIMES.map((time) => sends[time].buffer);
}

export class IdleSendScan {
  readonly #columns: { readonly [time in keyof IdleSend]: BlockColumn } = {
    nowUs: new BlockColumn(),
    lastSendUs: new BlockColumn(),
    lastAckUs: new BlockColumn(),
    smoothedRttUs: new BlockColumn(),
  };
  readonly #smoothedRtt = new FedCursor();
  readonly #emptyBytes: number;
  #flightBytes = 0;
  #lastSendUs = Number.NaN;
  #lastAckUs = Number.NaN;
  /** The last send, if nothing known was in flight before it and the flight after it is still unknown. */
  #open: { readonly send: IdleSend; readonly sizeBytes: number } | null = null;

  constructor({ emptyFlightBytes }: Pick<FeedBasis, 'emptyFlightBytes'>) {
    this.#emptyBytes = emptyFlightBytes;
  }

  get sends(): IdleSends {
    const { nowUs, lastSendUs, lastAckUs, smoothedRttUs } = this.#columns;
    return {
      nowUs: nowUs.slice(),
      lastSendUs: lastSendUs.slice(),
      lastAckUs: lastAckUs.slice(),
      smoothedRttUs: smoothedRttUs.slice(),
    };
  }

  /** Goes on through the next events. */
  feed({ rows, smoothedRtt }: Pick<SenderFeed, 'rows' | 'smoothedRtt'>): void {
    this.#smoothedRtt.feed(smoothedRtt);
    const { timeUs, kind, flags, sizeBytes, ackedBytes, inFlightBytes } = rows;
    for (let row = 0; row < timeUs.length; row++) {
      const isSend = kind[row] === EventKind.packetSent && (flags[row] & PacketFlag.inFlight) !== 0;
      const acked = ackedBytes[row];
      const loggedBytes = inFlightBytes[row];
      if (isSend || acked > 0 || loggedBytes !== NOT_SET)
        this.#event(timeUs[row], isSend ? sizeBytes[row] : null, acked, loggedBytes);
    }
  }

  /** @param sentBytes null where nothing was sent. @param knownBytes in flight afterwards, or `NOT_SET`. */
  #event(nowUs: number, sentBytes: number | null, ackedBytes: number, knownBytes: number): void {
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
    if (Number.isNaN(send.lastSendUs)) return;
    for (const time of TIMES) this.#columns[time].push(send[time]);
  }

  #isEmpty(bytes: number): boolean {
    return bytes <= this.#emptyBytes;
  }
}
