/** What the page asks of the worker that holds a fleet, and what it answers. Types, and their limits, only. */
import type { OriginMark } from '../../engine/base/text/origin-marks';
import type { ShareInterval } from '../../engine/service/compare/intervals';
import type { FilterError } from '../../engine/service/filter/filter';

/** What rows can be grouped by. */
export const GROUPINGS = ['version', 'controller', 'rule', 'day', 'host', 'role', 'quality'] as const;
export type FleetGrouping = (typeof GROUPINGS)[number];
/** The group of all rows whose day is that of their file. */
export const FILE_DAYS = 'file';

export interface FleetOrder {
  /** One of `FLEET_ORDERS`. */
  readonly key: string;
  readonly reversed: boolean;
}

/** A part of the fleet: a local file, or one at a URL that the user agreed to. */
export type PartSpec =
  | { readonly kind: 'file'; readonly name: string; readonly file: File }
  | { readonly kind: 'url'; readonly name: string; readonly url: string };

/** A file that is left out, or of which columns are missing. */
export interface PartProblem {
  readonly name: string;
  /** A clause: `it is damaged: …`. */
  readonly why: string;
  /** Its rows are not in the fleet; else some of their columns are empty. */
  readonly leftOut: boolean;
}

export interface FleetOpened {
  /** Without those that were there already. */
  readonly rows: number;
  /** Rows of the same file, bytes and connection as another one: they are left out. */
  readonly again: number;
  /** Files of traces that were read. */
  readonly parts: number;
  /** Parquet files that hold no traces, as findings: they are for other engines. */
  readonly others: number;
}

/** What is looked at. */
export interface FleetQuery {
  readonly filter: string;
  /** The share of traces with this finding is what groups and charts show; null for any alarm. */
  readonly finding: string | null;
  readonly by: FleetGrouping;
  readonly order: FleetOrder;
  /** A group that is compared with what was before it; null for none. */
  readonly picked: string | null;
}

/** Hits among traces that could be judged, and the 95 % interval of their share (Wilson); NaN where too few could. */
export interface CountedShare extends ShareInterval {
  readonly judged: number;
  readonly hits: number;
}

export interface FleetGroup extends CountedShare {
  /** Unique; empty for rows without a value. */
  readonly id: string;
  /** Rows, those that could not be judged among them. */
  readonly traces: number;
  /** Sum of the time that the worst alarms cost, ms; of those with the finding. */
  readonly costMs: number;
  /** Median of the same; NaN without one. */
  readonly medianCostMs: number;
  /** First and last trace, ms since 1970, by the dates of logs; NaN where none has one. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** First trace with the finding, likewise. */
  readonly firstHitMs: number;
  /** Of a build its implementation, of a day empty: those before it have the same. Null for a group that has none before it. */
  readonly series: string | null;
  /** The group alone, in the filter language. */
  readonly filter: string;
}

/** Shares over time, in equal steps, of the traces whose log tells a date. */
export interface FleetTimeline {
  readonly fromMs: number;
  /** An hour or a day, or several days. */
  readonly stepMs: number;
  /** All rows, and the first groups; `id` null for all. */
  readonly lines: readonly {
    readonly id: string | null;
    readonly judged: readonly number[];
    readonly hits: readonly number[];
  }[];
}

/** Rows by what their worst alarm cost, in bins that grow by a factor. */
export interface CostBins {
  /** Lower end of each bin, ms, and the upper end of the last. */
  readonly edgesMs: readonly number[];
  readonly rows: readonly number[];
  /** With the finding, whose cost is not known. */
  readonly unknown: number;
}

/** A group, and those that it is held against. */
export interface BeforeAfter {
  readonly id: string;
  readonly group: CountedShare;
  /** Of a build or a day that before it, and all before it where these are more; of another group all others. */
  readonly others: readonly {
    readonly kind: 'previous' | 'earlier' | 'others';
    /** Of the previous one; empty for several. */
    readonly id: string;
    readonly share: CountedShare;
  }[];
  /** Of the group and the first of the others: the difference of their shares with its interval (Newcombe). Null where one of them has too few. */
  readonly difference: ShareInterval | null;
}

/** Judged traces of a build, and those of them that count as having a finding. */
export interface BuildCount {
  readonly version: string;
  readonly judged: number;
  readonly hits: number;
}

