/** The traces of the corpus with what their recordings noted of them: quiche with labels, other stacks, the examples. */
import { readFileSync } from 'node:fs';
import { EXAMPLES } from '../../../src/app/state/examples.ts';
import type { OtherLabel } from '../dialect-table.ts';
import type { Label } from '../judge.ts';

export const CORPUS = new URL('../../corpus/', import.meta.url);

/** What the rig that recorded a quiche trace noted beside what `Label` holds. */
export interface QuicheLabel extends Label {
  readonly cc: string;
  /** Whether quiche's idle rule was that of its fix: `on`, `off`, or that the release has the defect. */
  readonly fix: 'on' | 'off' | 'absent (bug in release)';
}

export interface CorpusEntry {
  readonly file: string;
  readonly path: string;
  /** Null for the traces of other stacks, as `other` is for quiche's. */
  readonly quiche: QuicheLabel | null;
  readonly other: OtherLabel | null;
}

export function readCorpus<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, CORPUS), 'utf8')) as T;
}

export const LABELS = readCorpus<readonly QuicheLabel[]>('manifest.json');
export const OTHERS = readCorpus<readonly OtherLabel[]>('other/manifest.json');

const examples = new Set(EXAMPLES.map(({ file }) => file));

/** The three examples are not stored twice. */
function folderOf({ file }: Pick<CorpusEntry, 'file'>, isOther: boolean): string {
  if (examples.has(file)) return '../../public/examples/';
  return isOther ? 'other/' : 'traces/';
}

function entryOf(quiche: QuicheLabel | null, other: OtherLabel | null, file: string): CorpusEntry {
  return { file, path: new URL(folderOf({ file }, other !== null) + file, CORPUS).pathname, quiche, other };
}

/** Every trace, in the order of the manifests. */
export const ENTRIES: readonly CorpusEntry[] = [
  ...LABELS.map((label) => entryOf(label, null, label.file)),
  ...OTHERS.map((label) => entryOf(null, label, label.file)),
];

/** Where a trace of the corpus stands. @throws RangeError for a file that is none. */
export function tracePath(file: string): string {
  const entry = ENTRIES.find((one) => one.file === file);
  if (entry === undefined) throw new RangeError(`the corpus holds no ${file}`);
  return entry.path;
}
