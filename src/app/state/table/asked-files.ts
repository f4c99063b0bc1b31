/**
 * Of many files that are opened at once, those that a link, or a recent trace, waits for: they are opened, the others become
 * rows of the table. Only files as long as one that is asked for are read, and of these their ends.
 */
import { count, plural } from '../../../engine/base/text/figures';
import { fileName } from '../../../engine/input/bytes/source';
import type { Message } from '../../../engine/reading/contract/snapshot';
import { type Fingerprint, fingerprintOf, isSameFile } from '../../../sharing/link/fingerprint';
import { fingerprintsOf } from '../../../sharing/link/state';
import type { NamedFile } from '../traces/named-file';
import type { LinkRequest } from '../traces/pending-traces';

/** Of all local traces that the request waits for, besides those of which a copy is still looked for. */
export function askedFingerprints(request: LinkRequest | null): readonly Fingerprint[] {
  return (request?.pending ?? []).flatMap(({ ref, state }) =>
    ref.kind === 'file' && state !== 'looking-for-copy' ? fingerprintsOf(ref) : [],
  );
}

/** @returns a file for each that is asked for, in the order of the link; of equal files the first. */
export async function filesAskedFor(
  request: LinkRequest | null,
  files: readonly NamedFile[],
): Promise<readonly NamedFile[]> {
  const asked = askedFingerprints(request);
  const sizes = new Set(asked.map(({ sizeBytes }) => sizeBytes));
  const alike = files.filter(({ file }) => sizes.has(file.size));
  const read = await Promise.all(
    alike.map(async (named) => ({ named, fingerprint: await fingerprintOf(named.file) })),
  );
  const matches = asked.flatMap(
    (wanted) => read.find(({ named, fingerprint }) => isAsked(wanted, named, fingerprint))?.named ?? [],
  );
  return [...new Set(matches)];
}

/** Over plain http there are no fingerprints: then its name says which file it is, and the page that this is not certain. */
function isAsked(wanted: Fingerprint, { file }: NamedFile, fingerprint: Fingerprint | null): boolean {
  if (fingerprint !== null) return isSameFile(wanted, fingerprint);
  return wanted.sizeBytes === file.size && wanted.name === fileName(file);
}

/** Where many files went that were opened while a link waits for some. @param placed of those that are asked for. */
export function placedWords(placed: number, files: number): Message {
  const text =
    placed === 0
      ? `None of the ${plural(files, 'file')} is one that is asked for: all are in the table of traces.`
      : `${count(placed)} of the ${plural(files, 'file')} ${placed === 1 ? 'is the one' : 'are those'} asked for, and ${placed === 1 ? 'is' : 'are'} open; ` +
        `the other ${count(files - placed)} are in the table of traces (Shift + T).`;
  return { kind: 'files-placed', level: 'note', text, places: [] };
}
