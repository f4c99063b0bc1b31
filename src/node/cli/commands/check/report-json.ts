/** `check --format json`: one record per trace and line, as defined in `trace-record.ts`, written immediately. */
import { printableJson } from '../../../../engine/base/text/printable';
import type { Reporter } from '../../report';

export function jsonReporter(): Reporter {
  return { trace: ({ record }) => `${printableJson(JSON.stringify(record))}\n`, end: () => '' };
}
