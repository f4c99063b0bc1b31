/**
 * `check --format json`: one record per trace and line, as defined in `trace-record.ts`, written immediately, and how its findings
 * stand to the exit status.
 */
import { printableJson } from '../../../../engine/base/text/printable';
import type { FindingRecord } from '../../../../sharing/report/records/trace-record';
import type { Reporter } from '../../report';
import { ALIKE, PLAIN, type Standing, standingAt } from '../../standing';

export function jsonReporter(): Reporter {
  return {
    trace: ({ record }, standing = PLAIN) => {
      const findings = record.findings.map((finding, i) => stood(finding, standingAt(standing, i)));
      const remarks = record.remarks.map((remark) => stood(remark, ALIKE));
      const line = { ...record, findings, remarks, baseline: standing.baseline };
      return `${printableJson(JSON.stringify(line))}\n`;
    },
    end: () => '',
  };
}

function stood(finding: FindingRecord, { state: baselineState, muted }: Standing) {
  return { ...finding, baselineState, muted: muted && { until: muted.until, because: muted.because } };
}
