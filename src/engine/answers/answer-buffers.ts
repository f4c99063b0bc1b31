/** The buffers of an answer, to be handed over to the page instead of copied. */
import type { Answer } from '../contract/messages';

export function buffersOf({ series, states, losses, spacing, parts }: Answer): readonly ArrayBuffer[] {
  const { sequence, limits, ptos, recovery, model } = parts;
  const arrays = [
    ...series.map(({ values }) => values),
    states.shares,
    states.changes,
    losses,
    ...(spacing === null ? [] : [spacing.counts]),
    ...(sequence?.spaces.flatMap(({ columns }) =>
      Object.values(columns).flatMap(({ columns, lows, highs, counts }) => [columns, lows, highs, counts]),
    ) ?? []),
    ...(limits === null ? [] : [limits.shares, limits.changes]),
    ...(ptos === null ? [] : [ptos.counts, ptos.spurious, ptos.consecutive]),
    ...(recovery === null ? [] : [recovery.shares, recovery.changes]),
    ...(model === null ? [] : [model.window, model.ssthresh, model.wMax].map(({ values }) => values)),
    ...(model === null ? [] : [model.regions.shares, model.regions.changes]),
  ];
  return arrays.map(({ buffer }) => buffer);
}
