/** A comparison as a document: verdict, table of differences, configuration, findings; of groups their shares. */
import { plural } from '../../engine/base/text/figures';
import { markWords } from '../../engine/base/text/origin-marks';
import { shortTitle, titleOfRule } from '../../engine/base/text/rule-titles';
import type { Finding } from '../../engine/findings/finding/finding';
import type { Comparison } from '../../engine/service/compare/compare';
import type { ComparedTrace } from '../../engine/service/compare/compared-trace';
import { clockWords } from '../../engine/service/compare/ends';
import {
  type FindingShares,
  leftOutWords,
  type RunGroup,
  runMarkWords,
} from '../../engine/service/compare/groups';
import { isMatched } from '../../engine/service/compare/packet-match';
import { type Block, type Document, list, type Section, text } from './document/document';
import type { FigureTable } from './input';
import { type HeadlineTrace, setHeadlineWords } from './set-headline';
import { partsHeading } from './words/account-words';
import {
  accountDifferenceRows,
  alignedWords,
  DIFFERENCES_TITLE,
  DIRECTION_HEAD,
  differenceCells,
  differenceHeads,
  differenceWords,
  directionCells,
  FIGURES_HEAD,
  FIGURES_METHOD,
  figureValue,
  SHARES_NOTE,
  shareWords,
} from './words/comparison-words';

export interface PairNames {
  readonly a: string;
  readonly b: string;
}

export interface PairHead {
  /** The worst alarm of both. */
  readonly headline: string;
  /** How each came about, where one is no plain recording, a sentence each. */
  readonly origins: readonly string[];
}

export function pairHead(a: ComparedTrace, b: ComparedTrace, names: PairNames): PairHead {
  const both = [
    { trace: a, name: names.a },
    { trace: b, name: names.b },
  ];
  return {
    headline: setHeadlineWords(
      both.map(({ trace }) => headlineTrace(trace)),
      [names.a, names.b],
    ),
    origins: both.flatMap(({ trace, name }) => {
      const words = markWords(trace.summary.marks ?? []);
      return words === '' ? [] : [`${name}: ${words}.`];
    }),
  };
}

/** The log of a trace that is compared, as far as a headline asks for it. */
export function headlineTrace({ findings, summary, outline }: ComparedTrace): HeadlineTrace {
  const { startUs } = outline.landmarks;
  const extent = { fromUs: startUs, toUs: startUs + summary.durationUs };
  return { snapshot: { findings, notJudged: [], extent, summary }, dismissed: [] };
}

const DIFFERENCE_HEAD = (names: PairNames): readonly string[] => [
  'Figure',
  names.a,
  names.b,
  'Difference (second − first)',
  'Ratio',
];

const ACCOUNTS_HEAD = (names: PairNames, first: string): readonly string[] => [
  first,
  names.a,
  names.b,
  'Second − first',
  'Lost in the first',
  'in the second',
  'Second − first, lost',
];

/** The verdict, and why the two, or some figures, cannot be compared. */
export function verdictBlocks({ verdict, accounts }: Comparison): readonly Block[] {
  const { sentences, incomparable } = verdict;
  const warned: readonly Block[] =
    incomparable.length === 0 ? [] : [text('The two are not comparable in all:'), list(incomparable)];
  return [...(accounts === null ? [] : [text(accounts.sentence)]), ...sentences.map(text), ...warned];
}

/** What held each for how long; nothing where that is not compared. */
export function accountsBlocks({ accounts }: Comparison, names: PairNames): readonly Block[] {
  if (accounts === null) return [];
  const rows = accountDifferenceRows(accounts);
  return [table(ACCOUNTS_HEAD(names, partsHeading(accounts.side).first).slice(0, rows[0]?.length), rows)];
}

export const ACCOUNTS_TITLE = 'What held each';

export function differencesTable({ differences }: Comparison, names: PairNames): Block {
  return table(
    DIFFERENCE_HEAD(names),
    differences.map((row) => [row.name, ...differenceCells(row)]),
  );
}

/** A column for each of several traces. */
export function figuresTable({ names, rows }: FigureTable): Block {
  return table(
    ['Figure', ...names],
    rows.map((row) => [row.name, ...names.map((_, at) => figureValue(row, at))]),
  );
}

/** The settings that differ. */
export function configurationBlocks({ configuration }: Comparison, names: PairNames): readonly Block[] {
  if (configuration.length === 0) return [text('No setting that the logs show differs.')];
  const rows = configuration.map(({ name, a, b }) => [name, a, b]);
  return [table(['Setting', names.a, names.b], rows)];
}

/** Findings that only one of the two has, or both. */
export function foundBlocks({ findings }: Comparison, names: PairNames): readonly Block[] {
  const both = findings.both.map(({ a, b }) => `In both: ${a.title}: ${a.verdict} | ${b.verdict}`);
  const only = (name: string, list: readonly Finding[]): readonly string[] =>
    list.map(({ title, verdict }) => `Only in ${name}: ${title}: ${verdict}`);
  const listed = [...only(names.a, findings.onlyA), ...both, ...only(names.b, findings.onlyB)];
  const caution = findings.caution === '' ? [] : [text(findings.caution)];
  return [listed.length === 0 ? text('Neither has a finding.') : list(listed), ...caution];
}

