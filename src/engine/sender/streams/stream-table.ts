/**
 * All streams of a connection as the log shows them so far: totals as columns by ordinal, and waits as columns of their own,
 * from one pass over the frames of each direction and one over the packets in the order of their ACKs. Objects are made of
 * the rows that are asked for (stream-rows.ts).
 */
import type { TimeSpan } from '../transport/connectivity/connectivity';
import { MissingPackets } from '../transport/missing-packets';
import { FATE_MASK, PacketFate } from '../transport/packet-fate';
import type { StreamLog, StreamNote } from '../transport/stream-log';
import type { StreamNotes } from '../transport/stream-notes';
import type { TransportState } from '../transport/transport';
import { inAckedOrder } from './acked-order';
import { Coverage } from './coverage';
import { CreditWaits } from './credit-waits';
import { DirectionTotals } from './direction-totals';
import { initialLimits } from './initial-limits';
import { openingWaits } from './opening-waits';
import { RepeatedFrames } from './repeated-frames';
import type { StreamAbort } from './stream-row';

/** Frames of packets without an ACK that are passed over before the next is searched for. */
const FRAMES_AHEAD = 8;

const OF_LIMITS = /streams-(?:credit|blocked)$/;

export class StreamTable {
  readonly state: TransportState;
  /** Streams when the table was made: rows of later ones are in the next one. */
  readonly length: number;
  readonly sent: DirectionTotals;
  readonly received: DirectionTotals;
  /** Bytes of sent frames by the fate of their packets; what is left of `sent.bytes` is in flight. */
  readonly ackedBytes: Float64Array;
  readonly lostBytes: Float64Array;
  readonly discardedBytes: Float64Array;
  /** What was received. */
  readonly arrived: Coverage;
  readonly resent = new RepeatedFrames();
  readonly repeated = new RepeatedFrames();
  readonly sentCredit: CreditWaits;
  readonly receivedCredit: CreditWaits;
  /** When streams waited to be opened, by ordinal, and how long each, µs. */
  readonly opening: ReadonlyMap<number, TimeSpan>;
  readonly openingUs: Float64Array;
  /** First FIN of each direction, µs; NaN for none. */
  readonly finSentUs: Float64Array;
  readonly finReceivedUs: Float64Array;
  /** Final offsets that they name. */
  readonly finalSent: Float64Array;
  readonly finalReceived: Float64Array;
  readonly aborts = new Map<number, StreamAbort[]>();
  /** First and last note of each stream, µs; NaN for none. */
  readonly firstNoteUs: Float64Array;
  readonly lastNoteUs: Float64Array;
  /** Until when something can wait: the end of the log, or of the connection. */
  readonly endUs: number;
  /** All that was sent. */
  readonly #covered: Coverage;
  #acked: Coverage | null = null;
  /** What was sent in packets that were not lost: made where it is asked for. */
  #notLost: Coverage | null = null;
  /** When the first frame with the end of a stream was acknowledged, µs; filled with `acked`. */
  readonly #endAckedUs: Float64Array;

  constructor(state: TransportState) {
    const { streams: log, parameters, role } = state;
    const { length } = log.ids;
    const none = (): Float64Array => new Float64Array(length).fill(Number.NaN);
    this.state = state;
    this.length = length;
    this.endUs = Math.min(state.lastUs, state.termination?.timeUs ?? state.lastUs);
    this.sent = new DirectionTotals(length, log.sent);
    this.received = new DirectionTotals(length, log.received);
    this.ackedBytes = new Float64Array(length);
    this.lostBytes = new Float64Array(length);
    this.discardedBytes = new Float64Array(length);
    [this.finSentUs, this.finReceivedUs] = [none(), none()];
    [this.finalSent, this.finalReceived] = [none(), none()];
    [this.firstNoteUs, this.lastNoteUs] = [none(), none()];
    this.#endAckedUs = none();
    this.arrived = new Coverage(this.received.base);
    this.sentCredit = new CreditWaits(log.ids, initialLimits(parameters, role, 'local'), 'local');
    this.receivedCredit = new CreditWaits(log.ids, initialLimits(parameters, role, 'remote'), 'remote');
    const limits: StreamNote[] = [];
    for (const note of log.notes) {
      if (note.stream >= 0) this.#note(note);
      else if (OF_LIMITS.test(note.kind)) limits.push(note);
    }
    this.#covered = this.#takeSent(log);
    this.#takeReceived(log);
    this.opening = openingWaits(limits, {
      role,
      find: (id) => log.find(id),
      firstUs: (stream) => this.firstUs(stream),
    });
    this.openingUs = new Float64Array(length);
    for (const [stream, { fromUs, toUs }] of this.opening) this.openingUs[stream] = toUs - fromUs;
  }

