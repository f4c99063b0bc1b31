/** Files with the names that they are shown with, and the trace that several of them are. */
import { plural } from '../../../engine/base/text/figures';
import { plainLine } from '../../../engine/base/text/plain';
import { type Evidence, fileName, localFiles, type SourceSpec } from '../../../engine/input/bytes/source';

/** More files that are opened at once become a table of traces. */
export const MOST_TABS = 3;

/** A file and the name that it is shown with: its path where it came from a folder. */
export interface NamedFile {
  readonly file: File;
  readonly name: string;
}

/** @param path where it came from a folder. */
export function namedFile(file: File, path?: string): NamedFile {
  return { file, name: path === undefined ? fileName(file) : plainLine(path) };
}

export interface NamedSource {
  readonly source: SourceSpec;
  readonly name: string;
}

/** The files of an open file, in order; none where they are not on this device. */
export function namedFiles({ source, name }: NamedSource): readonly NamedFile[] {
  const names = source.kind === 'segments' ? source.names : [name];
  return localFiles(source).map((file, i) => ({ file, name: names[i] ?? fileName(file) }));
}

export function singleSource({ file, name }: NamedFile): NamedSource {
  return { source: { kind: 'file', file }, name };
}

/** Files as one trace, in this order. */
export function joinedSource(parts: readonly NamedFile[], evidence: Evidence): NamedSource {
  const files = parts.map(({ file }) => file);
  const names = parts.map(({ name }) => name);
  const name = `${names[0] ?? ''} (${plural(names.length, 'file')})`;
  return { source: { kind: 'segments', files, names, evidence }, name };
}
