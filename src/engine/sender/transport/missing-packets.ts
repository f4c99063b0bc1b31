/**
 * Packets that were sent and are not in the log, by gaps in the sent packet numbers. Records that are missing there are
 * missing of every kind, so figures of such a span are no measurement.
 *
 * A sender may leave out a number now and then (RFC 9000 §21.4): a gap of one number counts where the peer acknowledges
 * it. Some stacks number the packets of all spaces in one line: what was sent in another space is not missing.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { SpaceLedger } from './ledger';
import type { TransportState } from './transport';
import { type Missing, UnseenReceived } from './unseen-received';

/** Gaps of one packet number space, ascending: between which times, and how many numbers are missing up to each. */
interface Gaps {
  readonly space: SpaceLedger;
  readonly fromUs: readonly number[];
  readonly toUs: readonly number[];
  /** Running total, one longer than the gaps: 0 first. */
  readonly total: readonly number[];
}

/** Packets of another space sent in [fromUs, toUs] with numbers between the two. */
function numberedElsewhere(
  { sentTimesUs, packetNumbers }: SpaceLedger,
  [fromUs, toUs]: readonly [number, number],
  [above, below]: readonly [number, number],
): number {
  const from = lowerBound(sentTimesUs, fromUs);
  const to = upperBound(sentTimesUs, toUs);
  const first = upperBound(packetNumbers, above, from, to);
  return lowerBound(packetNumbers, below, first, to) - first;
}

function gapsOf(space: SpaceLedger, spaces: readonly SpaceLedger[]): Gaps {
  const { packetNumbers, sentTimesUs } = space;
  const acked = new Set(space.unseen.gaps);
  const others = spaces.filter((other) => other !== space && other.sentPackets > 0);
  const gaps = { space, fromUs: [] as number[], toUs: [] as number[], total: [0] };
  const numbers = packetNumbers.reader();
  let below = numbers.at(0);
  for (let row = 1; row < numbers.length; row++) {
    const above = below;
    below = numbers.at(row);
    if (below === above + 1 || (below === above + 2 && !acked.has(row))) continue;
    const times = [sentTimesUs.at(row - 1), sentTimesUs.at(row)] as const;
    const elsewhere = others.reduce((sum, other) => sum + numberedElsewhere(other, times, [above, below]), 0);
    const missing = below - above - 1 - elsewhere;
    if (missing <= 0) continue;
    gaps.fromUs.push(times[0]);
    gaps.toUs.push(times[1]);
    gaps.total.push(gaps.total[gaps.total.length - 1] + missing);
  }
  return gaps;
}

export class MissingPackets {
  readonly #spaces: readonly Gaps[];

  /** @param state at the end of the trace. Several paths number their packets each for itself: nothing is known then. */
  constructor({ ledger, pathCount }: TransportState) {
    this.#spaces = pathCount > 1 ? [] : ledger.spaces.map((space) => gapsOf(space, ledger.spaces));
  }

  /** From the last packet before the first gap to the first one after the last, µs; null without gaps. */
  get extent(): { readonly startUs: number; readonly endUs: number } | null {
    const starts = this.#spaces.flatMap(({ fromUs }) => fromUs[0] ?? []);
    const ends = this.#spaces.flatMap(({ toUs }) => toUs.at(-1) ?? []);
    return starts.length === 0 ? null : { startUs: Math.min(...starts), endUs: Math.max(...ends) };
  }

  /** What is missing in [startUs, endUs]; a gap counts whole where a part of it lies inside. */
  within(startUs: number, endUs: number): Missing {
    let missing = 0;
    let seen = 0;
    for (const { space, fromUs, toUs, total } of this.#spaces) {
      const last = total[lowerBound(fromUs, endUs)];
      missing += Math.max(0, last - total[upperBound(toUs, startUs)]);
      seen += upperBound(space.sentTimesUs, endUs) - lowerBound(space.sentTimesUs, startUs);
    }
    const numbered = missing + seen;
    return { missing, numbered, share: numbered === 0 ? 0 : missing / numbered };
  }
}

/** What was received and is not in the log; nothing is known of several paths, each of which has numbers of its own. */
export function missingReceived({ pathCount, unseenReceived }: TransportState): UnseenReceived {
  return pathCount > 1 ? new UnseenReceived() : unseenReceived;
}
