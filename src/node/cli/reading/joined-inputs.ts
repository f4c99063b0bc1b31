/**
 * Inputs of a call in which files of one connection's log are one input. Most calls have none: the first bytes of each
 * file show that (`log-heads.ts`), and every file is then read once. Files that could belong to one another are read to
 * find out, and judged afterwards.
 */
import { plural } from '../../../engine/base/text/figures';
import type { Evidence } from '../../../engine/input/bytes/source';
import { fetchAhead } from '../../../engine/input/formats';
import type { LogEnds } from '../../../engine/reading/contract/log-ends';
import { type SegmentGroup, segmentGroups } from '../../../engine/reading/segments/grouping';
import { type Input, inputsOf } from './inputs';
import { couldBelong, endsOf, headOf, type LogHead } from './log-heads';
import { fileSource } from './sources';

type FileInput = Extract<Input, { kind: 'file' }>;

/** Files of one connection, in order. */
export interface SegmentsInput {
  readonly kind: 'segments';
  /** At least two. */
  readonly paths: readonly string[];
  readonly evidence: Evidence;
}

/** The heads of files, in their order; null for one that holds no log of one connection. */
export type HeadReader = (paths: readonly string[]) => Promise<readonly (LogHead | null)[]>;

/** @param separate every file is an input of its own. */
export async function* joinedInputs(
  paths: readonly string[],
  separate: boolean,
  headsOf: HeadReader = headsInTurn,
): AsyncGenerator<Input | SegmentsInput, void, undefined> {
  if (separate) {
    yield* inputsOf(paths);
    return;
  }
  const inputs: Input[] = [];
  for await (const input of inputsOf(paths)) inputs.push(input);
  const files = inputs.filter((input): input is FileInput => input.kind === 'file' && input.regular);
  const groups = await groupsOf(files, headsOf);
  const groupOf = new Map(groups.flatMap((group) => group.logs.map((log) => [files[log] as Input, group])));
  const given = new Set<SegmentGroup>();
  for (const input of inputs) {
    const group = groupOf.get(input);
    if (group === undefined) yield input;
    else if (!given.has(group)) {
      given.add(group);
      const joined = group.logs.map((log) => (files[log] as FileInput).path);
      yield { kind: 'segments', paths: joined, evidence: group.evidence };
    }
  }
}

/** The line that says which files are read as one trace. */
export function joinedWords({ paths, evidence }: SegmentsInput): string {
  const why = evidence === 'none' ? 'assumed, as names, times and packet numbers go on' : `same ${evidence}`;
  return `${paths.join(', ')}: ${plural(paths.length, 'file')} read as one connection (${why}); --separate undoes it`;
}

/** One after the other. */
async function headsInTurn(paths: readonly string[]): Promise<readonly (LogHead | null)[]> {
  const heads: (LogHead | null)[] = [];
  for (const path of paths) heads.push(await headOf(path, fileSource(path).source));
  return heads;
}

/** Indexes are those of `files`. */
async function groupsOf(files: readonly FileInput[], headsOf: HeadReader): Promise<readonly SegmentGroup[]> {
  if (files.length < 2) return [];
  await fetchAhead();
  const read = await headsOf(files.map(({ path }) => path));
  const heads = read.flatMap((head, file) => (head === null ? [] : [{ ...head, file }]));
  const could = couldBelong(heads);
  const logs: { readonly name: string; readonly ends: LogEnds; readonly file: number }[] = [];
  for (const [i, { name, file, ends, isWhole }] of heads.entries()) {
    if (!could.has(i)) continue;
    const whole = isWhole ? ends : await endsOf(fileSource(name).source);
    if (whole !== null) logs.push({ name, ends: whole, file });
  }
  return segmentGroups(logs).map((group) => ({
    ...group,
    logs: group.logs.map((log) => (logs[log] as { readonly file: number }).file),
  }));
}
