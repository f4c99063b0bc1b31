/**
 * The document of all experiments in Markdown, `docs/experiments.md`: the same wherever it is written, without dates and times. A section
 * is that of one experiment alone, so that each can be held against the command.
 */
import { VERDICT_NAMES } from '../../../../engine/base/text/verdict-words';
import { NEAR_SHARE, SAME_SHARE } from '../../../../engine/simulator/lab/answers';
import type { Answer, Result, Verdict } from '../../../../engine/simulator/lab/experiment';
import { escapeMarkdown } from '../../../../sharing/report/document/markdown';
import { callOf, type ExperimentSetting, runsWords, valuesWords } from './experiment-setting';

/** An experiment and what came of it. */
export interface ExperimentAnswer {
  readonly setting: ExperimentSetting;
  readonly result: Result;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

export function experimentDocument(answers: readonly ExperimentAnswer[], isFull: boolean): string {
  const call = `npx qlogscope experiment --all${isFull ? ' --full' : ''}`;
  const parts = [
    `<!-- written by \`${call}\` -->\n# Experiments`,
    'Published figures and benchmarks, each held against formulas and runs of the simulator. What a run is, and how one of these is made with \
other fields, stands in [Simulating](simulate.md#experiments).',
    `A published number *holds* where ours is up to ${percent(SAME_SHARE)} from it, or where it lies inside the 95 % interval of ours; it \
*differs* up to ${percent(NEAR_SHARE)}, and *fails* beyond; a claim in words holds or fails. Where the interval of a mean reaches over the limit of such a claim, it is unknown. *Unknown* is what these runs cannot tell. Nothing is fitted to the sources but the background traffic of the paper’s figures, \
which is what the shares of figure 6 leave.`,
    table(
      ['experiment', 'source', ...VERDICT_NAMES],
      answers.map(({ setting: { experiment }, result }) => [
        `[${escapeMarkdown(experiment.title)}](#${anchorOf(experiment.title)})`,
        escapeMarkdown(experiment.source),
        ...VERDICT_NAMES.map((verdict) => countOf(result.answers, verdict)),
      ]),
    ),
    ...answers.map(experimentSection),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function experimentSection({ setting, result: { answers } }: ExperimentAnswer): string {
  const { title, source, about, claims, leavesOpen } = setting.experiment;
  const rows = claims.map(({ words }, i) => {
    const { ours, difference, verdict, why } = answers[i] as Answer;
    return [words, ours, difference, verdict, why].map(escapeMarkdown);
  });
  return [
    `## ${escapeMarkdown(title)}`,
    `${escapeMarkdown(source)}. ${escapeMarkdown(about)}`,
    `- Setting: ${escapeMarkdown(valuesWords(setting))}\n- Runs: ${runsWords(setting)}`,
    table(['claim', 'ours', 'difference', 'verdict', 'reason'], rows),
    'The source leaves open:',
    leavesOpen.map((sentence) => `- ${escapeMarkdown(sentence)}`).join('\n'),
    `\`\`\`sh\nnpx ${callOf(setting)}\n\`\`\``,
  ].join('\n\n');
}

/** Of a heading, as GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function countOf(answers: readonly Answer[], verdict: Verdict): string {
  return String(answers.filter((answer) => answer.verdict === verdict).length);
}

/** @param rows Markdown already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
