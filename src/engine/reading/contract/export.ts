/** Messages of an export: a range of a connection's events as a smaller trace. Types only. */
import type { ExportVersion } from '../../input/formats/exporting';
import type { ShareOption, ShareOptions } from './share-options';

export type { ExportVersion } from '../../input/formats/exporting';

export interface ExportRequest {
  /** Index of the connection. */
  readonly connection: number;
  /** Events in [fromUs, toUs], µs from the trace's start. */
  readonly fromUs: number;
  readonly toUs: number;
  readonly options: ShareOptions;
  /** Left out: `as-logged`. */
  readonly version?: ExportVersion;
  /** Written into the export only with the option `fileName`. */
  readonly fileName: string;
}

export interface LeftOutCount {
  readonly name: string;
  readonly count: number;
}

/** What an export leaves out; names are those of the log, most frequent first, at most 201 each. */
export interface LeftOutCounts {
  readonly events: readonly LeftOutCount[];
  readonly fields: readonly LeftOutCount[];
  /** What each unset option left out, in the order of the options. */
  readonly withheld: readonly { readonly option: ShareOption; readonly count: number }[];
  /** Records that could not be read again, or are not events. */
  readonly unreadable: number;
}

export interface ExportFigures {
  /** Events of the range in the file, and inflated bytes of their records. */
  readonly sourceEvents: number;
  readonly sourceBytes: number;
  /** Events written, and events at the head that carry earlier values forward. */
  readonly events: number;
  readonly carriedForward: number;
  /** Bytes of the export. */
  readonly bytes: number;
  readonly leftOut: LeftOutCounts;
}

export interface Exported {
  readonly file: Blob;
  readonly figures: ExportFigures;
}

/** Events of the range read so far, and their total. */
export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}
