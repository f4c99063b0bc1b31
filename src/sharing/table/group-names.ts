/** What a group is called where it leaves the page. */
import { laneLetter } from '../../drawing/surface/lane-styles';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { dottedVersion, redactName } from '../../engine/service/redaction/redact';
import type { GroupOfRows } from './run-groups';

/** `group A`: of one whose name is not known, or may not leave. @param place from 0. */
export const letterName = (place: number): string => `group ${laneLetter(place)}`;

/** Null for one that may not leave. */
export function sharedName(
  { name, nameFrom }: Pick<GroupOfRows, 'name' | 'nameFrom'>,
  options: ShareOptions,
): string | null {
  switch (nameFrom) {
    case 'user':
      return name;
    case 'log':
      return options.reasonPhrases ? name : knownVersion(name);
    case 'files':
      return redactName(name, options);
  }
}

/** `quiche 0.30.1`: a name of our table, and of a version its digits. */
function knownVersion(name: string): string {
  const [implementation = '', ...version] = name.split(' ');
  return [implementation, dottedVersion(version.join(' ')) ?? ''].join(' ').trim();
}
