/**
 * The messages between the page and a trace's worker. Types only.
 *
 *   page   ── open ──────────► worker      one per worker, first
 *          ◄── snapshot ──────             while reading and at the end
 *          ── query {channel, seq} ──►     a window, in columns
 *          ◄── answer {channel, seq} ──    late answers are dropped by the page
 *
 * Cancel is no message: the page terminates the worker, which stops at once wherever it is.
 */

import type { VantagePoint } from '../../qlog-schema';
import type { Compression } from '../bytes/inflate';
import type { SourceSpec } from '../bytes/source';
import type { ColumnWindow, SeriesInfo, SeriesSlice } from '../columns/series';
import type { EntrySpacing, StateSlice } from '../columns/state-timeline';
import type { Finding, NotFound, NotJudged } from '../findings/detector';
import type { Container } from '../formats/qlog/records/sink';
import type { LossMethod } from '../transport/loss-log';
import type { PtoSummary } from '../transport/pto-log';
import type { Side } from '../transport/transport';
import type { EventsAnswer, EventsRequest, RecordAnswer, RecordRequest } from './events';
import type { CutAnswer, CutRequest } from './export';
import type {
  AnswerPart,
  AnswerParts,
  Measured,
  MeasureRequest,
  ModelQuery,
  ModelSummary,
  Rows,
  RowsRequest,
} from './parts';
import type { ConnectionSummary, TraceQuality } from './quality';

export type Phase = 'opening' | 'reading' | 'analysing' | 'ready' | 'failed';

export interface Progress {
  /** Stored (compressed) bytes read, and their total where it is known. */
  readonly readBytes: number;
  readonly totalBytes: number | null;
  readonly inflatedBytes: number;
  /** Inflated bytes per second since the start, in 10⁶. */
  readonly megabytesPerSecond: number;
  readonly events: number;
  readonly skippedRecords: number;
  /** What the columns of the file take. */
  readonly columnBytes: number;
}

/** Something the reader should know, with its place where it has one. Shown as text, never as markup. */
export interface Message {
  readonly kind: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly text: string;
  /** Up to five places, `record 12 at byte 3,456`, the rest is counted in the text. */
  readonly places: readonly string[];
  /** The entry of a zip that it is about; the text begins with it. */
  readonly entry?: string;
}

export interface TraceSummary {
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
  readonly packetsLost: number;
  /** False where the trace holds nothing from which a loss could be told. */
  readonly lossesKnown: boolean;
  readonly lossMethod: LossMethod;
  readonly spuriousLosses: number;
  readonly transitions: number;
  /** Names of the logged congestion states, in order of appearance; empty when none is logged. */
  readonly states: readonly string[];
  /** Recovery periods that losses and CE marks give by RFC 9002 §7.3.2, whatever states are logged. */
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
}

/** What stands in place of a trace where a digest is shown. */
export interface DigestFacts {
  /** Ids of the panels that it holds, and of those that the trace has nothing for; all others were left out. */
  readonly held: readonly string[];
  readonly empty: readonly string[];
  /** The range that it was made for, µs. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  /** Ranges and the width of their columns, the finest first, µs. */
  readonly blocks: readonly { readonly fromUs: number; readonly toUs: number; readonly columnUs: number }[];
  /** What was left out for its size. */
  readonly givenUp: {
    readonly panels: readonly string[];
    readonly evidence: 'none' | 'of-notes' | 'of-one' | 'all';
    readonly reasons: boolean;
    readonly findings: number;
    readonly notes: number;
  };
  /** Time 0 as ms since 1970, where it was let in. */
  readonly originMs: number | null;
  /** Messages that were not let in. */
  readonly messagesLeftOut: number;
}

export interface Snapshot {
  readonly phase: Phase;
  /** Grows when the columns have grown: panels ask again. */
  readonly revision: number;
  readonly progress: Progress;
  /** First and last event, µs from the trace's start; both 0 before the first event. */
  readonly extent: { readonly fromUs: number; readonly toUs: number };
  readonly summary: TraceSummary;
  readonly catalogue: readonly SeriesInfo[];
  readonly findings: readonly Finding[];
  /** The connections of the file; the first 64 while it is being read. */
  readonly connections: readonly ConnectionSummary[];
  readonly connectionCount: number;
  /** Index of the connection that all of this is about. */
  readonly connection: number;
  /** Null before the first event. */
  readonly quality: TraceQuality | null;
  /** Which controller the window follows; null before the trace is judged. */
  readonly models: ModelSummary | null;
  /** Why the Boundary panel has nothing to show, in words; null where nothing stands against it. */
  readonly noBoundary: string | null;
  /** Rules that could not be applied, and what they lack. */
  readonly notJudged: readonly NotJudged[];
  /** Rules that found nothing, and where the trace came closest. */
  readonly notFound: readonly NotFound[];
  readonly messages: readonly Message[];
  /** Left out for a trace that was read. */
  readonly digest?: DigestFacts;
}

/**
 * One question of each may be under way at once: for the panels, for the overview of the whole trace, and for what is
 * shared of both.
 */
export type Channel = 'panels' | 'overview' | 'survey';

export interface Query {
  readonly channel: Channel;
  /** Index of the connection asked about. */
  readonly connection: number;
  readonly seq: number;
  readonly window: ColumnWindow;
  /** Series ids; unknown ones are left out of the answer. */
  readonly series: readonly string[];
  /** What is seen of the window, µs: distributions are over this part only. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  readonly parts: readonly AnswerPart[];
  /** The model to run beside; null for none. */
  readonly model: ModelQuery | null;
}

export interface Answer {
  readonly channel: Channel;
  readonly seq: number;
  readonly revision: number;
  readonly window: ColumnWindow;
  readonly series: readonly SeriesSlice[];
  readonly states: StateSlice;
  /** Packets lost per column, by the best method. */
  readonly losses: Float64Array<ArrayBuffer>;
  /** Spacing of entries into recovery in the visible part; null where no such state is logged. */
  readonly spacing: EntrySpacing | null;
  /** Median smoothed RTT of the visible part, NaN where none is logged. */
  readonly rttUs: number;
  readonly parts: AnswerParts;
}

export type ToWorker =
  /** First. `readsAhead`: a large file may be read by a thread of its own. */
  | { readonly type: 'open'; readonly source: SourceSpec; readonly readsAhead: boolean }
  /** Asks for a sign of life: `alive` follows. */
  | { readonly type: 'ping' }
  | { readonly type: 'query'; readonly query: Query }
  /** Another connection of the file is looked at; a snapshot of it follows. */
  | { readonly type: 'select'; readonly connection: number }
  | { readonly type: 'events'; readonly request: EventsRequest }
  | { readonly type: 'record'; readonly request: RecordRequest }
  | { readonly type: 'measure'; readonly request: MeasureRequest }
  | { readonly type: 'rows'; readonly request: RowsRequest }
  /** Null ends the cut under way. */
  | { readonly type: 'cut'; readonly request: CutRequest | null };

export type FromWorker =
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'events'; readonly events: EventsAnswer }
  | { readonly type: 'record'; readonly record: RecordAnswer }
  | { readonly type: 'measured'; readonly measured: Measured }
  | { readonly type: 'rows'; readonly rows: Rows }
  | { readonly type: 'cut'; readonly cut: CutAnswer }
  | { readonly type: 'alive' };
