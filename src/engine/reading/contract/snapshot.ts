/**
 * Snapshots that a worker sends of its file, and the request for a window of columns. Types only. The map of all
 * requests is in `answers/requests.ts`, their messages in `answers/serve.ts`.
 */

import type { VantagePoint } from '../../../qlog-schema';
import type { ColumnWindow, SeriesInfo, SeriesSlice } from '../../base/columns/series';
import type { EntrySpacing, StateSlice } from '../../base/columns/state-timeline';
import type { OriginMark } from '../../base/text/origin-marks';
import type { Account } from '../../findings/account/account';
import type { Finding, NotFound, NotJudged } from '../../findings/finding/finding';
import type { Compression } from '../../input/bytes/inflate';
import type { Evidence } from '../../input/bytes/source';
import type { Container } from '../../input/formats/format';
import type { ConnectionEnd } from '../../sender/transport/ending';
import type { LossKind } from '../../sender/transport/loss-kinds/loss-kinds';
import type { LossMethod } from '../../sender/transport/loss-log';
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { PtoSummary } from '../../sender/transport/pto-log';
import type { Side, Termination } from '../../sender/transport/transport';
import type { AnswerPart, AnswerParts } from './answer-parts';
import type { HttpInView } from './http';
import type { LogEnds, Segment } from './log-ends';
import type { ModelQuery, ModelSummary } from './parts';
import type { ConnectionSummary, TraceQuality } from './quality';
import type { RowsInView } from './streams';

export type Phase = 'opening' | 'reading' | 'analysing' | 'ready' | 'failed';

export interface Progress {
  /** Stored (compressed) bytes read, and their total; null where unknown. */
  readonly readBytes: number;
  readonly totalBytes: number | null;
  readonly inflatedBytes: number;
  /** Inflated bytes per second since the start, in 10⁶. */
  readonly megabytesPerSecond: number;
  readonly events: number;
  readonly skippedRecords: number;
  /** Memory of the file's columns. */
  readonly columnBytes: number;
}

/** A message to the user, with places in the file. Shown as text, never as markup. */
export interface Message {
  readonly kind: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly text: string;
  /** Up to five places, `record 12 at byte 3,456`; the text counts the rest. */
  readonly places: readonly string[];
  /** The zip entry, or the file of a trace that has several, that it is about; the text begins with it. */
  readonly entry?: string;
  /** Number of that file in the trace, from 1; left out where the trace is one file. */
  readonly file?: number;
}

export interface TraceSummary {
  /** How the log came about, where it is no plain recording; left out where it is. A digest of it adds its own (`marksOf`). */
  readonly marks?: readonly OriginMark[];
  readonly implementation: string | null;
  readonly implementationVersion: string | null;
  readonly qlogVersion: string;
  readonly container: Container | null;
  readonly compression: Compression;
  readonly vantagePoint: VantagePoint;
  readonly side: Side;
  readonly durationUs: number;
  readonly events: number;
  readonly skippedRecords: number;
  readonly sentBytes: number;
  readonly packetsSent: number;
  /** Left out where the log has no events of datagrams, and in a digest. */
  readonly datagramsSent?: number;
  /** Samples of the RTT; left out where there is none, and in a digest. */
  readonly rttSamples?: number;
  readonly packetsLost: number;
  /** False where the trace does not show whether packets were lost. */
  readonly lossesKnown: boolean;
  readonly lossMethod: LossMethod;
  readonly spuriousLosses: number;
  readonly transitions: number;
  /** Names of the logged congestion states, in order of appearance; empty when none is logged. */
  readonly states: readonly string[];
  /**
   * The logged states are not the phases of the window, as losses show them; left out where they are, where that is not known, and in a
   * digest.
   */
  readonly statesAreNoPhases?: true;
  /** Recovery periods from losses and CE marks by RFC 9002 §7.3.2, independent of logged states; 0 where they are not known. */
  readonly recoveryPeriods: number;
  /** Probe timeouts (RFC 9002 §6.2) by the best method that the trace allows. */
  readonly ptos: PtoSummary & {
    /** Spans of persistent congestion (§7.6). */
    readonly persistentCongestion: number;
  };
  /** NaN where the trace holds none. */
  readonly minRttUs: number;
  readonly smoothedRttUs: number;
  readonly cwndMinBytes: number;
  readonly cwndMaxBytes: number;
  readonly datagramBytes: number;
  /**
   * Why ECN cannot be used on the path, as what follows `ECN not usable: `; left out where nothing speaks against it, or
   * nothing is known of it. A digest does not hold it.
   */
  readonly ecnUnusable?: string;
  /** Least credit that flow control left the connection; left out where it is not known. A digest does not hold it. */
  readonly leastCreditBytes?: number;
  /** The same of the streams, each while its data is the last that was sent. */
  readonly leastStreamCreditBytes?: number;
  /** What dropped the packets; left out before the trace is judged and where that is not known. A digest does not hold it. */
  readonly lossKinds?: LossKindFigures;
  /**
   * The path in time: its smallest RTT and what it carries; left out before the trace is judged and where that is not known. A digest
   * does not hold it.
   */
  readonly path?: readonly PathInterval[];
  /** What held the sender, for how long, and what that cost; left out where that is not known. A digest before version 10 does not hold it. */
  readonly account?: Account;
  /** Payload acknowledged for the first time, bytes; left out where that is not known, and of what only receives. */
  readonly goodputBytes?: number;
  /** Streams that frames name (RFC 9000 §2); left out where none is. */
  readonly streams?: number;
  /** HTTP/3 requests that the log shows (RFC 9114); left out where there are none. */
  readonly requests?: number;
  /**
   * From the first packet of the handshake until it was confirmed, or to its last packet, µs; left out where the log shows
   * none. `incomplete`: no record shows that it completed, so that the span is no duration of it.
   */
  readonly handshake?: { readonly fromUs: number; readonly toUs: number; readonly incomplete?: true };
  /** How the connection ended; left out until the log is read, and where the log is only a range of one. */
  readonly ending?: Ending;
}

