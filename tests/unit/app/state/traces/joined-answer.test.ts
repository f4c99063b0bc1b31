/** Two answers about the same columns of a window as one. */
import { expect, test } from 'vitest';
import { joinedAnswer } from '../../../../../src/app/state/traces/joined-answer.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';

const answer = (revision: number, series: readonly string[], parts: object): WindowAnswer =>
  ({
    revision,
    series: series.map((id) => ({ id })),
    parts: { ...NO_PARTS, ...parts },
  }) as unknown as WindowAnswer;
const ratesOf = (...ids: string[]) => ({ rates: { stepUs: 8, totals: ids.map((id) => ({ id })) } });

test('series of both, and of each part the newer one that there is', () => {
  const [shares, packets] = [{ names: ['window'] }, { spaces: [] }];
  const joined = joinedAnswer(
    answer(1, ['cwnd'], { limits: shares, sequence: packets }),
    answer(2, ['bdp'], { sequence: { spaces: [1] } }),
  );
  expect(joined.series.map(({ id }) => id)).toEqual(['cwnd', 'bdp']);
  expect(joined).toMatchObject({
    revision: 2,
    parts: { limits: shares, sequence: { spaces: [1] }, http: null },
  });
});

test('rates are of the totals of both', () => {
  const { parts } = joinedAnswer(answer(1, [], ratesOf('sent-total')), answer(1, [], ratesOf('acked-total')));
  expect(parts.rates).toEqual(ratesOf('sent-total', 'acked-total').rates);
  expect(joinedAnswer(answer(1, [], ratesOf('sent-total')), answer(1, [], {})).parts.rates).toEqual(
    ratesOf('sent-total').rates,
  );
});