  /** What had arrived, by its ACKs: a pass of its own over the frames, for who asks for it. */
  get acked(): Coverage {
    this.#acked ??= this.#takeAcked(this.state.streams);
    return this.#acked;
  }

  /** When all of a stream, up to its FIN, had been acknowledged, µs; NaN where the log does not show it. @param stream ordinal. */
  wholeAckedUs(stream: number): number {
    const { acked } = this;
    const endUs = this.#endAckedUs[stream];
    const base = this.sent.base[stream];
    const isWhole = (acked.deliverable(stream) || base) >= this.finalSent[stream];
    return isWhole ? Math.max(acked.newestUs[stream] || endUs, endUs) : Number.NaN;
  }

  /** When all of a stream, up to its FIN, had been sent, in packets that were not lost if there are such, µs. @param stream ordinal. */
  wholeSentUs(stream: number): number {
    this.#notLost ??= this.#takeNotLost(this.state.streams);
    const { finSentUs, finalSent, sent } = this;
    const isWhole = this.#notLost.deliverable(stream) >= finalSent[stream];
    const lastUs = (isWhole ? this.#notLost.newestUs : sent.reachedUs)[stream];
    return Math.max(lastUs || finSentUs[stream], finSentUs[stream]);
  }

  /** First frame of a stream in either direction, or note of it, µs. */
  firstUs(stream: number): number {
    const { sent, received, firstNoteUs } = this;
    return least(least(sent.firstUs[stream], received.firstUs[stream]), firstNoteUs[stream]);
  }

  #note({ kind, by, timeUs, stream, value }: StreamNote): void {
    if (Number.isNaN(this.firstNoteUs[stream])) this.firstNoteUs[stream] = timeUs;
    this.lastNoteUs[stream] = timeUs;
    if (kind === 'fin') {
      const firstUs = by === 'local' ? this.finSentUs : this.finReceivedUs;
      if (!Number.isNaN(firstUs[stream])) return;
      firstUs[stream] = timeUs;
      (by === 'local' ? this.finalSent : this.finalReceived)[stream] = value;
    }
    if (kind !== 'reset' && kind !== 'stop-sending') return;
    const aborts = this.aborts.get(stream) ?? [];
    // Sent again until it is acknowledged.
    if (aborts.some((one) => one.what === kind && one.by === by)) return;
    aborts.push({ what: kind, by, timeUs, code: value });
    this.aborts.set(stream, aborts);
  }

