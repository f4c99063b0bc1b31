/**
 * The report about a set of traces: on page one the verdict, the traces over one another and the table of differences, then
 * each trace in short, notes, how to reproduce, and the appendix. Like a post-mortem it does not depend on when or where it
 * is made.
 */
import { laneLetter } from '../../drawing/surface/lane-styles';
import { duration, signedDuration } from '../../engine/base/text/figures';
import { marksOf } from '../../engine/base/text/origin-marks';
import { alignmentWords } from '../../engine/service/compare/align';
import { alignmentText } from '../../engine/service/compare/alignment-text';
import type { Comparison } from '../../engine/service/compare/compare';
import { isMatched } from '../../engine/service/compare/packet-match';
import { actionsIn, authoredOf, NOTHING_AUTHORED } from './authored';
import {
  ACCOUNTS_TITLE,
  accountsBlocks,
  BETWEEN_TITLE,
  betweenBlocks,
  configurationBlocks,
  differencesTable,
  figuresTable,
  foundBlocks,
  type PairNames,
  verdictBlocks,
} from './comparison-document';
import {
  type Block,
  type Document,
  type Figure,
  heading,
  list,
  type Section,
  text,
} from './document/document';
import {
  type ComparedPair,
  type ReportedComparison,
  type ReportInput,
  type TraceInput,
  worstOf,
} from './input';
import { appendix, blocksOfLink, figureNumbers, leadOf, postMortem } from './post-mortem';
import { briefBlocks } from './sections/sections-brief';
import { evidenceBlocks, type FigureNumbers, otherFindingBlocks } from './sections/sections-findings';
import { appendixBlocks, fingerprintBlocks, noteBlocks, shellWord } from './sections/sections-trace';
import { trafficBlocks, trafficSection } from './sections/sections-traffic';
import { setHeadlineWords } from './set-headline';
import { accountSentence } from './words/account-words';
import { headlineParts } from './words/headline-words';
import { setName } from './words/set-names';
import { SEVERITY_WORDS } from './words/severity-words';
import { controllerFigure, implementationWords } from './words/summary-words';

/** The report that fits the input: about a set that is compared, else a post-mortem. */
export function reportOf(input: ReportInput): Document {
  const { comparison } = input;
  return comparison === undefined ? postMortem(input) : comparisonReport(input, comparison);
}

function comparisonReport(input: ReportInput, comparison: ReportedComparison): Document {
  const { traces } = input;
  const { figure, figures, pairs } = comparison;
  const authored = authoredOf(input.authored);
  const first = figure === null ? 1 : 2;
  const numbers = figureNumbers(input, first);
  const drawn = (ofPanels: readonly Figure[], number: number): readonly Block[] =>
    ofPanels.map((one, i) => figureBlock(one, number + i));
  // Those of the set come after those of the traces, whose numbers are given first.
  const firstOfSet = numbers[0]?.end ?? first;
  const each = (blocksOf: (trace: TraceInput, i: number) => readonly Block[]): readonly Block[] =>
    traces.flatMap((trace, i) => {
      const blocks = blocksOf(trace, i);
      return blocks.length === 0 ? [] : [heading(traceName(trace, i)), ...blocks];
    });
  const notes = each(noteBlocks);
  return {
    title: authored.title === '' ? titleOf(traces) : authored.title,
    lead: leadOf(input),
    sections: [
      summarySection(input, comparison),
      ...(pairs.some(({ comparison: one }) => one !== null && one.accounts !== null)
        ? [
            pairSection('accounts', ACCOUNTS_TITLE, comparison, ({ comparison: one, pair }) =>
              accountsBlocks(one, pair),
            ),
          ]
        : []),
      differencesSection(comparison),
      ...(pairs.some(({ comparison: one }) => one !== null && isMatched(one.match))
        ? [
            pairSection('between', BETWEEN_TITLE, comparison, ({ comparison: one, pair }) =>
              betweenBlocks(one, pair),
            ),
          ]
        : []),
      pairSection('configuration', 'Configuration that differs', comparison, ({ comparison: one, pair }) =>
        configurationBlocks(one, pair),
      ),
      pairSection('findings', 'Findings', comparison, ({ comparison: one, pair }) => foundBlocks(one, pair)),
      {
        id: 'traces',
        title: 'Each trace in short',
        blocks: each((trace, i) => briefBlocks(trace, NOTHING_AUTHORED, (numbers[i] as FigureNumbers).brief)),
      },
      ...(notes.length === 0 ? [] : [{ id: 'notes', title: 'Notes', blocks: notes }]),
      { id: 'reproduce', title: 'How to reproduce', blocks: reproduceBlocks(input, comparison) },
      {
        id: 'evidence',
        title: 'Appendix: evidence',
        isAppendix: true,
        blocks: [
          ...each((trace, i) => evidenceBlocks(trace, numbers[i] as FigureNumbers)),
          ...each((trace, i) => otherFindingBlocks(trace, numbers[i] as FigureNumbers)),
          ...(figures.length === 0
            ? []
            : [heading('The traces beside one another'), ...drawn(figures, firstOfSet)]),
        ],
      },
      ...trafficSection(each(trafficBlocks)),
      ...appendix('quality', 'the traces and their quality', each(appendixBlocks)),
    ],
  };
}

