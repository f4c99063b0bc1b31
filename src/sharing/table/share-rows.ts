/** Rows as they leave the page: new values from a list of fields, by the options of everything that is shared. */

import { originMarks } from '../../engine/base/text/origin-marks';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { dottedVersion, redactName, redactOriginMs } from '../../engine/service/redaction/redact';
import type { RowProblem, TraceRow } from './row';

declare const shared: unique symbol;

/** A row returned by `shareRows`: writers of shared tables accept only such rows. */
export type SharedRow = TraceRow & { readonly [shared]: true };

/** In this order: a row without its name has its number. */
export function shareRows(rows: readonly TraceRow[], options: ShareOptions): readonly SharedRow[] {
  return rows.map((row, i) => shareRow(row, `trace ${i + 1}`, options) as SharedRow);
}

function shareRow(row: TraceRow, unnamed: string, options: ShareOptions): TraceRow {
  const { connection, connections, role, side, implementation, version, recordedMs } = row;
  const { startUs, durationUs, sentBytes, goodput, packetsSent, packetsLost } = row;
  const { minRttUs, smoothedRttUs, controller, idleRule, defect, illShare, window } = row;
  return {
    name: redactName(row.name, options) ?? unnamed,
    ...{ connection, connections },
    failure: row.failure && shareProblem(row.failure, options),
    ended: row.ended && shareProblem(row.ended, options),
    ...{ role, side, implementation },
    version: version === null || options.reasonPhrases ? version : dottedVersion(version),
    recordedMs: redactOriginMs(recordedMs, options),
    ...{ startUs, durationUs, sentBytes, goodput, packetsSent, packetsLost, minRttUs, smoothedRttUs },
    controller,
    idleRule: idleRule && { rules: [...idleRule.rules], fit: idleRule.fit, proven: idleRule.proven },
    defect: defect && {
      implementation: defect.implementation,
      standing: defect.standing,
      reference: defect.reference,
      fixedIn: defect.fixedIn,
    },
    findings: row.findings.map(({ id, title, severity, startUs, endUs }) => ({
      ...{ id, title, severity, startUs, endUs },
    })),
    illShare,
    window: window && {
      fromUs: window.fromUs,
      columnUs: window.columnUs,
      low: [...window.low],
      high: [...window.high],
    },
    marks: originMarks(row.marks),
  };
}

/** Its text may hold the name of a file, a host, or text of the log. */
function shareProblem(
  { kind, text }: RowProblem,
  { fileName, addresses, reasonPhrases }: ShareOptions,
): RowProblem {
  return { kind, text: fileName && addresses && reasonPhrases ? text : kind };
}
