/** Parts of a record of `check --json` that several figures are taken of. */

import * as v from 'valibot';
import { withoutRemarks } from '../../engine/base/text/remarks';
import { titleOfRule } from '../../engine/base/text/rule-titles';
import { us } from './figure';
import { DEFECT } from './kinds';
import { findingsOfRow, type RowFinding } from './row';
import { count, figure, id, listOf, listOrNull, text, words } from './row-parts';

export const FINDINGS_OF_RECORD = {
  findings: listOf(
    v.object({
      id,
      severity: v.picklist(['critical', 'warning', 'info']),
      startMs: figure,
      endMs: figure,
      cause: v.fallback(v.nullable(id), null),
      knownDefect: v.fallback(v.nullable(DEFECT.saved), null),
    }),
  ),
};
/** Of a record of schema 1 remarks stand among the findings. */
export const REMARKS_OF_RECORD = { ...FINDINGS_OF_RECORD, remarks: listOf(v.object({ id })) };

type RecordFindings = v.InferOutput<v.ObjectSchema<typeof FINDINGS_OF_RECORD, undefined>>['findings'];

export function recordFindings(findings: RecordFindings): readonly RowFinding[] {
  return findingsOfRow(withoutRemarks(findings)).map(({ id: rule, severity, startMs, endMs }) => ({
    id: rule,
    title: titleOfRule(rule),
    severity,
    startUs: us(startMs),
    endUs: us(endMs),
  }));
}

export const CONTROLLER_OF_RECORD = {
  controller: v.fallback(
    v.nullable(
      v.object({
        best: listOf(id),
        fits: v.fallback(v.boolean(), false),
        fit: figure,
        words: v.fallback(words, ''),
      }),
    ),
    null,
  ),
};

/** Records of before do not say it. */
export const NOT_JUDGED_OF_RECORD = {
  notJudged: listOrNull(v.object({ id })),
};

export const LENGTH_OF_RECORD = { durationMs: count };
export const SIDE_OF_RECORD = { side: v.fallback(v.picklist(['sender', 'receiver', 'unknown']), 'unknown') };
export const IMPLEMENTATION_OF_RECORD = { implementation: text };