/** @param head of the traces, as `pairHead` gives it. */
export function pairDocument(
  comparison: Comparison,
  names: PairNames,
  { headline, origins }: PairHead,
): Document {
  return {
    title: `${names.a} against ${names.b}`,
    lead: alignedWords(comparison, names.b),
    sections: [
      {
        id: 'verdict',
        title: 'Verdict',
        blocks: [...origins, headline].map(text).concat(verdictBlocks(comparison)),
      },
      ...sectionOf('accounts', ACCOUNTS_TITLE, accountsBlocks(comparison, names)),
      { id: 'differences', title: 'Differences', blocks: [differencesTable(comparison, names)] },
      ...sectionOf('between', BETWEEN_TITLE, betweenBlocks(comparison, names)),
      { id: 'configuration', title: 'Configuration', blocks: configurationBlocks(comparison, names) },
      { id: 'findings', title: 'Findings', blocks: foundBlocks(comparison, names) },
    ],
  };
}

/** Nothing where nothing is said. */
function sectionOf(id: string, title: string, blocks: readonly Block[]): readonly Section[] {
  return blocks.length === 0 ? [] : [{ id, title, blocks }];
}

export const BETWEEN_TITLE = 'Between the two ends';

/** Delays and losses of both directions; nothing for two that are not the ends of one connection. */
export function betweenBlocks({ match }: Comparison, names: PairNames): readonly Block[] {
  if (!isMatched(match)) return [];
  const rows = [
    directionCells(match.fromA, `${names.a} to ${names.b}`),
    directionCells(match.fromB, `${names.b} to ${names.a}`),
  ];
  return [table(DIRECTION_HEAD, rows), ...clockWords(match, names.a, names.b).map(text)];
}

/** `fixed: 30 runs (simulated; 2 copies left out)` */
function groupWords(group: RunGroup): string {
  const { name, runs } = group;
  const words = [runMarkWords(runs), leftOutWords(group)].filter((one) => one !== '').join('; ');
  return `${name}: ${plural(runs.length, 'run')}${words === '' ? '' : ` (${words})`}`;
}

/** What is said of groups beside their shares. */
export interface GroupsWords {
  /** A sentence each. */
  readonly verdict: readonly string[];
  /** Figures of each group, in the order of the groups. */
  readonly figures: readonly {
    readonly id: string;
    readonly title: string;
    readonly cells: readonly string[];
    /** Of two groups, the first minus the second. */
    readonly difference: string;
    /** The same as data: `unit`, `values` of the groups, `differences`, each null where there is none. */
    readonly data: object;
  }[];
  /** What makes shares differ that the groups do not change; empty for nothing. */
  readonly caution: string;
}

/** Verdict, shares with the difference of each two groups, figures: the text of the page, in its order. */
export function groupsDocument(
  groups: readonly RunGroup[],
  rows: readonly FindingShares[],
  { verdict, figures, caution }: GroupsWords = { verdict: [], figures: [], caution: '' },
): Document {
  const names = groups.map(({ name }) => name);
  const isPair = groups.length === 2;
  const titleOf = ({ id, severity }: FindingShares): string => `${shortTitle(titleOfRule(id))} (${severity})`;
  const shares = rows.map((row) => [
    titleOf(row),
    ...row.shares.map((share) => shareWords(row, share)),
    ...(isPair ? differenceWords(row) : []),
  ]);
  const differences = groups.length < 3 ? [] : rows.map((row) => [titleOf(row), ...differenceWords(row)]);
  const pairHeads = isPair ? differenceHeads(names) : [];
  const figureRows = figures.map(({ title, cells, difference }) => [
    title,
    ...cells,
    ...(isPair ? [difference] : []),
  ]);
  const tableOf = (first: string, heads: readonly string[], cells: readonly (readonly string[])[]) =>
    cells.length === 0 ? [] : [table([first, ...heads], cells)];
  return {
    title: names.join(' against '),
    lead: groups.map(groupWords).join(' · '),
    sections: [
      ...sectionOf('verdict', 'Verdict', verdict.map(text)),
      {
        id: 'shares',
        title: 'Share of runs with each finding, with its 95 % interval',
        blocks:
          shares.length === 0
            ? [text('No run has a finding.')]
            : [
                ...tableOf('Finding', [...names, ...pairHeads], shares),
                text([SHARES_NOTE, caution].join(' ').trim()),
              ],
      },
      ...sectionOf(
        'share-differences',
        DIFFERENCES_TITLE,
        tableOf('Finding', differenceHeads(names), differences),
      ),
      ...sectionOf(
        'figures',
        'Figures of the groups',
        figures.length === 0
          ? []
          : [...tableOf(FIGURES_HEAD, [...names, ...pairHeads], figureRows), text(FIGURES_METHOD)],
      ),
    ],
  };
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  head,
  rows,
});
