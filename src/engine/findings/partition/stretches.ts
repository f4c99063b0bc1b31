/**
 * The life of a stream in stretches, docs/account.md, *Requests and streams*: in each of them one rule says what the holder of the
 * connection means for the stream.
 *
 *   asked by the peer    ├─ arriving ─┤── sending, by turns ──┤─ in transit ─┤
 *   asked by this side   ├── sending, by turns ──┤─ first byte ─┤─ arriving ─┤
 */
import type { Holder } from '../../base/text/account-names';
import { ByStream } from '../../sender/streams/by-stream';
import type { StreamTable } from '../../sender/streams/stream-table';
import type { Interval } from '../measures/intervals';
import { StreamTurns } from './stream-turns';

/** These hold all streams at once. */
const HOLDS_ALL: readonly Holder[] = ['hostStopped', 'handshake', 'pathStalled', 'lossDetection', 'notKnown'];
/** What these let through streams share. */
const SHARED: readonly Holder[] = ['window', 'pacing', 'credit', 'sender'];

/** A part of the life of a stream. */
export interface Stretch extends Interval {
  /** What holds it; null where that is what the connection's holder means. */
  readonly holder: Holder | null;
  /** What holds all streams holds this one too. */
  readonly isSending: boolean;
  /** Share of what is sent in it that is of other streams, 0 to 1, and the frames sent in it, [from, to). */
  readonly othersShare: number;
  readonly frames: readonly [from: number, to: number];
  /** Data was sent after it: else it is not known whether any waited while others were sent. */
  readonly hasWaited: boolean;
}

/** Of a stream by its ordinal. */
export interface Life extends Interval {
  readonly stream: number;
}

/** Adds a time of a stretch, µs, to those by holder. @param holder of the connection; null for none. */
export function addTime(
  stretch: Stretch,
  holder: Holder | null,
  us: number,
  times: Map<Holder, number>,
): void {
  const add = (to: Holder, part: number): void => {
    if (part > 0) times.set(to, (times.get(to) ?? 0) + part);
  };
  if (holder !== null && stretch.isSending && HOLDS_ALL.includes(holder)) add(holder, us);
  else if (stretch.holder !== null) add(stretch.holder, us);
  else if (holder !== null && SHARED.includes(holder)) {
    add(stretch.hasWaited ? 'behindStreams' : 'notKnown', us * stretch.othersShare);
    add(holder, us * (1 - stretch.othersShare));
  } else add('application', us);
}

const NO_FRAMES = [0, 0] as const;

/** @param timeUs NaN for never. */
const earlier = (timeUs: number, endUs: number): number => (timeUs < endUs ? timeUs : endUs);

/** Makes stretches: those of one stream in steps that grow with its turns and waits. */
export class Stretches {
  #turns: StreamTurns | null = null;
  readonly #table: StreamTable;
  readonly #isSender: boolean;
  readonly #waits: { readonly [of in 'sentCredit' | 'receivedCredit' | 'gaps']: Waits };

