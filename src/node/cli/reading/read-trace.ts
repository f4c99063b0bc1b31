/** One input read as the page reads a file: a session that answers requests, and its newest snapshot. */
import { plural } from '../../../engine/base/text/figures';
import { plainLine } from '../../../engine/base/text/plain';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { TraceSession } from '../../../engine/service/answers/session';
import type { Io } from '../io';
import { systemReason } from '../system-reason';
import { type Input, STANDARD_INPUT } from './inputs';
import { joinedWords, type SegmentsInput } from './joined-inputs';
import { fileSource } from './sources';
import { tierFor } from './tiering';
import { openInput } from './traces';

/** A trace that was read: its snapshot, and the session that answers requests. */
export interface ReadTrace {
  readonly path: string;
  /** As the page names it; null for standard input. */
  readonly name: string | null;
  readonly session: TraceSession;
  readonly snapshot: Snapshot;
  readonly newest: () => Snapshot;
}

export type ReadableInput = Exclude<Input, { readonly kind: 'skipped' }> | SegmentsInput;

/** `failed` with a reason if there is no trace; `skipped` if the file was not named and is not qlog. */
export async function readInput(input: ReadableInput, io: Io): Promise<ReadTrace | 'failed' | 'skipped'> {
  const path = pathOf(input);
  const fail = (reason: string): 'failed' => {
    io.warn(`${path}: ${reason}`);
    return 'failed';
  };
  if (input.kind === 'failed') return fail(input.reason);
  await tierFor(input.kind === 'file' ? input.path : null);
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  try {
    if (input.kind === 'segments') {
      io.warn(joinedWords(input));
      await session.read(
        input.paths.map((one) => ({ ...fileSource(one).source, name: plainLine(one) })),
        null,
        input.evidence,
      );
    } else {
      const { source, dispose } = await openInput(input, io.openStdin);
      await session.read([source]).finally(dispose);
    }
  } catch (error) {
    return fail(systemReason(error));
  }
  if (session.isForeign && input.kind === 'file' && input.optional) return 'skipped';
  const snapshot = newest as Snapshot | null;
  if (snapshot?.phase === 'ready')
    return { path, name: nameOf(input), session, snapshot, newest: () => newest as unknown as Snapshot };
  const { messages } = snapshot ?? { messages: [] };
  // Of a zip there is one per kind of what is in it.
  const errors = messages.filter(({ level }) => level === 'error');
  const reasons = (errors.length > 0 ? errors : messages.slice(0, 1)).map(({ text }) => text);
  return fail(reasons.length > 0 ? reasons.join(' ') : 'it holds no trace');
}

/** The files of an input that can be read again; none of standard input. */
export function filesOf(input: ReadableInput): readonly string[] {
  if (input.kind === 'segments') return input.paths;
  return input.kind === 'file' ? [input.path] : [];
}

/** Files of one connection have the path of the first. */
function pathOf(input: ReadableInput): string {
  if (input.kind === 'segments') return input.paths[0] as string;
  return input.kind === 'stdin' ? STANDARD_INPUT : input.path;
}

/** As the page names it; null for standard input. */
function nameOf(input: ReadableInput): string | null {
  if (input.kind === 'stdin') return null;
  const path = plainLine(pathOf(input));
  return input.kind === 'segments' ? `${path} (${plural(input.paths.length, 'file')})` : path;
}
