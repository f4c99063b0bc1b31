/**
 * What this page keeps in `history.state` of its entries. Going back to an entry of its own changes what is seen, not the panels; an entry
 * without it is a link that somebody opened, or typed.
 */
import type { Place } from './places';

const PAGE = 'qlogscope';

/** An entry that this page wrote. */
export interface OwnEntry {
  /** Null for the open screen. */
  readonly place: Place | null;
}

export function entryState(place: Place | null): unknown {
  return { page: PAGE, place };
}

/** @param state of `history`: any version of the page may have written it. @returns null for an entry of somebody else. */
export function ownEntry(state: unknown): OwnEntry | null {
  if (!isRecord(state) || state.page !== PAGE) return null;
  const { place } = state;
  if (!isRecord(place)) return { place: null };
  const { screen, part, of } = place;
  const isPlace = typeof screen === 'string' && typeof part === 'string' && typeof of === 'string';
  return { place: isPlace ? { screen, part, of } : null };
}

function isRecord(
  value: unknown,
): value is Partial<{ readonly [key in 'page' | 'place' | keyof Place]: unknown }> {
  return typeof value === 'object' && value !== null;
}
