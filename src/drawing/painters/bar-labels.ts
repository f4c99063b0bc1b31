/**
 * Where words may stand over bars: where a bar begins and where it ends is what it says, so its first and its last pixels stay
 * in sight.
 *
 *     ██▏words▕████████▏   ▏words after a short one
 */

/** A part of a row, CSS pixels from the left. */
export interface PxSpan {
  readonly from: number;
  readonly to: number;
}

/** Of a bar, at each of its ends. */
export const BAR_EDGE_PX = 5;

function edgesOf({ from, to }: PxSpan): readonly PxSpan[] {
  return [
    { from, to: Math.min(to, from + BAR_EDGE_PX) },
    { from: Math.max(from, to - BAR_EDGE_PX), to },
  ];
}

/**
 * The parts of a row that words may cover, from the left to the right.
 * @param bars as they are drawn. @param taken what words must not cover at all.
 */
export function openPlaces(
  { from, to }: PxSpan,
  bars: readonly PxSpan[],
  taken: readonly PxSpan[] = [],
): readonly PxSpan[] {
  const closed = [...bars.flatMap(edgesOf), ...taken].sort((a, b) => a.from - b.from);
  const open: PxSpan[] = [];
  let at = from;
  for (const span of closed) {
    if (span.from > at) open.push({ from: at, to: Math.min(span.from, to) });
    at = Math.max(at, span.to);
  }
  if (at < to) open.push({ from: at, to });
  return open.filter((place) => place.to > place.from);
}
