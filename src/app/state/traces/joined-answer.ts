/** An answer about a window, and a further one about the same columns: one of what both hold. */
import type { AnswerParts } from '../../../engine/reading/contract/answer-parts';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';

export function joinedAnswer(before: WindowAnswer, further: WindowAnswer): WindowAnswer {
  return {
    ...further,
    series: [...before.series, ...further.series],
    parts: joinedParts(before.parts, further.parts),
  };
}

/** The newer of each; rates are of the totals that were asked for with them. */
function joinedParts(before: AnswerParts, further: AnswerParts): AnswerParts {
  const given = Object.entries(further).filter(([, part]) => part !== null);
  const parts: AnswerParts = { ...before, ...Object.fromEntries(given) };
  if (before.rates === null || further.rates === null) return parts;
  return { ...parts, rates: { ...further.rates, totals: [...before.rates.totals, ...further.rates.totals] } };
}
