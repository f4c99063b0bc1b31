/**
 * Where the files of a trace begin in it, which says how times move when files are joined, or separated: the first event of
 * a file is the same event in either.
 */
import { localFiles, type SourceSpec } from '../../engine/input/bytes/source';
import type { Snapshot } from '../../engine/reading/contract/snapshot';

export interface TimedFile {
  readonly source: SourceSpec;
  readonly current: { readonly snapshot: { readonly get: () => Snapshot | null } };
}

/** Time of the first event of one of its files, µs; null where the file holds none, or is not read. */
export function startOf({ source, current }: TimedFile, part: File): number | null {
  const snapshot = current.snapshot.get();
  const at = localFiles(source).indexOf(part);
  const fromUs = source.kind === 'segments' ? snapshot?.segments[at]?.fromUs : snapshot?.extent.fromUs;
  return fromUs !== undefined && Number.isFinite(fromUs) ? fromUs : null;
}

/** The file in which a time lies; the first one for times before it. Undefined for what is no local file. */
export function partAt(file: TimedFile, timeUs: number): File | undefined {
  const files = localFiles(file.source);
  return files.findLast((part) => (startOf(file, part) ?? Number.POSITIVE_INFINITY) <= timeUs) ?? files[0];
}

/** Both begin with this file: their times are of one clock from the same start, also before the second one is read. */
export function beginsWith(a: TimedFile, b: TimedFile): boolean {
  const [first] = localFiles(a.source);
  return first !== undefined && first === localFiles(b.source)[0];
}

/**
 * Added to times in one file, they are those in the other one, µs; null where that cannot be known: the part holds no
 * event, or one of the two is not read.
 */
export function shiftBetween(from: TimedFile, to: TimedFile, part: File): number | null {
  if (beginsWith(from, to) && part === localFiles(from.source)[0]) return 0;
  const [before, after] = [startOf(from, part), startOf(to, part)];
  return before === null || after === null ? null : after - before;
}