/**
 * `open`: the log ends while the connection is open; its code and time are NaN. The others: `ConnectionEnd`.
 */
export interface Ending extends Omit<Termination, 'how'> {
  readonly how: ConnectionEnd['how'] | 'open';
}

/** Lost packets by kind, as far as their fate is known. */
export interface LossKindFigures {
  readonly counts: { readonly [kind in LossKind]: number };
  /** Those of a full queue or a burst that ended slow start or the transfer. */
  readonly benign: number;
}

/** Facts of a digest that is shown in place of a trace. */
export interface DigestFacts {
  /** False of a digest of an older version, which has no account of time. */
  readonly holdsAccount: boolean;
  /** Ids of contained panels, and of panels without data in the trace; all others were left out. */
  readonly held: readonly string[];
  readonly empty: readonly string[];
  /** The range that it was made for, µs. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  /** Ranges and the width of their columns, the finest first, µs. */
  readonly blocks: readonly { readonly fromUs: number; readonly toUs: number; readonly columnUs: number }[];
  /** What was left out to reduce the size. */
  readonly givenUp: {
    readonly panels: readonly string[];
    readonly evidence: 'none' | 'of-notes' | 'of-one' | 'all';
    readonly reasons: boolean;
    readonly findings: number;
    readonly notes: number;
    /** Close-ups without a picture; an older digest has none at all. */
    readonly closeUps: number;
    /** What a comparison needs; an older digest has none at all. */
    readonly outline: boolean;
  };
  /** Keys of the findings whose close-up can be drawn. */
  readonly closeUps: readonly string[];
  /** Time 0 as ms since 1970; null where not included. */
  readonly originMs: number | null;
  /** Number of messages left out. */
  readonly messagesLeftOut: number;
}

/** Findings in what has been read while the trace is not read to its end: the whole may show others. */
export interface FindingsSoFar {
  /** Last time that was looked at, µs. */
  readonly toUs: number;
  /** Critical ones and warnings, in their order. */
  readonly findings: readonly Finding[];
}

export interface Snapshot {
  readonly phase: Phase;
  /** Increases when the columns have grown: panels request them again. */
  readonly revision: number;
  readonly progress: Progress;
  /** First and last event, µs from the trace's start; both 0 before the first event. */
  readonly extent: { readonly fromUs: number; readonly toUs: number };
  readonly summary: TraceSummary;
  readonly catalogue: readonly SeriesInfo[];
  readonly findings: readonly Finding[];
  /** What is said of the trace and its log, and is no finding (base/text/remarks.ts). */
  readonly remarks: readonly Finding[];
  /** Left out before something was looked at, and once the whole trace is judged. It is not shared. */
  readonly soFar?: FindingsSoFar;
  /** The connections of the file; the first 64 while it is being read. */
  readonly connections: readonly ConnectionSummary[];
  readonly connectionCount: number;
  /** Index of the connection that this snapshot describes. */
  readonly connection: number;
  /** Null before the first event. */
  readonly quality: TraceQuality | null;
  /** Which controller the window follows; null before the trace is judged. */
  readonly models: ModelSummary | null;
  /** Why the Boundary panel has no data, as text; null where it has. */
  readonly noBoundary: string | null;
  /** Rules that could not be applied, and the missing data. */
  readonly notJudged: readonly NotJudged[];
  /** Rules that found nothing, and where the trace came closest. */
  readonly notFound: readonly NotFound[];
  readonly messages: readonly Message[];
  /** The files of a trace that was rotated, in order; empty where it is one file. */
  readonly segments: readonly Segment[];
  /** What shows that they are of one connection; null where the trace is one file. */
  readonly segmentEvidence: Evidence | null;
  /** What shows which other log continues this one; null while it is read, and where the file is no single log. */
  readonly ends: LogEnds | null;
  /** Undefined for a trace that was read. */
  readonly digest?: DigestFacts;
}

/** Requests a window of a connection in columns. */
export interface WindowRequest {
  /** Index of the connection. */
  readonly connection: number;
  readonly window: ColumnWindow;
  /** Series ids; unknown ones are left out of the answer. */
  readonly series: readonly string[];
  /** The visible part of the window, µs: distributions cover this part only. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  readonly parts: readonly AnswerPart[];
  /** The model to run; null for none. */
  readonly model: ModelQuery | null;
  /** Rows of the parts `streamLanes` and `http`; the first ones by start where left out. */
  readonly streamRows?: RowsInView;
  readonly httpRows?: HttpInView;
}

export interface WindowAnswer {
  readonly revision: number;
  readonly window: ColumnWindow;
  readonly series: readonly SeriesSlice[];
  readonly states: StateSlice;
  /** Packets lost per column, by the best method. */
  readonly losses: Float64Array<ArrayBuffer>;
  /** Spacing of entries into recovery in the visible part; null where no such state is logged. */
  readonly spacing: EntrySpacing | null;
  /** Width of the columns that a digest holds of the visible part, where they are wider than those of the window, µs. */
  readonly coarseUs?: number;
  /** Median smoothed RTT of the visible part, NaN where none is logged. */
  readonly rttUs: number;
  readonly parts: AnswerParts;
}

/** The window of the close-up of a finding, by the finding's key. */
export interface CloseUpAnswer {
  readonly key: string;
  readonly answer: WindowAnswer;
}