  /** @param isSender the log shows what held this side. */
  constructor(table: StreamTable, isSender: boolean) {
    const { sentCredit, receivedCredit, arrived, length } = table;
    this.#table = table;
    this.#isSender = isSender;
    this.#waits = {
      sentCredit: new Waits(sentCredit, length),
      receivedCredit: new Waits(receivedCredit, length),
      gaps: new Waits(arrived.waits, length),
    };
  }

  get turns(): StreamTurns {
    this.#turns ??= new StreamTurns(this.#table.state);
    return this.#turns;
  }

  /** In order; they cover the life. */
  of(life: Life): readonly Stretch[] {
    const { ids } = this.#table.state.streams;
    const isOwn = (ids[life.stream] & 1) === (this.#table.state.role === 'server' ? 1 : 0);
    const isOneWay = ids[life.stream] % 4 >= 2;
    const made = new Made(life);
    if (isOwn) {
      this.#sending(made, life, isOneWay);
      if (!isOneWay) this.#answered(made, life);
    } else {
      this.#arriving(made, life, isOneWay ? life.endUs : this.#askedUs(life));
      if (!isOneWay) this.#sending(made, life, true);
    }
    return made.stretches;
  }

  /** When all that the peer asked for has arrived, but not after the first data of the answer, µs. */
  #askedUs({ stream, endUs }: Life): number {
    const { arrived, finReceivedUs, sent } = this.#table;
    const wholeUs = Number.isNaN(finReceivedUs[stream])
      ? endUs
      : Math.max(finReceivedUs[stream], arrived.newestUs[stream] || 0);
    return Math.min(wholeUs, earlier(sent.firstUs[stream], endUs));
  }

  /** Until all of it arrived. @param isLast nothing comes after it. */
  #sending(made: Made, { stream, endUs }: Life, isLast: boolean): void {
    const { sent, finSentUs } = this.#table;
    const lastUs = Math.min(sent.lastUs[stream], endUs);
    const isEnded = !Number.isNaN(finSentUs[stream]);
    const wholeUs = isEnded ? Math.max(sent.reachedUs[stream] || 0, finSentUs[stream]) : endUs;
    // Asking for something is no sending of its own: what it waits for is the answer.
    const answeredUs =
      isLast || this.#isSender ? endUs : earlier(this.#table.received.firstUs[stream], endUs);
    this.#bySending(made, stream, Math.min(wholeUs, answeredUs));
    if (wholeUs < answeredUs) made.add(Math.min(lastUs, answeredUs), 'lossDetection', true);
    if (isLast) made.add(endUs, 'inTransit', true);
  }

  /** Up to a time, turn by turn. */
  #bySending(made: Made, stream: number, toUs: number): void {
    if (!this.#isSender) {
      made.add(toUs, 'notKnown', true);
      return;
    }
    const { turns } = this;
    let frame = turns.frameAt(made.atUs);
    const send = (untilUs: number, to: number, sentBytes: number, hasWaited: boolean): void => {
      const otherBytes = turns.bytesIn(frame, to) - sentBytes;
      const share = otherBytes / (otherBytes + (sentBytes || this.#table.state.datagramBytes));
      for (const { endUs, isIn } of this.#waits.sentCredit.cut(stream, made.atUs, Math.min(untilUs, toUs)))
        made.add(endUs, isIn ? 'credit' : null, true, share, [frame, to], hasWaited);
      frame = to;
    };
    const all = turns.of(stream);
    for (const turn of all) {
      if (made.atUs >= toUs) return;
      const to = turns.lastFrame.at(turn) + 1;
      if (to > frame) send(turns.endUs.at(turn), to, turns.bytes.at(turn), true);
    }
    // What was never sent may not have been there; of a stream that was reset it was.
    if (all.length === 0) made.add(toUs, 'notKnown', true);
    else send(toUs, turns.frameAt(toUs), 0, this.#table.aborts.has(stream));
  }

  #answered(made: Made, life: Life): void {
    made.add(earlier(this.#table.received.firstUs[life.stream], life.endUs), 'firstByte', false);
    this.#arriving(made, life, life.endUs);
  }

  #arriving(made: Made, { stream }: Life, toUs: number): void {
    const { receivedCredit, gaps } = this.#waits;
    for (const gap of gaps.cut(stream, made.atUs, toUs)) {
      if (gap.isIn) made.add(gap.endUs, 'dataMissing', false);
      else
        for (const { endUs, isIn } of receivedCredit.cut(stream, made.atUs, gap.endUs))
          made.add(endUs, isIn ? 'ownCredit' : 'arriving', false);
    }
  }
}

/** Stretches, each from the end of the one before it. */
class Made {
  readonly stretches: Stretch[] = [];
  atUs: number;
  readonly #endUs: number;

  constructor({ startUs, endUs }: Interval) {
    this.atUs = startUs;
    this.#endUs = endUs;
  }

  /** Up to a time, but not beyond the life; nothing where that has passed. */
  add(
    toUs: number,
    holder: Holder | null,
    isSending: boolean,
    othersShare = 0,
    frames: Stretch['frames'] = NO_FRAMES,
    hasWaited = true,
  ): void {
    const endUs = Math.min(toUs, this.#endUs);
    if (!(endUs > this.atUs)) return;
    this.stretches.push({ startUs: this.atUs, endUs, holder, isSending, othersShare, frames, hasWaited });
    this.atUs = endUs;
  }
}

interface WaitSpans {
  readonly stream: { readonly view: () => ArrayLike<number> };
  readonly fromUs: { readonly at: (index: number) => number };
  readonly toUs: { readonly at: (index: number) => number };
}

/** Waits by stream, in order of their ends. */
class Waits {
  readonly #spans: WaitSpans;
  readonly #of: ByStream;

  constructor(spans: WaitSpans, streams: number) {
    this.#spans = spans;
    this.#of = new ByStream(spans.stream.view(), streams);
  }

  /** A time in parts, each within a wait of the stream, or between them. */
  *cut(
    stream: number,
    fromUs: number,
    toUs: number,
  ): Generator<{ readonly endUs: number; readonly isIn: boolean }> {
    let atUs = fromUs;
    for (const at of this.#of.of(stream)) {
      const [startUs, endUs] = [this.#spans.fromUs.at(at), Math.min(this.#spans.toUs.at(at), toUs)];
      if (endUs <= atUs) continue;
      if (startUs >= toUs) break;
      if (startUs > atUs) yield { endUs: startUs, isIn: false };
      yield { endUs, isIn: true };
      atUs = endUs;
    }
    if (toUs > atUs) yield { endUs: toUs, isIn: false };
  }
}
