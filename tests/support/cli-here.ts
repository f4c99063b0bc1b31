/**
 * The command line in this process, from its sources: what it writes where, and its exit status. A process costs a start
 * and the compiling of the bundle each time; that it does the same is held by `tests/corpus/cli-process.test.ts`.
 */
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { type Sink, warningLine } from '../../src/node/cli/output.ts';
import { runProgram } from '../../src/node/cli/program.ts';
import { streamedSource } from '../../src/node/cli/reading/sources.ts';
import { CLI, type Run, VERSION } from './cli-process.ts';

const PROGRAM = { bundle: pathToFileURL(CLI), version: VERSION };
/** What a pipe gives at once. */
const PIPE_BYTES = 64 * 1024;

function* pieces(input: Uint8Array | string): Generator<Uint8Array> {
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length; at += PIPE_BYTES) yield bytes.subarray(at, at + PIPE_BYTES);
}

const sinkInto = (texts: string[]): Sink => ({
  write: async (text) => void texts.push(text),
  close: async () => undefined,
});

/** In one thread. @param input what standard input gives. @param out where standard output goes, null to be returned. */
export async function run(
  args: readonly string[],
  input: Uint8Array | string = '',
  out: Sink | null = null,
): Promise<Run> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const status = await runProgram(args, PROGRAM, {
    stdout: out ?? sinkInto(stdout),
    warn: (line) => void stderr.push(warningLine(line)),
    openStdin: () => streamedSource(Readable.from(pieces(input)), 'standard input'),
    startThread: () => {
      throw new Error('no further thread');
    },
    readingThreads: null,
  });
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}
