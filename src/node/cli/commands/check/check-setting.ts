/** A call of `check`. */
import type { SeverityName } from '../../../../sharing/report/records/trace-record';
import type { FileLimits } from '../../file-limits';
import type { CheckFormat, Format } from '../../report';

/** @typeParam Of formats that it may be of. */
export interface CheckOutput<Of extends CheckFormat = Format> {
  readonly format: Of;
  /** The file; null for standard output. */
  readonly path: string | null;
}

export interface CheckSetting {
  readonly paths: readonly string[];
  /** Reports, all of one reading; none where tables are written. */
  readonly outputs: readonly CheckOutput[];
  /** File of the traces, of the format `parquet`; null for reports. */
  readonly tables: string | null;
  readonly failOn: SeverityName;
  /** What an earlier check printed with `--json`; null for none. */
  readonly baseline: string | null;
  /** File of what is muted; null for none. */
  readonly ignoreFile: string | null;
  /** Null for all rules. */
  readonly only: ReadonlySet<string> | null;
  /** Death spirals are run closed loop for what they cost; of the format `json`. */
  readonly costs: boolean;
  /** Files of one connection are not read as one trace. */
  readonly separate: boolean;
  /** Threads that read files, at most; null for as many as there are cores. */
  readonly jobs: number | null;
  /** Per file, of the format `parquet`. */
  readonly limits: FileLimits;
}
