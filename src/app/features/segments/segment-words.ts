/** What the page says of a trace of several files. */
import { plural } from '../../../engine/base/text/figures';
import type { Evidence } from '../../../engine/input/bytes/source';

/** @param files number of them. */
export function joinedWords(files: number, evidence: Evidence): string {
  const many = plural(files, 'file');
  if (evidence === 'link')
    return `${many} are shown as one trace, because a link names them so. Whether they are of one connection was not checked.`;
  return evidence === 'none'
    ? `${many} are taken for one connection. No id in them proves it: their headers are the same, their names differ in a number, and times and packet numbers go on from file to file.`
    : `${many} are one connection: same ${evidence}.`;
}
