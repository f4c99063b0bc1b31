/**
 * The engine as a package, `qlogscope/engine`: reads a trace (qlog of any version, plain or compressed) in this thread,
 * rebuilds the sender's congestion state and names what is wrong. Runs in Node and in browsers, without a DOM.
 *
 * Times are µs from the start of the trace unless a name says otherwise; sizes are bytes.
 *
 * @packageDocumentation
 */

export type { SeriesInfo, SeriesSlice } from '../../base/columns/series';
export type {
  ClosedLoopCost,
  CloseUp,
  Cost,
  Evidence,
  Finding,
  KnownDefect,
  NotFound,
  NotJudged,
  Severity,
} from '../../findings/finding/finding';
export type { TimeRange } from '../../input/bytes/source';
export type { Outline } from '../../reading/contract/outline';
export type { Measured, MeasureRequest, Rows, RowsRequest } from '../../reading/contract/parts';
export type { ConnectionSummary, TraceQuality } from '../../reading/contract/quality';
export type { AnswerOf, BodyOf, RequestKind, Requests } from '../../reading/contract/requests';
export type {
  Message,
  Snapshot,
  TraceSummary,
  WindowAnswer,
  WindowRequest,
} from '../../reading/contract/snapshot';
export { type JudgedFile, type ReadOptions, readTrace, TraceUnreadable } from './read-trace';
export { RULES, type Rule } from './rules';