  /** @returns all that was sent. */
  #takeSent({ sent, notes }: StreamLog): Coverage {
    const { ledger } = this.state;
    const sentUs = ledger.application.sentTimesUs.reader();
    const { fates } = ledger.application.fateColumns;
    const covered = new Coverage(this.sent.base);
    let note = 0;
    let nextNoteUs = timeOf(notes, note);
    for (const { first, holder, stream: streams, offset: offsets, bytes: sizes } of sent.inArrays()) {
      for (let i = 0; i < holder.length; i++) {
        const row = holder[i];
        const stream = streams[i];
        const offset = offsets[i];
        const bytes = sizes[i];
        const timeUs = sentUs.at(row);
        if (nextNoteUs <= timeUs) {
          note = takeNotes(notes, note, timeUs, this.sentCredit);
          nextNoteUs = timeOf(notes, note);
        }
        this.sent.add(stream, offset + bytes, bytes, row, timeUs);
        const again = bytes - covered.add(stream, offset, bytes, timeUs, first + i);
        if (again > 0) {
          this.sent.repeated[stream] = this.sent.repeated[stream] + again;
          this.resent.add(first + i, again);
        }
        this.sentCredit.data(stream, offset + bytes, timeUs);
        const byFate = this.#byFate(fates[row] & FATE_MASK);
        if (byFate !== null) byFate[stream] = byFate[stream] + bytes;
      }
    }
    takeNotes(notes, note, Number.POSITIVE_INFINITY, this.sentCredit);
    this.sentCredit.end(this.endUs);
    return covered;
  }

  /** Where bytes in a packet of a fate are counted; null for those in flight. */
  #byFate(fate: number): Float64Array | null {
    switch (fate) {
      case PacketFate.acked:
      case PacketFate.spurious:
        return this.ackedBytes;
      case PacketFate.lost:
        return this.lostBytes;
      case PacketFate.discarded:
        return this.discardedBytes;
      default:
        return null;
    }
  }

  #takeAcked({ sent }: StreamLog): Coverage {
    const acked = new Coverage(this.sent.base);
    const [holders, streams] = [sent.holder.reader(), sent.stream.reader()];
    const [offsets, sizes] = [sent.offset.reader(), sent.bytes.reader()];
    const sentUs = this.state.ledger.application.sentTimesUs.reader();
    let frame = 0;
    inAckedOrder(this.state.ledger.application, (row, timeUs) => {
      for (let i = 0; i < FRAMES_AHEAD && holders.at(frame) < row; i++) frame++;
      if (holders.at(frame) !== row) frame = sent.holder.lowerBound(row);
      for (; frame < sent.length && holders.at(frame) === row; frame++) {
        const [stream, offset, bytes] = [streams.at(frame), offsets.at(frame), sizes.at(frame)];
        acked.add(stream, offset, bytes, timeUs, frame);
        // Whatever goes on to the end once FIN is sent has it.
        const isEnd = offset + bytes >= this.finalSent[stream] && sentUs.at(row) >= this.finSentUs[stream];
        if (isEnd && !(this.#endAckedUs[stream] <= timeUs)) this.#endAckedUs[stream] = timeUs;
      }
    });
    acked.end(
      (stream) => this.#readUntilUs(stream, 'remote'),
      (stream, offset) => this.#covered.deliverable(stream) >= offset,
    );
    return acked;
  }

  #takeNotLost({ sent }: StreamLog): Coverage {
    const { sentTimesUs, fateColumns } = this.state.ledger.application;
    const covered = new Coverage(this.sent.base);
    const sentUs = sentTimesUs.reader();
    for (const { first, holder, stream, offset, bytes } of sent.inArrays()) {
      for (let i = 0; i < holder.length; i++) {
        const row = holder[i];
        const isLost = (fateColumns.fates[row] & FATE_MASK) === PacketFate.lost;
        if (!isLost) covered.add(stream[i], offset[i], bytes[i], sentUs.at(row), first + i);
      }
    }
    return covered;
  }

  #takeReceived({ received, notes }: StreamLog): void {
    const eventsUs = this.state.events.timeUs.reader();
    let note = 0;
    let nextNoteUs = timeOf(notes, note);
    for (const { first, holder, stream: streams, offset: offsets, bytes: sizes } of received.inArrays()) {
      for (let i = 0; i < holder.length; i++) {
        const row = holder[i];
        const stream = streams[i];
        const offset = offsets[i];
        const bytes = sizes[i];
        const timeUs = eventsUs.at(row);
        if (nextNoteUs <= timeUs) {
          note = takeNotes(notes, note, timeUs, this.receivedCredit);
          nextNoteUs = timeOf(notes, note);
        }
        this.received.add(stream, offset + bytes, bytes, row, timeUs);
        const again = bytes - this.arrived.add(stream, offset, bytes, timeUs, first + i);
        if (again > 0) {
          this.received.repeated[stream] = this.received.repeated[stream] + again;
          this.repeated.add(first + i, again);
        }
        this.receivedCredit.data(stream, offset + bytes, timeUs);
      }
    }
    takeNotes(notes, note, Number.POSITIVE_INFINITY, this.receivedCredit);
    this.receivedCredit.end(this.endUs);
    // Of a log that lacks packets it sent, those that fill the gap may be lacking too.
    let isWhole: boolean | undefined;
    this.arrived.end(
      (stream) => this.#readUntilUs(stream, 'local'),
      () => {
        isWhole ??= new MissingPackets(this.state).extent === null;
        return isWhole;
      },
    );
  }

  /** Until when an endpoint waits for data of a stream, µs: either side may give it up. */
  #readUntilUs(stream: number, reader: StreamAbort['by']): number {
    const aborts = this.aborts.get(stream) ?? [];
    const ends = aborts.filter(({ what, by }) => (what === 'stop-sending') === (by === reader));
    return Math.min(this.endUs, ...ends.map(({ timeUs }) => timeUs));
  }
}

/** NaN where both are. */
function least(a: number | undefined, b: number | undefined): number {
  return Number.isNaN(a) || (b as number) < (a as number) ? (b as number) : (a as number);
}

/** Tells of notes up to a time. @returns the next one. */
function takeNotes(notes: StreamNotes, from: number, timeUs: number, credit: CreditWaits): number {
  let i = from;
  while (timeOf(notes, i) <= timeUs && i < notes.length) credit.note(notes.at(i++));
  return i;
}

function timeOf(notes: StreamNotes, at: number): number {
  return at < notes.length ? notes.timeUs.at(at) : Number.POSITIVE_INFINITY;
}
