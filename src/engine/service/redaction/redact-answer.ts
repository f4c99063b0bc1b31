/**
 * Redacts a window of columns: an allow-list of fields, names of states replaced as in the snapshot.
 * Columns hold numbers only and are passed on unchanged.
 */
import { redactParts } from '../../reading/contract/answer-parts';
import { redactShares, redactSlice } from '../../reading/contract/part-redaction';
import type { WindowAnswer } from '../../reading/contract/snapshot';
import type { Redactor } from './redactor';
import type { StateMask } from './state-names';

export function redactAnswer(answer: WindowAnswer, { states: mask, options }: Redactor): WindowAnswer {
  const { revision, window, states, spacing, parts } = answer;
  return {
    revision,
    window: { fromUs: window.fromUs, columnUs: window.columnUs, columns: window.columns },
    series: answer.series.map(redactSlice),
    states: { ...redactShares(states), names: states.names.map((name) => mask.redact(name)) },
    losses: answer.losses,
    spacing: redactSpacing(spacing, mask),
    ...(answer.coarseUs === undefined ? {} : { coarseUs: answer.coarseUs }),
    rttUs: answer.rttUs,
    parts: redactParts(parts, options),
  };
}

function redactSpacing(spacing: WindowAnswer['spacing'], mask: StateMask): WindowAnswer['spacing'] {
  if (spacing === null) return null;
  const { state, counts, binUs, total, medianUs } = spacing;
  return { state: mask.redact(state), counts, binUs, total, medianUs };
}
