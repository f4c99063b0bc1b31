/** Experiments for a terminal: the list of all, and what came of one. */
import type { Answer, Claim, Result } from '../../../../engine/simulator/lab/experiment';
import { callOf, type ExperimentSetting, runsWords, valuesWords } from './experiment-setting';

export function experimentList(settings: readonly ExperimentSetting[]): string {
  const width = Math.max(...settings.map(({ experiment }) => experiment.id.length)) + 2;
  return settings
    .map(({ experiment: { id, title, source } }) => `${id.padEnd(width)}${title}: ${source}\n`)
    .join('');
}

export function answersText(setting: ExperimentSetting, { answers }: Result): string {
  const { title, source, claims, leavesOpen } = setting.experiment;
  const lines = [
    title,
    source,
    '',
    `Setting: ${valuesWords(setting)}`,
    `Runs: ${runsWords(setting)}`,
    '',
    ...claims.flatMap((claim, i) => answerLines(claim, answers[i] as Answer)),
    '',
    'The source leaves open:',
    ...leavesOpen.map((sentence) => `  ${sentence}`),
    '',
    `Again: ${callOf(setting)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function answerLines({ words }: Claim, { ours, difference, verdict, why }: Answer): readonly string[] {
  return [
    words,
    `  ours        ${ours}`,
    ...(difference === '' ? [] : [`  difference  ${difference}`]),
    `  verdict     ${verdict}${why === '' ? '' : `: ${why}`}`,
  ];
}
