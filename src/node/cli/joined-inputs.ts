/**
 * Inputs of a call in which files of one connection's log are one input. Most calls have none: the first bytes of each
 * file show that, and every file is then read once. Where a log begins in the middle of a connection, all files are read
 * to find what it continues, and judged afterwards.
 */
import { openText } from '../../engine/bytes/inflate';
import type { ByteSource, Evidence } from '../../engine/bytes/source';
import type { LogEnds } from '../../engine/contract/log-ends';
import { TracePipeline } from '../../engine/reading/pipeline';
import { type SegmentGroup, segmentGroups } from '../../engine/segments/grouping';
import { plural } from '../../engine/text/figures';
import { type Input, inputsOf } from './inputs';
import { fileSource } from './sources';

type FileInput = Extract<Input, { kind: 'file' }>;

/** Files of one connection, in order. */
export interface SegmentsInput {
  readonly kind: 'segments';
  /** At least two. */
  readonly paths: readonly string[];
  readonly evidence: Evidence;
}

/** Decompressed bytes that show whether a log begins in the middle: the handshake takes fewer. */
const HEAD_BYTES = 256 * 1024;

/** @param separate every file is an input of its own. */
export async function* joinedInputs(
  paths: readonly string[],
  separate: boolean,
): AsyncGenerator<Input | SegmentsInput, void, undefined> {
  if (separate) {
    yield* inputsOf(paths);
    return;
  }
  const inputs: Input[] = [];
  for await (const input of inputsOf(paths)) inputs.push(input);
  const files = inputs.filter((input): input is FileInput => input.kind === 'file' && input.regular);
  const groups = await groupsOf(files);
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

/** Indexes are those of `files`. */
async function groupsOf(files: readonly FileInput[]): Promise<readonly SegmentGroup[]> {
  if (files.length < 2) return [];
  let isContinued = false;
  for (const { path } of files) {
    isContinued ||= await beginsBehindInitial(fileSource(path).source);
    if (isContinued) break;
  }
  if (!isContinued) return [];
  const logs: { readonly name: string; readonly ends: LogEnds; readonly file: number }[] = [];
  for (const [file, { path }] of files.entries()) {
    const ends = await endsOf(fileSource(path).source);
    if (ends !== null) logs.push({ name: path, ends, file });
  }
  return segmentGroups(logs).map((group) => ({
    ...group,
    logs: group.logs.map((log) => (logs[log] as { readonly file: number }).file),
  }));
}

/** The first bytes of the log hold packets, and no Initial one. */
async function beginsBehindInitial(source: ByteSource): Promise<boolean> {
  const pipeline = await readInto(source, HEAD_BYTES);
  const [first] = pipeline?.connections ?? [];
  if (first === undefined) return false;
  const { sent, received } = first.ends;
  const spaces = [...sent, ...received];
  return (sent[0] ?? received[0] ?? null) === null && spaces.some((range) => range !== null);
}

/** Null for a file that holds no log of one connection. */
async function endsOf(source: ByteSource): Promise<LogEnds | null> {
  const pipeline = await readInto(source, Number.POSITIVE_INFINITY);
  const [only, another] = pipeline?.connections ?? [];
  return only === undefined || another !== undefined ? null : only.ends;
}

/** Reads the only text of a file; null where it holds several, or cannot be read. What is wrong is said when it is judged. */
async function readInto(source: ByteSource, upToBytes: number): Promise<TracePipeline | null> {
  const pipeline = new TracePipeline(() => undefined);
  const nothing = (): void => undefined;
  try {
    const parts = openText(source, { onRead: nothing, onCompression: nothing, onEncoding: nothing });
    for await (const part of parts) {
      if (part.name !== null) return null;
      for await (const chunk of part.chunks()) {
        pipeline.push(chunk);
        if (pipeline.inflatedBytes >= upToBytes) return pipeline;
      }
    }
    pipeline.end();
    return pipeline;
  } catch {
    return pipeline.connections.length > 0 ? pipeline : null;
  }
}
