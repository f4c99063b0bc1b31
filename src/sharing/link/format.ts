/** Writes a link's state as a fragment: short parameters in a fixed order, without defaults. The reverse is `parse.ts`. */
import type { Part } from './part';
import { PARTS } from './parts';
import {
  EMPTY_VIEW,
  LEAST_VERSION,
  type LinkState,
  MAX_SEGMENTS,
  MAX_TRACES,
  renumbered,
  SET_OF_ONE,
} from './state';
import { formatTrace, segmentCount, sinceOf } from './trace-refs';

/**
 * @returns the fragment without `#`, such as `v=2&example=reno&t=2.04-9.99`: ASCII, and within the limits of
 * reading. What exceeds the limits of `state.ts` is left out; if that is the shown trace, also its view.
 */
export function formatLink(state: LinkState): string {
  const formatted = formatTraces(state);
  const traces = formatted.filter((trace) => trace !== null);
  const indexOf = (trace: number): number =>
    formatted.slice(0, trace).filter((other) => other !== null).length;
  const isWritten = (trace: number): boolean => (formatted[trace] ?? null) !== null;
  const lost = state.traces.length > 0 && !isWritten(state.shown);
  const written = lost
    ? { ...state, shown: 0, view: EMPTY_VIEW, set: SET_OF_ONE }
    : {
        ...state,
        shown: indexOf(state.shown),
        set: renumbered(state.set, (trace) => (isWritten(trace) ? indexOf(trace) : null)),
      };
  const parameters = PARTS.flatMap((part) => {
    const value = part.format(written);
    return value === null ? [] : [{ part, text: `${part.name}=${value}` }];
  });
  const version = versionOf(
    written,
    parameters.map(({ part }) => part),
  );
  return [`v=${version}`, ...traces, ...parameters.map(({ text }) => text)].join('&');
}

/** The least version that has all of it. @param parts that are written. */
function versionOf({ traces }: LinkState, parts: readonly Part[]): number {
  const since = [...traces.map(({ kind }) => sinceOf(kind)), ...parts.map((part) => part.since)];
  return Math.max(LEAST_VERSION, ...since);
}

/** Null for a trace that exceeds the limits: the shown one has the first right to further files, then the others in order. */
function formatTraces({ traces, shown }: LinkState): readonly (string | null)[] {
  const counts = traces.map(segmentCount);
  const ofShown = counts[shown] ?? 0;
  let room = MAX_SEGMENTS - (ofShown > MAX_SEGMENTS ? 0 : ofShown);
  return traces.slice(0, MAX_TRACES).map((ref, i) => {
    const own = counts[i] ?? 0;
    if (own > (i === shown ? MAX_SEGMENTS : room)) return null;
    if (i !== shown) room -= own;
    return formatTrace(ref);
  });
}
