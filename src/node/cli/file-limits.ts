/** What one file may take where a process of its own reads it: `fleet`, and `check --format parquet`. */
import { STRING, wholeOf } from './arg-values';

export interface FileLimits {
  readonly seconds: number;
  readonly memoryMb: number;
}

export const FILE_LIMITS: FileLimits = { seconds: 300, memoryMb: 4096 };
export const LIMIT_OPTIONS = { timeout: STRING, memory: STRING } as const;

/** @throws UsageError */
export function limitsOf({
  timeout,
  memory,
}: {
  readonly timeout?: string | undefined;
  readonly memory?: string | undefined;
}): FileLimits {
  return {
    seconds: timeout === undefined ? FILE_LIMITS.seconds : wholeOf('--timeout', timeout, 1, 1e6),
    memoryMb: memory === undefined ? FILE_LIMITS.memoryMb : wholeOf('--memory', memory, 64, 1e6),
  };
}
