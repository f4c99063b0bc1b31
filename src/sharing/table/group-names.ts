/** What a group is called where it leaves the page, by which pattern, and which rows are in it. */
import { laneLetter } from '../../drawing/surface/lane-styles';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { dottedVersion } from '../../engine/service/redaction/redact';
import { MAX_ID } from '../link/state';
import type { KeyedRow, RowGroup } from './row-groups';
import type { SavedGroups } from './table-file';

/** `group A`: of one whose name is not known, or may not leave. @param place from 0. */
export const letterName = (place: number): string => `group ${laneLetter(place)}`;

/** Null for one that may not leave. */
export function sharedName(
  { name, nameFrom }: Pick<RowGroup<never>, 'name' | 'nameFrom'>,
  options: ShareOptions,
): string | null {
  switch (nameFrom) {
    case 'user':
      return name;
    case 'log':
      return options.reasonPhrases ? name : knownVersion(name);
    case 'files':
      return options.groupNames ? name : null;
  }
}

/** `quiche 0.30.1`: a name of our table, and of a version its digits. */
export function knownVersion(name: string): string {
  const [implementation = '', ...version] = name.split(' ');
  return [implementation, dottedVersion(version.join(' ')) ?? ''].join(' ').trim();
}

export interface SharedGroups extends Omit<SavedGroups, 'runs'> {
  /** How many have a letter in place of their name. */
  readonly unnamed: number;
}

/** Groups as they leave with these rows; null where none of the rows is in one. */
export function groupsOfRows(
  groups: readonly RowGroup<KeyedRow>[],
  rows: readonly KeyedRow[],
  options: ShareOptions,
): SharedGroups | null {
  const groupOf = new Map(groups.flatMap((group, i) => group.rows.map(({ key }) => [key, i] as const)));
  const ofRows = rows.map(({ key }) => groupOf.get(key) ?? null);
  if (ofRows.every((group) => group === null)) return null;
  const fits = (text: string): boolean => text !== '' && text.length <= MAX_ID;
  const names = groups.map((group) => sharedName(group, options) ?? '');
  return {
    ofRows,
    names: names.map((name, i) => (fits(name) ? name : letterName(i))),
    patterns: groups.map(({ pattern }) =>
      pattern !== null && options.groupNames && fits(pattern) ? pattern : '',
    ),
    unnamed: names.filter((name) => !fits(name)).length,
  };
}
