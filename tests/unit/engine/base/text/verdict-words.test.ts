/** The page, the command, its document and the manual say what came of a claim in the same words. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verdictCounts } from '../../../../../src/app/features/lab/experiment-words.ts';
import { VERDICT_NAMES, VERDICTS } from '../../../../../src/engine/base/text/verdict-words.ts';
import type { Answer, Verdict } from '../../../../../src/engine/simulator/lab/experiment.ts';
import { EXPERIMENTS } from '../../../../../src/engine/simulator/lab/experiments/index.ts';
import { experimentDocument } from '../../../../../src/node/cli/commands/experiment/experiment-document.ts';
import { ownSetting } from '../../../../../src/node/cli/commands/experiment/experiment-setting.ts';
import { answersText } from '../../../../../src/node/cli/commands/experiment/experiment-text.ts';

const answer = (verdict: Verdict): Answer => ({
  ...{ claim: 'a', ours: '1', value: 1, verdict, difference: '', why: '' },
});
const setting = ownSetting(EXPERIMENTS[0] as (typeof EXPERIMENTS)[number], false);
const resultOf = (verdict: Verdict) => ({
  answers: setting.experiment.claims.map(() => answer(verdict)),
  plots: [],
});

test.each(VERDICT_NAMES)('%s', (verdict) => {
  const { sign, several } = VERDICTS[verdict];
  expect(verdictCounts([answer(verdict)])).toBe(`${sign} 1 ${verdict}`);
  expect(verdictCounts([answer(verdict), answer(verdict)])).toBe(`${sign} 2 ${several}`);
  expect(answersText(setting, resultOf(verdict))).toContain(`  verdict     ${verdict}\n`);
  const [head = ''] = /^\| experiment \|.*$/m.exec(experimentDocument([], false)) ?? [];
  expect(head).toContain(`| ${verdict} |`);
  const manual = readFileSync(new URL('../../../../../docs/simulate.md', import.meta.url), 'utf8');
  expect(manual).toContain(`\n| ${sign} ${verdict} | `);
});
