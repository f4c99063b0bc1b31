/**
 * A note: a short text pinned to a time, a range or a finding. A readonly value; its syntax is in
 * `markdown.ts`, changes in `notebook.ts`, the stored form in `schema.ts`. Times are µs from the trace's start.
 */
import type { TimeRange } from '../../drawing/view/view';
import { plainLines } from '../../engine/base/text/plain';

export type Anchor =
  | { readonly kind: 'time'; readonly timeUs: number }
  | { readonly kind: 'range'; readonly fromUs: number; readonly toUs: number }
  /** Key of a finding; its interval is looked up in the current findings. */
  | { readonly kind: 'finding'; readonly key: string };

export interface Note {
  /** `n1`, `n2` …: unique within a notebook, never reused. */
  readonly id: string;
  readonly text: string;
  readonly anchor: Anchor;
}

/** More notes would not fit into a link. */
export const MAX_NOTES = 200;
export const MAX_NOTE_LENGTH = 4000;
export const MAX_KEY_LENGTH = 200;

/** The text of a note, whoever wrote it: line ends are those of one system, and it is cleaned. */
export function noteText(text: string): string {
  return plainLines(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'));
}

/** Key, title and interval of a finding, for placing notes. */
export interface FindingPlace {
  readonly key: string;
  readonly title: string;
  readonly startUs: number;
  readonly endUs: number;
}

/** The time or range of a note; null where its finding does not exist in this trace. */
export function placeOf({ anchor }: Note, findings: readonly FindingPlace[]): TimeRange | null {
  switch (anchor.kind) {
    case 'time':
      return { fromUs: anchor.timeUs, toUs: anchor.timeUs };
    case 'range':
      return { fromUs: anchor.fromUs, toUs: anchor.toUs };
    case 'finding': {
      const finding = findings.find(({ key }) => key === anchor.key);
      return finding === undefined ? null : { fromUs: finding.startUs, toUs: finding.endUs };
    }
  }
}

export interface PlacedNote {
  readonly note: Note;
  readonly place: TimeRange | null;
  /** The finding that it is pinned to; null for none. */
  readonly finding: FindingPlace | null;
}

/** Notes in display order: by start time, then end time, then id; those without a place last. */
export function placedNotes(
  notes: readonly Note[],
  findings: readonly FindingPlace[],
): readonly PlacedNote[] {
  const placed = notes.map((note) => {
    const { anchor } = note;
    const finding =
      anchor.kind === 'finding' ? (findings.find(({ key }) => key === anchor.key) ?? null) : null;
    return { note, place: placeOf(note, findings), finding };
  });
  return placed.sort(
    (a, b) => from(a) - from(b) || to(a) - to(b) || numberOfId(a.note.id) - numberOfId(b.note.id),
  );
}

/** After every trace; finite, so that differences are numbers. */
const NOWHERE_US = Number.MAX_SAFE_INTEGER;
const from = ({ place }: PlacedNote): number => place?.fromUs ?? NOWHERE_US;
const to = ({ place }: PlacedNote): number => place?.toUs ?? NOWHERE_US;

/** The number in an id; 0 for an invalid id. */
export function numberOfId(id: string): number {
  const digits = /^n([1-9]\d{0,8})$/.exec(id)?.[1];
  return digits === undefined ? 0 : Number(digits);
}

export function sameAnchor(a: Anchor, b: Anchor): boolean {
  if (a.kind === 'time') return b.kind === 'time' && a.timeUs === b.timeUs;
  if (a.kind === 'range') return b.kind === 'range' && a.fromUs === b.fromUs && a.toUs === b.toUs;
  return b.kind === 'finding' && a.key === b.key;
}
