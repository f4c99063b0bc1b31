/**
 * A record that a reader could not read as it is. The reader says where and why; the pipeline counts the problems and
 * writes the messages, but for problems that only one format has. Types only.
 */

/** Problems that any format may have, with their messages in `reading/facts/messages.ts`. */
export type CommonReason = 'broken' | 'cut' | 'oversized' | 'large' | 'no-time' | 'too-many-connections';

/** The message about a problem of one format. Its kind is the problem's reason. */
export interface ProblemMessage {
  readonly level: 'warning' | 'note';
  /** @param total number of records with this problem. @returns whole sentences without text of the log. */
  readonly text: (total: number) => string;
}

/** Position of a record. */
export interface Place {
  /** Byte in the decompressed text. */
  readonly offset: number;
  /** Number of the record in its text; a qlog's header is 0. */
  readonly record: number;
  readonly sizeBytes: number;
}

/** A record that was not read, or only after a repair. `detail` may quote it. */
export type DecodeProblem = Place & { readonly detail: string } & (
    | { readonly reason: CommonReason; readonly message?: undefined }
    | { readonly reason: string; readonly message: ProblemMessage }
  );
