/** A trace as a digest names it, in the words of a link; apart from `trace-refs.ts`, which every page loads. */
import { isTraceRef, type TraceRef } from './state';
import { readSegment, readTrace, SEGMENT_NAME, TRACE_NAMES } from './trace-refs';

/** @returns the trace as written by `formatTrace`; null for anything else. */
export function readWrittenTrace(text: string): TraceRef | null {
  const at = text.indexOf('=');
  const kind = TRACE_NAMES.find((name) => name === text.slice(0, at));
  // Further files follow the first one.
  const [first = '', ...further] = text.slice(at + 1).split(`&${SEGMENT_NAME}=`);
  if (kind === undefined || kind === 'digest') return null;
  const read = readTrace(kind, first);
  if (typeof read === 'string' || !isTraceRef(read)) return null;
  return further.reduce<TraceRef | null>((ref, raw, i) => {
    const next = readSegment(ref, raw, i);
    return typeof next === 'string' ? null : next;
  }, read);
}
