/**
 * What this page keeps in `history.state` of its entries. Going back to an entry of its own changes the view, not the layout of its panels; an entry
 * without it is a link that somebody opened, or typed.
 */
import type { Fingerprint } from '../../sharing/link/fingerprint';
import type { ParsedLink } from '../../sharing/link/parse';
import type { LinkTrace } from '../../sharing/link/state';
import type { AddressEntry } from './address-writer';
import type { Place } from './places';

const PAGE = 'qlogscope';

/** Of what another version of the page, or another page of the host, wrote no more is read. */
const MOST_LOST = 20;
const MOST_NAMES = 100;
const MOST_WORDS = 300;

export type OwnEntry = Pick<AddressEntry, 'place' | 'lost' | 'names'>;

export function entryState({ place, lost, names }: OwnEntry): unknown {
  return { page: PAGE, place, lost, names: [...names].slice(0, MOST_NAMES) };
}

/** @param state of `history`: any version of the page may have written it. @returns null for an entry of somebody else. */
export function ownEntry(state: unknown): OwnEntry | null {
  if (!isRecord(state) || state.page !== PAGE) return null;
  const { place, lost, names } = state;
  return { place: placeOf(place), lost: wordsOf(lost), names: namesOf(names) };
}

function placeOf(place: unknown): Place | null {
  if (!isRecord(place)) return null;
  const { screen, part, of } = place;
  const isPlace = typeof screen === 'string' && typeof part === 'string' && typeof of === 'string';
  return isPlace ? { screen, part, of } : null;
}

function wordsOf(lost: unknown): readonly string[] {
  if (!Array.isArray(lost)) return [];
  const words = lost.slice(0, MOST_LOST).filter((one): one is string => typeof one === 'string');
  return words.map((one) => one.slice(0, MOST_WORDS));
}

function namesOf(names: unknown): ReadonlyMap<string, string> {
  const pairs = Array.isArray(names) ? names.slice(0, MOST_NAMES).map(wordsOf) : [];
  return new Map(
    pairs.flatMap(([hash, name]) =>
      hash === undefined || name === undefined ? [] : [[hash, name] as const],
    ),
  );
}

/** A link of this page's own, with the names of its local files, which are not in it. */
export function withNames(link: ParsedLink, names: ReadonlyMap<string, string>): ParsedLink {
  const named = (print: Fingerprint): Fingerprint =>
    print.name === '' ? { ...print, name: names.get(print.hash) ?? '' } : print;
  const traces = link.state.traces.map((ref): LinkTrace => {
    if (ref.kind !== 'file') return ref;
    const { fingerprint, segments } = ref;
    return {
      ...ref,
      fingerprint: named(fingerprint),
      ...(segments !== undefined && { segments: segments.map(named) }),
    };
  });
  return { ...link, state: { ...link.state, traces } };
}

function isRecord(
  value: unknown,
): value is Partial<{ readonly [key in 'page' | keyof OwnEntry | keyof Place]: unknown }> {
  return typeof value === 'object' && value !== null;
}
