/** Input of a report: plain values only, so that equal input gives the same report byte for byte. */
import type { TimeRange } from '../../drawing/view/view';
import { count } from '../../engine/base/text/figures';
import { markedName, marksOf } from '../../engine/base/text/origin-marks';
import { ABOUT_AS_MUCH, isFailedConnection } from '../../engine/base/text/severities';
import type { Finding } from '../../engine/findings/finding/finding';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { Alignment } from '../../engine/service/compare/align';
import type { Comparison } from '../../engine/service/compare/compare';
import type { FigureRow } from '../../engine/service/compare/differences';
import type { Redacted } from '../../engine/service/redaction/redact';
import type { Fingerprint } from '../link/fingerprint';
import type { Note } from '../notes/note';
import type { OutsideMark } from '../outside/outside-mark';
import type { Authored } from './authored';
import type { Figure } from './document/document';
import type { CloseUpFigure } from './figures/close-up-figure';
import type { ReportedTraffic } from './sections/sections-traffic';

/** Names and values of one subject of the trace's quality. */
export interface FactGroup {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export type ReportedSnapshot = Pick<
  Snapshot,
  | 'summary'
  | 'extent'
  | 'findings'
  | 'remarks'
  | 'models'
  | 'notJudged'
  | 'notFound'
  | 'messages'
  | 'connection'
  | 'connections'
  | 'quality'
  | 'digest'
  | 'connectionCount'
  | 'segments'
  | 'segmentEvidence'
>;

export interface TraceInput {
  /** Name of the file; null where it is left out. */
  readonly name: string | null;
  /** Number of the trace, from 1, where names are left out. Undefined for the only trace. */
  readonly number?: number;
  readonly snapshot: Redacted<ReportedSnapshot>;
  /** Keys of dismissed findings: left out, and counted. */
  readonly dismissed: readonly string[];
  readonly notes: readonly Note[];
  /** Where the user ticked them: by time, from the start of the trace. */
  readonly outside?: readonly OutsideMark[];
  /** What the pictures show; null for the whole trace. */
  readonly visible: TimeRange | null;
  /** Pictures of the worst finding, for page one. */
  readonly findingFigures: readonly Figure[];
  /** Pictures of the chosen panels over the visible range, for the appendix. */
  readonly figures: readonly Figure[];
  /** Pictures of close-ups, by the keys of their findings. */
  readonly closeUps: readonly CloseUpFigure[];
  /** Size and hash of the files that the trace was read from, as links name them; empty where they are not known. */
  readonly fingerprints: readonly Fingerprint[];
  readonly quality: readonly FactGroup[];
  /** What it carried; null where that is not known. */
  readonly traffic: ReportedTraffic | null;
  /** For a digest: a sentence that says what it is. Undefined for a trace that was read. */
  readonly digest?: string;
}

/** The first trace of a set against another one. */
export interface ComparedPair {
  /** Added to the times of the other one, so that they are those of the first; µs. */
  readonly offsetUs: number;
  /** The landmark of both that gives this offset; null for none. */
  readonly alignment: Alignment | null;
  /** Null where one of the two has no outline, as an older digest. */
  readonly comparison: Comparison | null;
}

export interface FigureTable {
  /** What the columns are called. */
  readonly names: readonly string[];
  readonly rows: readonly FigureRow[];
}

/** What a report about several traces compares; page one. */
export interface ReportedComparison {
  /** What sentences and tables call the traces, in their order. */
  readonly names: readonly string[];
  /** One per trace after the first. */
  readonly pairs: readonly ComparedPair[];
  /** The figures of those traces that are compared, a value for each. */
  readonly table: FigureTable;
  /** The traces over one another; null where no panel shows two of them. */
  readonly figure: Figure | null;
  /** Pictures of the chosen panels over all traces, for the appendix. */
  readonly figures: readonly Figure[];
}

export interface ReportInput {
  /** At least one. */
  readonly traces: readonly TraceInput[];
  /** Address that opens this view, or `#…` to append to the address of any page; null for neither. */
  readonly link: string | null;
  /** Who can open it, as a sentence, where that is not everybody who has a qlogscope; see `toldReachWords`. */
  readonly linkReach?: string | null;
  /** When the report was written, as text; null leaves it out. */
  readonly written: string | null;
  readonly authored: Authored;
  /** For a set of traces that are compared; left out for traces one after the other. */
  readonly comparison?: ReportedComparison;
}

/** The findings that are not dismissed, in their order. */
export function includedFindings({ snapshot, dismissed }: TraceInput): readonly Finding[] {
  return snapshot.findings.filter(({ key }) => !dismissed.includes(key));
}

/** The finding that the report is about; null where there is no alarm. */
export function worstOf(trace: TraceInput): Finding | null {
  return alarmsOf(trace)[0] ?? null;
}

/** The report is about its worst finding, and not about something else that held the sender for longer. */
export function isLead(worst: Finding, { snapshot }: Pick<TraceInput, 'snapshot'>): boolean {
  const { account, side } = snapshot.summary;
  const main = account?.main ?? null;
  if (main === null || account?.healthy === true || side === 'receiver' || isFailedConnection(worst))
    return true;
  const { heldUs = 0, lostUs = 0 } = worst.cost ?? {};
  const isLost = main.lostUs !== null && lostUs !== null;
  return ABOUT_AS_MUCH * (isLost ? lostUs : heldUs) >= (isLost ? (main.lostUs ?? 0) : main.heldUs);
}

/** Critical findings and warnings: what a post-mortem is about. */
export function alarmsOf(trace: TraceInput): readonly Finding[] {
  return includedFindings(trace).filter(({ severity }) => severity !== 'info');
}

/** `server.sqlog`, `server.sqlog, connection 2 of 3 (simulated)`; `the trace`, `trace 2` where the name is left out. */
export function traceTitle({ name, number, snapshot }: TraceInput): string {
  const { connection, connectionCount } = snapshot;
  const file = name ?? (number === undefined ? 'the trace' : `trace ${number}`);
  const title =
    connectionCount > 1 ? `${file}, connection ${connection + 1} of ${count(connectionCount)}` : file;
  return markedName(title, marksOf(snapshot));
}
