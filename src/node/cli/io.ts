/** What a command may use of the process: the standard streams, and further threads. Tests pass their own. */
import { fileSink, type Sink } from './output';
import type { ReadingThreads } from './reading/reading-threads';
import type { OpenSource } from './reading/sources';
import type { Thread } from './reading/threads';

export interface Io {
  readonly stdout: Sink;
  readonly warn: (line: string) => void;
  readonly openStdin: () => Promise<OpenSource>;
  /** A thread that runs the same program. @throws where the system gives none. */
  readonly startThread: () => Thread;
  /** Threads that read one large file together; null where there is one core. */
  readonly readingThreads: ReadingThreads | null;
}

/** Output of the report: the named file, else standard output. */
export function sinkOf(output: string | null, io: Io): Sink {
  return output === null ? io.stdout : fileSink(output);
}
