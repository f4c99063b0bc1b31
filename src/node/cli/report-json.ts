/** `check --format json`: one record per trace and line, as `trace-record.ts` defines it, written as it is found. */
import { printableJson } from '../../engine/text/printable';
import type { Reporter } from './report';

export function jsonReporter(): Reporter {
  return {
    trace: ({ record }) => `${printableJson(JSON.stringify(record))}\n`,
    end: () => '',
  };
}