function summarySection(input: ReportInput, comparison: ReportedComparison): Section {
  const { traces, authored } = input;
  const { figure } = comparison;
  return {
    id: 'summary',
    title: 'In short',
    blocks: [
      ...sentencesBlocks(traces),
      text(setHeadlineWords(traces, traces.map(traceName))),
      ...pairBlocks(comparison, ({ comparison: one }) => verdictBlocks(one)),
      tracesTable(traces),
      ...alignedBlocks(comparison),
      ...(figure === null ? [] : [figureBlock(figure, 1)]),
      ...actionBlocks(actionsIn(authoredOf(authored))),
    ],
  };
}

/** What held each, a sentence each; nothing where none has an account. */
function sentencesBlocks(traces: readonly TraceInput[]): readonly Block[] {
  const items = traces.flatMap((trace, i) => {
    const sentence = accountSentence(trace.snapshot);
    return sentence === '' ? [] : [`${traceName(trace, i)}: ${sentence}`];
  });
  return items.length === 0 ? [] : [list(items)];
}

/** `B (reno, simulated)` */
function traceName({ name, snapshot }: TraceInput, place: number): string {
  return setName(place, name, marksOf(snapshot));
}

function titleOf(traces: readonly TraceInput[]): string {
  const [lead = '', ...others] = traces.map(traceName);
  return `Comparison: ${lead} against ${others.join(', ')}`;
}

function figureBlock(figure: Figure, number: number): Block {
  return { kind: 'figure', number, figure, caption: figure.caption ?? figure.sentence };
}

function actionBlocks(actions: readonly string[]): readonly Block[] {
  return actions.length === 0 ? [] : [text('What to do:'), list(actions)];
}

interface NamedPair {
  readonly comparison: Comparison;
  readonly pair: PairNames;
}

/** Of each pair, headed by its names where there are several. */
function pairBlocks(
  { names, pairs }: ReportedComparison,
  blocksOf: (pair: NamedPair) => readonly Block[],
): readonly Block[] {
  const [a = ''] = names;
  return pairs.flatMap(({ comparison }, i) => {
    const b = names[i + 1];
    const head = pairs.length === 1 ? [] : [heading(`${a} against ${b}`)];
    const blocks =
      comparison === null
        ? [text(`${a} and ${b} are not compared: a digest of one of them was made without what that needs.`)]
        : blocksOf({ comparison, pair: { a, b } });
    return [...head, ...blocks];
  });
}

function pairSection(
  id: string,
  title: string,
  comparison: ReportedComparison,
  blocksOf: (pair: NamedPair) => readonly Block[],
): Section {
  return { id, title, blocks: pairBlocks(comparison, blocksOf) };
}

