/**
 * Pairs of findings, or of a sentence and a fact, of which a trace cannot show both. Held over every trace of the corpus and
 * of the shared folder.
 */
import type { Finding } from '../../src/engine/findings/finding/finding';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';

interface Judged {
  readonly findings: readonly Finding[];
  readonly state: TransportState;
}

interface Exclusion {
  readonly one: string;
  readonly other: string;
  /** Both hold. */
  readonly both: (judged: Judged) => boolean;
}

const has = ({ findings }: Judged, id: string): boolean => findings.some((finding) => finding.id === id);

/** The finding that says that the network is not the bottleneck; undefined for none. */
const networkIsNot = ({ findings }: Judged): Finding | undefined =>
  findings.find(({ verdict }) => /the network is not/.test(verdict));

const pair = (one: string, other: string): Exclusion => ({
  one,
  other,
  both: (judged) => has(judged, one) && has(judged, other),
});

function beside(other: string, holds: (finding: Finding, judged: Judged) => boolean): Exclusion {
  const both = (judged: Judged): boolean => {
    const finding = networkIsNot(judged);
    return finding !== undefined && holds(finding, judged);
  };
  return { one: 'the network is not the bottleneck', other, both };
}

/** Bytes per second that were acknowledged in the finding's interval, over the highest sample of the trace. */
function deliveryShare({ startUs, endUs }: Finding, { state }: Judged): number {
  const { timesUs, values } = state.series.ackedTotal;
  const total = (untilUs: number): number =>
    values.slice()[timesUs.slice().findLastIndex((timeUs) => timeUs <= untilUs)] ?? 0;
  const rate = (total(endUs) - total(startUs)) / ((endUs - startUs) / 1e6);
  const { deliveryRate, deliveryRateLimited } = state.rebuilt;
  return rate / [...deliveryRate.values, ...deliveryRateLimited.values].reduce((a, b) => Math.max(a, b), 0);
}

/** Two findings speak of the same time. */
function sameTime(one: string, other: string): Exclusion {
  const of = ({ findings }: Judged, id: string): readonly Finding[] =>
    findings.filter((finding) => finding.id === id);
  const both = (judged: Judged): boolean =>
    of(judged, one).some((a) => of(judged, other).some((b) => a.startUs < b.endUs && b.startUs < a.endUs));
  return { one, other: `${other} of the same time`, both };
}

export const EXCLUSIONS: readonly Exclusion[] = [
  beside('a standing queue', (_, judged) => has(judged, 'bufferbloat')),
  beside('a policer', (_, judged) => has(judged, 'policed')),
  beside('a queue that overflowed', (_, judged) => has(judged, 'slow-start-overshoot')),
  beside('delivery flat at its highest', (finding, judged) => !(deliveryShare(finding, judged) < 0.75)),
  beside('data that waits to be resent', ({ startUs, endUs }, { state }) =>
    state.losses.timesUs.some((timeUs) => timeUs >= startUs && timeUs <= endUs),
  ),
  pair('app-limited', 'flow-control-limited'),
  pair('flow-control-limited', 'bufferbloat'),
  sameTime('host-stall', 'delivery-stall'),
];

/** @returns the pairs that the trace shows, as text. */
export function contradictions(judged: Judged): readonly string[] {
  return EXCLUSIONS.filter(({ both }) => both(judged)).map(({ one, other }) => `${one} beside ${other}`);
}
