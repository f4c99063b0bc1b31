/** A digest that is shown in place of a trace. */
import type { TraceRef } from '../../../sharing/link/state';

export interface ShownDigest {
  /** The trace that it was made from, as a link names it; null where unknown. */
  readonly ref: TraceRef | null;
  /** Encoded for a link, with the others of its set where it is their first; null where it is too large. */
  readonly encoded: string | null;
  /** Its place among the digests of a set that were opened together; null where it was alone. */
  readonly place: DigestPlace | null;
}

export interface DigestPlace {
  /** The first one as encoded for a link; where that is too large a name of its own. */
  readonly group: string;
  /** Its number in links, from 1. */
  readonly number: number;
}

export function isAt(digest: ShownDigest | null, { group, number }: DigestPlace): boolean {
  return digest?.place?.group === group && digest.place.number === number;
}
