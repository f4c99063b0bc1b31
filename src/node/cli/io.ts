/** What a command may use of the process: the standard streams only. Tests pass their own. */
import { fileSink, type Sink } from './output';
import type { OpenSource } from './sources';

export interface Io {
  readonly stdout: Sink;
  /** Writes one line to standard error. */
  readonly warn: (line: string) => void;
  readonly openStdin: () => Promise<OpenSource>;
}

/** Output of the report: the named file, else standard output. */
export function sinkOf(output: string | null, io: Io): Sink {
  return output === null ? io.stdout : fileSink(output);
}
