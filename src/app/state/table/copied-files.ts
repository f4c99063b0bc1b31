/**
 * Files that the table has already: a run that is in it twice would count as two in groups. A copy has the name, the size and
 * the fingerprint of a file of the table; only files of the same name and size are read, and of these their ends.
 */
import { plural } from '../../../engine/base/text/figures';
import type { Message } from '../../../engine/reading/contract/snapshot';
import { type Fingerprint, fingerprintOf, isSameFile } from '../../../sharing/link/fingerprint';
import type { NamedFile } from '../traces/named-file';

interface Sorted {
  readonly fresh: readonly NamedFile[];
  readonly copies: readonly NamedFile[];
}

/** @param there files of the table. @param given files that are added to it: of copies among them the first is fresh. */
export async function sortCopies(there: readonly NamedFile[], given: readonly NamedFile[]): Promise<Sorted> {
  const alike = new Map<string, File[]>();
  const print = fingerprints();
  for (const { file } of there) alikeOf(alike, file).push(file);
  const [fresh, copies]: [NamedFile[], NamedFile[]] = [[], []];
  for (const named of given) {
    const others = alikeOf(alike, named.file);
    if (await isCopy(named.file, others, print)) copies.push(named);
    else {
      others.push(named.file);
      fresh.push(named);
    }
  }
  return { fresh, copies };
}

function alikeOf(alike: Map<string, File[]>, { name, size }: File): File[] {
  const key = `${size} ${name}`;
  const files = alike.get(key) ?? [];
  alike.set(key, files);
  return files;
}

type Print = (file: File) => Promise<Fingerprint | null>;

/** Reads each file once: logs that are rotated at a size have one name and one size in every folder. */
function fingerprints(): Print {
  const byFile = new Map<File, Promise<Fingerprint | null>>();
  return (file) => {
    const print = byFile.get(file) ?? fingerprintOf(file);
    byFile.set(file, print);
    return print;
  };
}

/**
 * Over plain http there are no fingerprints: then the time of the last change tells.
 * @param others of the same name and size.
 */
async function isCopy(file: File, others: readonly File[], print: Print): Promise<boolean> {
  if (others.length === 0) return false;
  const own = await print(file);
  for (const other of others) {
    const its = own && (await print(other));
    if (own === null || its === null ? other.lastModified === file.lastModified : isSameFile(own, its))
      return true;
  }
  return false;
}

/** @param copies at least one. @param given how many files were to be added. */
export function copiesMessage(copies: readonly NamedFile[], given: number): Message {
  const [first] = copies;
  const one = copies.length === 1;
  const who =
    one && first !== undefined
      ? `${first.name} is`
      : `${plural(copies.length, 'file')}${copies.length === given ? '' : ` of ${given}`} are`;
  const text = `${who} in the table already, with the same content: ${one ? 'it is' : 'they are'} not added again.`;
  return { kind: 'files-copied', level: 'note', text, places: [] };
}
