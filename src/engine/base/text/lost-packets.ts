/** Lost packets of a trace by what dropped them, as figures that add up to all. */

/** Of a summary. */
interface Lost {
  readonly lossesKnown: boolean;
  readonly packetsLost: number;
  /** Of them, those that arrived. */
  readonly spuriousLosses: number;
  /** By what dropped them; left out where that is not known. */
  readonly lossKinds?: { readonly counts: { readonly [kind: string]: number } };
}

/** Packets that the sender took for lost, beside those whose cause is known; null where no cause is known. */
export interface LostOtherwise {
  /** They arrived: nothing dropped them. */
  readonly arrived: number;
  readonly notKnown: number;
}

export function lostOtherwise({
  lossesKnown,
  lossKinds,
  packetsLost,
  spuriousLosses,
}: Lost): LostOtherwise | null {
  if (!lossesKnown || lossKinds === undefined) return null;
  const { unknown: _, ...counts } = lossKinds.counts;
  const dropped = Object.values(counts).reduce((sum, packets) => sum + packets, 0);
  const rest = Math.max(0, packetsLost - dropped);
  const arrived = Math.min(rest, spuriousLosses);
  return { arrived, notKnown: rest - arrived };
}
