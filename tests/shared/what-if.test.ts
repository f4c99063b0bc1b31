/**
 * How near runs come to every labelled sender's trace over a fixed link: the incident and its kin (quiche), 90 runs of it (runs), other
 * stacks over emulated paths. What is far is listed, with the reason, in docs/what-if.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rankOf } from '../../src/engine/base/columns/median.ts';
import type { CandidateId } from '../../src/engine/sender/congestion/candidates.ts';
import { NEAR_SHARE, selfCheck, whyNotRun } from '../../src/engine/simulator/what-if/self-check.ts';
import { loadTrace } from '../support/load.ts';
import { inputsOf } from '../support/read-log.ts';
import { spiralsOf } from '../support/what-if.ts';

const TRACES = new URL('../../../shared/traces/', import.meta.url).pathname;
const FOLDERS = ['quiche', 'quiche-more', 'runs', 'paths'];
const DOC = readFileSync(new URL('../../docs/what-if.md', import.meta.url), 'utf8');

interface Row {
  readonly file: string;
  readonly start: string;
  /** From the data on, and where the run begins; shares. */
  readonly first: number;
  readonly error: number;
  readonly isNear: boolean;
}

function rowsOf(folder: string, file: string): readonly Row[] {
  return inputsOf(loadTrace(`${TRACES}${folder}/${file}`)).flatMap((input) => {
    const { state, models } = input;
    if (state.side !== 'sender' || whyNotRun(input, models) !== null) return [];
    const { near, tried } = selfCheck(input, models.best[0] as CandidateId, spiralsOf(input));
    const used = near ?? tried.at(-1);
    const first = Math.abs(tried[0]?.error ?? Number.NaN);
    return [
      {
        file,
        start: used?.start ?? '',
        first,
        error: Math.abs(used?.error ?? Number.NaN),
        isNear: near !== null,
      },
    ];
  });
}

test('median 5 % or less, three in four 10 % or less, and the rest are in the document', () => {
  const rows = FOLDERS.flatMap((folder) =>
    readdirSync(`${TRACES}${folder}`)
      .filter((name) => name.endsWith('.gz'))
      .flatMap((file) => rowsOf(folder, file)),
  );
  const errors = Float64Array.from(rows, ({ error }) =>
    Number.isNaN(error) ? Number.POSITIVE_INFINITY : error,
  );
  const firsts = Float64Array.from(rows, ({ first }) =>
    Number.isNaN(first) ? Number.POSITIVE_INFINITY : first,
  );
  const far = rows.filter(({ isNear }) => !isNear).map(({ file }) => file.replace(/\.sqlog\.gz$/, ''));
  console.info(
    `${rows.length} senders: median ${rankOf(errors.slice(), 0.5)}, three in four ${rankOf(errors.slice(), 0.75)}; ` +
      `from the data on: median ${rankOf(firsts.slice(), 0.5)}, near ${firsts.filter((error) => error <= NEAR_SHARE).length}; far: ${far.join(' ')}`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(rankOf(errors.slice(), 0.5)).toBeLessThanOrEqual(0.05);
  expect(rankOf(errors.slice(), 0.75)).toBeLessThanOrEqual(NEAR_SHARE);
  expect(far.filter((file) => !DOC.includes(file))).toEqual([]);
});
