/** A call of `check`. */
import type { SeverityName } from '../../../../sharing/report/records/trace-record';
import type { FileLimits } from '../../file-limits';
import type { CheckFormat } from '../../report';

export interface CheckSetting {
  readonly paths: readonly string[];
  readonly format: CheckFormat;
  /** File for the report; null for standard output. */
  readonly output: string | null;
  readonly failOn: SeverityName;
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
