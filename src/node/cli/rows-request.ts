/**
 * What an engine of rows is asked and answers (`commands/rows`): the job of a fleet and `check --format parquet` start one per
 * core, and end one that takes too long or too much memory.
 */
import type { FleetFile } from '../../sharing/fleet-rows/rows';
import type { FileRows } from '../../sharing/fleet-rows/schema';

/** Why an engine was ended, or a file did not come to it. */
export type EngineFailure =
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'memory'; readonly mb: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unreadable'; readonly text: string };

/** One line of the input. */
export interface RowsRequest extends FleetFile {
  /** Where the file lies. */
  readonly path: string;
  /** The file is not read: its row says why. */
  readonly failed?: EngineFailure & { readonly hash?: string | null };
}

/** One line of the output; bytes are base64. `skipped`: no trace by name or content. */
export type RowsAnswer = FileRows | { readonly skipped: true };
