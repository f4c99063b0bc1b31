/**
 * The open files that a link names; and files that are open already are opened in the form that it names them in: files
 * as the one trace that the link's list of fingerprints says, in its order and whatever their names, and a file of a
 * trace by itself.
 */
import { type Fingerprint, isSameFile } from '../../sharing/link/fingerprint';
import { type FileRef, fingerprintsOf, type LinkTrace, type TraceRef } from '../../sharing/link/state';
import type { AppState } from '../state/app-state';
import { joinedSource, type NamedFile, namedFiles, singleSource } from '../state/traces/named-file';
import type { OpenFile } from '../state/traces/open-file';
import { answers, furtherFiles, sameRef, type TraceOrigins } from './trace-origins';

interface HeldFile extends NamedFile {
  readonly owner: OpenFile;
  readonly fingerprint: Fingerprint;
}

/** Files in the link's order, the open files that hold them, and what else these hold. */
interface LinkedFiles {
  readonly parts: readonly HeldFile[];
  readonly owners: readonly OpenFile[];
  readonly rest: readonly HeldFile[];
}

/**
 * The open file that a reference names: the same, else the same log with more files.
 * @param named all references of the link.
 */
export function findOpen(
  { files: { files } }: AppState,
  origins: Pick<TraceOrigins, 'refOf'>,
  ref: TraceRef,
  named: readonly LinkTrace[],
): OpenFile | null {
  const fileWith = (test: (own: TraceRef) => boolean): OpenFile | undefined =>
    files.find((file) => {
      const own = file.digest === null ? origins.refOf(file) : null;
      return own != null && test(own);
    });
  return fileWith((own) => sameRef(own, ref)) ?? fileWith((own) => answers(own, ref, named)) ?? null;
}

/** How many files the open traces have more than the references name, of that which has most. */
export function furtherFilesOf(
  origins: Pick<TraceOrigins, 'refOf'>,
  refs: readonly LinkTrace[],
  open: readonly (OpenFile | null)[],
): number {
  const further = refs.map((ref, i) => {
    const own = open[i] == null ? null : origins.refOf(open[i]);
    return own == null ? 0 : (furtherFiles(ref, own) ?? 0);
  });
  return Math.max(0, ...further);
}

/** @returns null where not all files of the reference are open, or they are open as it names them. */
export function linkedFiles(
  ref: TraceRef,
  open: readonly OpenFile[],
  origins: Pick<TraceOrigins, 'refOf'>,
): LinkedFiles | null {
  if (ref.kind !== 'file') return null;
  const held = open.flatMap((owner) => heldBy(owner, origins));
  const parts: HeldFile[] = [];
  for (const asked of fingerprintsOf(ref)) {
    const part = held.find((one) => !parts.includes(one) && isSameFile(asked, one.fingerprint));
    if (part === undefined) return null;
    parts.push(part);
  }
  const owners = [...new Set(parts.map(({ owner }) => owner))];
  const all = held.filter(({ owner }) => owners.includes(owner));
  const isThere =
    owners.length === 1 && all.length === parts.length && all.every((one, i) => one === parts[i]);
  return isThere ? null : { parts, owners, rest: all.filter((one) => !parts.includes(one)) };
}

/** Files that were opened whole. */
function heldBy(owner: OpenFile, origins: Pick<TraceOrigins, 'refOf'>): readonly HeldFile[] {
  const ref = owner.digest === null && owner.source.range === undefined ? origins.refOf(owner) : null;
  if (ref?.kind !== 'file') return [];
  const files = namedFiles(owner);
  return fingerprintsOf(ref).flatMap((fingerprint, i) => {
    const file = files[i];
    return file === undefined ? [] : [{ ...file, owner, fingerprint }];
  });
}

/** @returns the file that is open for the reference then; null where its files are not all open. */
export function openLinked({ files }: AppState, origins: TraceOrigins, ref: TraceRef): OpenFile | null {
  const linked = linkedFiles(ref, files.files, origins);
  if (linked === null) return null;
  const { parts, owners, rest } = linked;
  const [only, another] = parts;
  const isOne = only !== undefined && another === undefined;
  for (const { file } of isOne ? [...parts, ...rest] : rest) files.apart.add(file);
  if (!isOne) for (const { file } of parts) files.apart.delete(file);
  const opened = files.replace(owners, [
    isOne ? singleSource(only) : joinedSource(parts, 'link'),
    ...rest.map(singleSource),
  ]);
  for (const [i, file] of opened.entries())
    origins.learn(file, refOf(i === 0 ? parts : rest.slice(i - 1, i)));
  return opened[0] ?? null;
}

function refOf(parts: readonly HeldFile[]): FileRef | null {
  const [first, ...segments] = parts.map(({ fingerprint }) => fingerprint);
  if (first === undefined) return null;
  const file = { kind: 'file', fingerprint: first } as const;
  return segments.length === 0 ? file : { ...file, segments };
}
