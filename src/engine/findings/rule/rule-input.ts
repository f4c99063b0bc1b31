/**
 * Input of a detector: the transport state, and values derived from it on demand, once for all detectors: what the sender's
 * steps tell (the controllers compared with them, the lead of the recovery boundary), stalls, kinds of losses.
 */
import { inOneGo } from '../../base/columns/work';
import {
  type AckedSends,
  type BoundaryLeads,
  type HeldGrowth,
  type IdleSends,
  type JudgedSender,
  judgingSender,
  type ModelReport,
} from '../../sender/congestion';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { StreamTable } from '../../sender/streams/stream-table';
import { type LossKinds, lossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import { MissingPackets } from '../../sender/transport/missing-packets';
import {
  type PathCourse,
  type PathInterval,
  pathCourse,
  pathIntervals,
} from '../../sender/transport/path/path-course';
import type { TimeUnit } from '../../sender/transport/rtt-unit';
import type { TransportState } from '../../sender/transport/transport';
import type { Finding } from '../finding/finding';
import { arrivalBursts, type Burst } from '../measures/arrival-bursts';
import { DataWaits } from '../measures/data-waits';
import { type DeclaredLosses, declaredLosses } from '../measures/declared-losses';
import { smallestLoggedRtt } from '../measures/round-trips';
import { type HeldTime, type Partition, partitionOf } from '../partition/partition';
import { type ReceivedPartition, receivedPartitionOf } from '../partition/received';
import { findStalls, type Stalls, unansweredTimes } from '../stalls/stalls';
import { type Reaction, reactionOf } from '../stalls/usual-acks';
import { Once, stepLimit } from './step-limit';

/** The stack that wrote a log, as the log names it. */
export interface Writer {
  readonly name: string;
  readonly version: string | null;
}

/** Facts about the log from reading the file; numbers are counts unless their name has a unit. */
export interface LogFacts {
  /** Absent where the log does not name it: what only looks like the log of a stack may be that of another. */
  readonly writer?: Writer;
  readonly events: number;
  /** Records that could not be read, and how many of those were truncated. */
  readonly skippedRecords: number;
  readonly truncatedRecords: number;
  readonly repairedRecords: number;
  /** U+FFFD characters that replace invalid UTF-8. */
  readonly replacedCharacters: number;
  /** The file ended early: damaged compression, or its source stopped. */
  readonly brokenOff: boolean;
  /** The file has no header, so that version, role and time format are guesses. */
  readonly headerMissing: boolean;
  /** Number of the first packet where the log begins in the middle of the connection; absent where it does not. */
  readonly midwayNumber?: number;
  /** The time format came after the first events, whose times are based on a guess. */
  readonly timeDescribedLate: boolean;
  /** Events earlier than the one before them; events without a usable time. */
  readonly backwardTimes: number;
  readonly absentTimes: number;
  /** What times are taken in instead of what the header says, or should be; null for that. */
  readonly timeUnit: TimeUnit | null;
  /** The clock's step, µs: 1000 for whole milliseconds, that of the last time for 32-bit floats; 0 if fine. */
  readonly clockStepUs: number;
  /** Why the clock is coarse, as text; empty if it is fine. */
  readonly clockReason: string;
  /** ACK ranges, packet numbers and frames that were ignored: invalid, or beyond the limit per event. */
  readonly droppedRanges: number;
  readonly droppedFrames: number;
  readonly unusableNumbers: number;
  /** Packets of both directions, and those of each without a size. */
  readonly sentPackets: number;
  readonly sentUnsized: number;
  readonly receivedPackets: number;
  readonly receivedUnsized: number;
  /** Received packets with ACK ranges. */
  readonly ackPackets: number;
}

export class DetectInput {
  readonly state: TransportState;
  /** Null for a state without a file. */
  readonly log: LogFacts | null;
  /** Findings of the rules before this one, filled by the runner: a rule must not repeat another's finding. */
  readonly earlier: Finding[] = [];
  #sender: JudgedSender | null;
  /** What judging the sender's steps threw. */
  #senderFailure: { readonly error: unknown } | null = null;
  readonly #path = this.#once('samples of the RTT', () => pathCourse(this.state));
  readonly #pathIntervals = this.#once('samples of the RTT', () =>
    this.path === null ? [] : pathIntervals(this.state, this.path, this.lossKinds?.policed),
  );
  readonly #lossKinds = this.#once('lost packets', () =>
    lossKinds(this.state, this.path, unansweredTimes(this.stalls)),
  );
  readonly #missing = this.#once('gaps in packet numbers', () => new MissingPackets(this.state));
  readonly #stalls = this.#once('gaps between ACKs', () => findStalls(this.state, this.clockStepUs));
  readonly #dataWaits = this.#once('packets with data', () => new DataWaits(this.state));
  readonly #reaction = this.#once('ACKs', () => reactionOf(this.state, this.stalls.spans));
  readonly #streams = this.#once('frames of streams', () => streamRowsOf(this.state).table);
  readonly #partition = this.#once('packets sent', () => partitionOf(this));
  readonly #received = this.#once('packets received', () => receivedPartitionOf(this));
  readonly #arrivalBursts = this.#once('packets received', () =>
    arrivalBursts(this.state, smallestLoggedRtt(this.state)),
  );
  readonly #declaredLosses = this.#once('lost packets', () => declaredLosses(this.state));

  /** @param sender what was judged of the sender's steps while the trace was read; null to judge them when they are asked for. */
  constructor(state: TransportState, log: LogFacts | null = null, sender: JudgedSender | null = null) {
    this.state = state;
    this.log = log;
    this.#sender = sender;
  }

  /** The clock's step, µs; 0 if it is fine or nothing is known about the file. */
  get clockStepUs(): number {
    return this.log?.clockStepUs ?? 0;
  }

  /** The log begins in the middle of the connection: handshake, slow start and what was in flight are not in it. */
  get beginsMidway(): boolean {
    return this.state.beginsMidway || this.log?.midwayNumber !== undefined;
  }

  /** Death spirals found by the rule before, whatever their severity. */
  get spirals(): readonly Finding[] {
    return this.earlier.filter(({ id }) => id === 'death-spiral');
  }

  /** Packets that were sent and are not in the log. */
  get missing(): MissingPackets {
    return this.#missing.get();
  }

  /**
   * Makes what most rules ask for and what needs no sender's steps, piece by piece: whoever drives it may do something else between
   * them. What fails is thrown where a rule asks for it.
   */
  *preparing(): Generator<void, void, void> {
    const early = [this.#missing, this.#stalls, this.#path, this.#lossKinds, this.#pathIntervals];
    for (const made of [...early, this.#partition]) {
      try {
        made.get();
      } catch {
        // Said of each rule that asks for it.
      }
      yield;
    }
  }

  /** Judges the sender's steps, if no other thread did, likewise piece by piece. */
  *judging(): Generator<void, void, void> {
    if (this.#sender !== null || this.#senderFailure !== null) return;
    try {
      this.#sender = yield* judgingSender(this.state);
    } catch (error) {
      this.#senderFailure = { error };
    }
  }

  /** Another thread has judged the sender's steps; null where it gave no judgement. */
  judgedBy(sender: JudgedSender | null): void {
    this.#sender ??= sender;
  }

  get #judged(): JudgedSender {
    inOneGo(this.judging());
    if (this.#sender === null) throw this.#senderFailure?.error;
    return this.#sender;
  }

  /** The controller that fits the window (open loop). */
  get models(): ModelReport {
    return this.#judged.models;
  }

  /** The lead of the recovery boundary over the sends; it needs losses, sends and ACKs. */
  get leads(): BoundaryLeads {
    return this.#judged.leads;
  }

  /** What the window did at ACKs that only the rule of the death spiral leaves without growth. */
  get heldGrowth(): HeldGrowth {
    return this.#judged.heldGrowth;
  }

  /** The newest packet that each ACK acknowledges, and each loss declares lost. */
  get ackedSends(): AckedSends {
    return this.#judged.ackedSends;
  }

  get idleSends(): IdleSends {
    return this.#judged.idleSends;
  }

  /** Stops of a host, and times in which nothing was delivered; none where ACKs or their times are missing. */
  get stalls(): Stalls {
    return this.#stalls.get();
  }

  /** When data of this side waited for an answer or for credit. */
  get dataWaits(): DataWaits {
    return this.#dataWaits.get();
  }

  /** How fast the sender answers an ACK where nothing stalls. */
  get reaction(): Reaction {
    return this.#reaction.get();
  }

  /** What each stream carried and waited for: a pass over all STREAM frames, for rules that have found something. */
  get streams(): StreamTable {
    return this.#streams.get();
  }

  /** See `declaredLosses`. */
  declaredLosses(sameInstant: boolean): DeclaredLosses {
    return this.#declaredLosses.get()(sameInstant);
  }

  /** The path in time; null where the trace does not show it. */
  get path(): PathCourse | null {
    return this.#path.get();
  }

  /** Its intervals, in order of time; none where the trace does not show it. */
  get pathIntervals(): readonly PathInterval[] {
    return this.#pathIntervals.get();
  }

  /** The kind of each loss; null where the trace does not show it. */
  get lossKinds(): LossKinds | null {
    return this.#lossKinds.get();
  }

  /** Packets with data as they came to a receiver, in bursts. */
  get arrivalBursts(): readonly Burst[] {
    return this.#arrivalBursts.get();
  }

  /** What a receiver's log shows of the transfer at each time; null where the trace does not show it. */
  get received(): ReceivedPartition | null {
    return this.#received.get();
  }

  /** What held the sender at each time; null where the trace does not show it. */
  get partition(): Partition | null {
    return this.#partition.get();
  }

  /** Its holders by time. */
  get heldTime(): HeldTime | null {
    return this.partition?.heldTime ?? null;
  }

  #once<T>(looksThrough: string, make: () => T): Once<T> {
    return new Once(() => stepLimit(this.state), looksThrough, make);
  }
}