/** A build and the one before it of the same implementation. */
export interface BuildPair {
  readonly implementation: string;
  readonly build: BuildCount;
  readonly before: BuildCount;
}

/** A finding that a build has more often than the one before it, or less. */
export interface BuildChange extends BuildPair {
  readonly finding: string;
  /** Share in the build minus that before, with the 95 % interval (Newcombe). */
  readonly difference: ShareInterval;
  /** First trace of the build with it, ms since 1970, by its log; NaN where none of them has a date. */
  readonly sinceMs: number;
  /** Of its traces with it, most first. */
  readonly hosts: readonly { readonly name: string; readonly traces: number }[];
  /** Median of the time that it cost, ms, of as many traces whose worst alarm it is; NaN without one. */
  readonly lostMs: number;
  readonly lostOf: number;
}

/** Builds against those before them: what differs, where all comparisons together may err in 5 % of cases (Holm). */
export interface BuildChanges {
  /** More often before less often, and what is the worst alarm of most traces first. */
  readonly changes: readonly BuildChange[];
  readonly comparisons: number;
  /** Pairs of which one has too few for every finding; counted are the judged ones with any alarm. */
  readonly tooFew: readonly BuildPair[];
}

export interface FleetAnswer {
  readonly filterError: FilterError | null;
  /** Files that are left out, and those of whose columns some are damaged, as far as they were read. */
  readonly problems: readonly PartProblem[];
  readonly rows: number;
  /** Rows that match the filter. */
  readonly shown: number;
  /** Of them copies of other files, which are listed and not counted. */
  readonly copies: number;
  /** Counted rows that match, by their severity. */
  readonly severities: { readonly [severity: string]: number };
  /** Findings of the counted rows that match, those that raise alarms first, by how many traces count as having them. */
  readonly findings: readonly { readonly id: string; readonly traces: number; readonly isAlarm: boolean }[];
  /** `infos`: judged traces in which it is found and is no alarm. */
  readonly total: CountedShare & { readonly infos: number };
  /** The largest ones. */
  readonly groups: readonly FleetGroup[];
  /** Groups beyond those. */
  readonly furtherGroups: number;
  readonly builds: BuildChanges;
  /** Counted rows that match and whose log tells no date: they are in no first day, and not in the timeline. */
  readonly undated: number;
  readonly timeline: FleetTimeline | null;
  readonly cost: CostBins | null;
  readonly beforeAfter: BeforeAfter | null;
}

export interface ShownRow {
  readonly row: number;
  readonly file: string;
  readonly connection: number | null;
  readonly severity: string;
  readonly worst: string | null;
  /** How many kinds of findings it has. */
  readonly findings: number;
  readonly copyOf: string | null;
  readonly failure: string | null;
  /** How the trace came about, and whether the date is that of its file. */
  readonly marks: readonly OriginMark[];
  /** Of the worst alarm. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** What its columns say, by their ids (`shown-columns.ts`). */
  readonly cells: { readonly [id: string]: string };
}

/** What is loaded of a row when it is looked at. */
export interface RowDetail {
  readonly hash: string | null;
  readonly fileBytes: number | null;
  readonly controllerWords: string | null;
  /** File of a digest; null where the row has none. */
  readonly digest: Uint8Array<ArrayBuffer> | null;
}

/** What the page asks, and the answers. */
export interface FleetRequests {
  readonly open: { readonly body: readonly PartSpec[]; readonly answer: FleetOpened };
  readonly query: { readonly body: FleetQuery; readonly answer: FleetAnswer };
  /** Rows of the last query's order. */
  readonly rows: {
    readonly body: { readonly from: number; readonly count: number };
    readonly answer: readonly ShownRow[];
  };
  readonly detail: { readonly body: { readonly row: number }; readonly answer: RowDetail };
}
export type FleetRequestKind = keyof FleetRequests;

export interface FleetRequest<K extends FleetRequestKind = FleetRequestKind> {
  readonly id: number;
  readonly kind: K;
  readonly body: FleetRequests[K]['body'];
}

/** From the worker: an answer, why there is none, or that it is at work. */
export type FleetReply =
  | { readonly id: number; readonly answer: FleetRequests[FleetRequestKind]['answer'] }
  | { readonly id: number; readonly problem: string }
  | { readonly progress: { readonly rows: number; readonly total: number } }
  /** All columns of rows are read: rows that were answered before hold more now. */
  | { readonly complete: true; readonly problems: readonly PartProblem[] };
