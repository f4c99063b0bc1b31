/** What a command may touch of the process: standard streams, and nothing else. Tests hand in their own. */
import { fileSink, type Sink } from './output';
import type { OpenSource } from './sources';

export interface Io {
  readonly stdout: Sink;
  /** Writes one line to standard error. */
  readonly warn: (line: string) => void;
  readonly openStdin: () => Promise<OpenSource>;
}

/** Where the report goes: the named file, else standard output. */
export function sinkOf(output: string | null, io: Io): Sink {
  return output === null ? io.stdout : fileSink(output);
}
