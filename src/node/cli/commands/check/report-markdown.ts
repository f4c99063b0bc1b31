/**
 * `check --format markdown`: one comment about all traces, for the summary of a job and for a pull request: what decides the exit
 * status first, then other alarms, what is muted, what is gone. Bounded: a comment on GitHub holds 65,536 characters.
 */
import { plural } from '../../../../engine/base/text/figures';
import { beginningOf, plainLines } from '../../../../engine/base/text/plain';
import { printableMarkdown } from '../../../../engine/base/text/printable';
import { mostSevere } from '../../../../engine/base/text/severities';
import {
  type Block,
  type Document,
  list,
  type Section,
  text,
} from '../../../../sharing/report/document/document';
import { toMarkdown } from '../../../../sharing/report/document/markdown';
import { type Reporter, type Tally, titleOf } from '../../report';
import { type GateReport, type ListedAlarm, type ListedFinding, NO_GATE } from '../../standing';
import { gateCounts, listed, muteLines, muteWords } from './gate-words';

const MOST_LETTERS = 60_000;
/** Rows of each table: the first number with which all of it is short enough. */
const ROWS = [100, 30, 10, 2] as const;
const LONGEST_NAME = 200;
const LONGEST_VERDICT = 400;

const short = (words: string, longest: number): string =>
  words.length <= longest ? words : `${beginningOf(words, longest - 1)}…`;

function section(title: string, blocks: readonly (Block | null)[]): readonly Section[] {
  const some = blocks.filter((block) => block !== null);
  return some.length === 0 ? [] : [{ id: title, title, blocks: some }];
}

function table<Row extends ListedFinding>(
  rows: readonly Row[],
  most: number,
  beside: readonly [head: string, cell: (row: Row) => string][] = [],
): readonly (Block | null)[] {
  if (rows.length === 0) return [];
  const head = ['trace', 'finding', ...beside.map(([name]) => name), 'what it shows'];
  const cells = rows
    .slice(0, most)
    .map((row) => [
      short(row.title, LONGEST_NAME),
      `${row.severity} ${row.id}`,
      ...beside.map(([, cell]) => cell(row)),
      short(row.verdict, LONGEST_VERDICT),
    ]);
  return [{ kind: 'table', head, rows: cells }, more(rows.length - most)];
}

const more = (rows: number): Block | null => (rows > 0 ? text(`and ${rows} more`) : null);

function names(words: string, titles: readonly string[]): Block | null {
  return titles.length === 0
    ? null
    : text(`${words}: ${listed(titles.map((one) => short(one, LONGEST_NAME)))}`);
}

interface Broken {
  readonly title: string;
  readonly why: string;
}

function documentOf(tally: Tally, gate: GateReport, broken: readonly Broken[], most: number): Document {
  const { alarms, baseline, ignored } = gate;
  const open = alarms.filter(({ muted }) => muted === null);
  const deciding = open.filter((alarm) => alarm.decides);
  const others = open.filter((alarm) => !alarm.decides && alarm.state !== 'unchanged');
  const state: readonly [string, (row: ListedAlarm) => string][] =
    baseline === null ? [] : [['since the baseline', (row) => row.state ?? '']];
  const mutedRows = alarms.filter(({ muted }) => muted !== null);
  return {
    title: headline(deciding, tally),
    lead: tally.words + gateCounts(gate),
    sections: [
      ...section('Decides the exit status', table(deciding, most, state)),
      ...section('Other alarms', table(others, most, state)),
      ...section('Could not be read', [
        broken.length === 0
          ? null
          : list(
              broken
                .slice(0, most)
                .map(({ title, why }) => `${short(title, LONGEST_NAME)}: ${short(why, LONGEST_VERDICT)}`),
            ),
        more(broken.length - most),
      ]),
      ...section('Gone since the baseline', table(baseline?.gone ?? [], most)),
      ...section('Not judged any more', table(baseline?.notJudged ?? [], most)),
      ...section('Muted', [
        ...table(mutedRows, most, [['muted', ({ muted }) => (muted === null ? '' : muteWords(muted))]]),
        ignored === null ? null : list(muteLines(gate).slice(1, most + 1)),
        more((ignored?.entries.length ?? 0) - most),
      ]),
      ...section('Traces', [
        names(
          `${plural(baseline?.onlyHere.length ?? 0, 'trace')} not in the baseline`,
          baseline?.onlyHere ?? [],
        ),
        names(
          `${plural(baseline?.onlyThere.length ?? 0, 'trace')} of the baseline not in this check`,
          baseline?.onlyThere ?? [],
        ),
      ]),
    ],
  };
}

/** `qlogscope check: 2 findings decide, 1 of them new`, `qlogscope check: nothing to fail on` */
function headline(deciding: readonly ListedAlarm[], { unreadable }: Tally): string {
  const worst = mostSevere(deciding);
  const traces = new Set(deciding.map(({ title }) => title)).size;
  const parts = [
    worst === null ? [] : `${plural(traces, 'trace')} ${traces === 1 ? 'fails' : 'fail'}`,
    unreadable === 0 ? [] : `${plural(unreadable, 'input')} could not be read`,
  ].flat();
  return `qlogscope check: ${parts.length === 0 ? 'passed' : parts.join(', ')}`;
}

export function markdownReporter(): Reporter {
  const broken: Broken[] = [];
  return {
    trace: (report) => {
      if (report.failure !== null) broken.push({ title: titleOf(report), why: report.failure });
      return '';
    },
    end: (tally, gate = NO_GATE) => {
      const comments = ROWS.map((most) =>
        printableMarkdown(plainLines(toMarkdown(documentOf(tally, gate, broken, most)))),
      );
      return comments.find(({ length }) => length <= MOST_LETTERS) ?? (comments.at(-1) as string);
    },
  };
}