/** Of a pair with difference and ratio; of several one table, a column for each. */
function differencesSection(comparison: ReportedComparison): Section {
  const { pairs, table } = comparison;
  const [id, title] = ['differences', 'Differences'];
  if (pairs.length > 1 && table.names.length > 1) return { id, title, blocks: [figuresTable(table)] };
  return pairSection(id, title, comparison, ({ comparison: one, pair }) => [differencesTable(one, pair)]);
}

/** Which trace is which: what wrote it, how its window behaves, and what is worst in it. */
function tracesTable(traces: readonly TraceInput[]): Block {
  return {
    kind: 'table',
    head: ['Trace', 'Implementation', 'Behaves like', 'Length', 'Worst finding'],
    rows: traces.map((trace, i) => {
      const { snapshot } = trace;
      const worst = worstOf(trace);
      const alarm =
        worst === null
          ? 'no alarm'
          : `${SEVERITY_WORDS[worst.severity]}: ${worst.title}, ${headlineParts(worst, snapshot)[0]}`;
      return [
        traceName(trace, i),
        implementationWords(snapshot.summary),
        controllerFigure(snapshot).replace(/^behaves like /, '') || 'not known',
        duration(snapshot.summary.durationUs),
        alarm,
      ];
    }),
  };
}

function alignedBlocks({ names, pairs }: ReportedComparison): readonly Block[] {
  const [a = ''] = names;
  const words = pairs.map(({ offsetUs, alignment }, i) => {
    const b = names[i + 1];
    const at = alignment === null ? 'shifted by hand' : `laid over ${a} at ${alignmentWords(alignment)}`;
    return `${b} is ${at}: its times are moved by ${signedDuration(offsetUs)}.`;
  });
  return [text(words.join(' '))];
}

/** The file of a trace for a command line; a placeholder where its name is not given. */
function fileWord({ name }: TraceInput, place: number): string {
  return name === null ? `TRACE_${laneLetter(place)}` : shellWord(name);
}

function commandOf({ alignment }: ComparedPair, a: string, b: string): string {
  const align = alignment === null ? '' : ` --align ${alignmentText(alignment)}`;
  return `npx qlogscope compare ${a} ${b}${align}`;
}

/** Whether `compare` ends with status 1, see docs/compare.md. */
function isWorse({ comparison }: ComparedPair): boolean {
  return comparison?.findings.onlyB.some(({ severity }) => severity === 'critical') === true;
}

function reproduceBlocks(
  { traces, link, linkReach = null }: ReportInput,
  { names, pairs }: ReportedComparison,
): readonly Block[] {
  const [a, ...others] = traces.map(fileWord) as [string, ...string[]];
  const commands = pairs.map((pair, i) => commandOf(pair, a, others[i]));
  const worse = pairs.flatMap((pair, i) => (isWorse(pair) ? [names[i + 1]] : []));
  const status =
    worse.length === 0
      ? '0: none has a critical finding that the first has not'
      : `1 for ${worse.join(', ')}, which has a critical finding that the first has not, else 0`;
  const files = traces.flatMap((trace, i) => {
    const blocks = fingerprintBlocks(trace);
    const isLast = i === traces.length - 1;
    // What a fingerprint is, is said once.
    return blocks.length === 0
      ? []
      : [heading(traceName(trace, i)), ...(isLast ? blocks : blocks.slice(0, 1))];
  });
  return [
    text('All of this is rebuilt from the traces alone: whoever has them gets the same report.'),
    text(
      `On the command line, in a checkout of qlogscope (Node.js 20.19 or later), with the paths of the traces; the exit status is ${status}. The last command writes this report:`,
    ),
    {
      kind: 'code',
      text: ['npm ci', ...commands, `npx qlogscope report --compare ${[a, ...others].join(' ')}`].join('\n'),
    },
    ...blocksOfLink({ link, linkReach }),
    ...files,
  ];
}
