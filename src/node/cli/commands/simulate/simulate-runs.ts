/** `qlogscope simulate`: runs over all cores, reported as a table or as JSON. */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fixed } from '../../../../engine/base/text/figures';
import { batchCost, costWords, isAskedAbout } from '../../../../engine/base/text/run-cost-words';
import { loopVerdicts, loopWords } from '../../../../engine/service/compare/loop-verdicts';
import {
  type CountedShare,
  type Spread,
  type VariantSummary,
  variantSummary,
} from '../../../../engine/service/compare/simulated-shares';
import { findVariant, type Scenario, type Variant } from '../../../../engine/simulator/runs/scenario';
import type { RunRow } from '../../../../engine/simulator/runs/scenario-run';
import { findScenario } from '../../../../engine/simulator/runs/scenarios';
import { variantsCost } from '../../../../engine/simulator/runs/variants-cost';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { writing } from '../../output';
import { runThreads } from '../../runs/run-threads';
import type { RunDone, RunWork } from '../../runs/run-work';
import type { SimulateSetting } from './simulate-setting';

/** Of the records of `--json`. */
const SCHEMA = 1;

export async function simulateRuns(setting: SimulateSetting, io: Io): Promise<number> {
  const scenario = findScenario(setting.scenario) as Scenario;
  const { out } = setting;
  if (out !== null) await writing(out, () => mkdir(out, { recursive: true }));
  warnOfCost(setting, scenario, io);
  const works = worksOf(setting);
  const rows = new Map<string, RunRow[]>(setting.variants.map((variant) => [variant, []]));
  const threads = runThreads(setting.jobs, works.length, io);
  try {
    for await (const result of threads.results(works, [...works.keys()])) {
      const { row, traces } = result as RunDone;
      rows.get(row.variant)?.push(row);
      if (setting.json) await io.stdout.write(`${JSON.stringify(runRecord(setting, row))}\n`);
      if (out === null || traces === null) continue;
      for (const [end, text] of Object.entries(traces)) {
        const path = join(out, `${nameOf(setting, row)}.${end}.sqlog`);
        await writing(path, () => writeFile(path, text));
      }
    }
  } finally {
    threads.end();
  }
  const summaries = [...rows].map(([variant, of]) => variantSummary(variant, of));
  if (setting.json) {
    for (const summary of summaries)
      await io.stdout.write(`${JSON.stringify(summaryRecord(setting, summary))}\n`);
  } else await io.stdout.write(tableOf(setting, scenario, summaries));
  return Exit.clean;
}

/** Runs that the page would ask about are made, and what they cost is said. */
function warnOfCost(
  { variants, values, seeds: [first, last], jobs }: SimulateSetting,
  scenario: Scenario,
  io: Io,
): void {
  const chosen = variants.map((id) => findVariant(scenario, values, id) as Variant);
  const cost = batchCost(variantsCost(chosen), last - first + 1, jobs ?? availableParallelism());
  if (isAskedAbout(cost)) io.warn(costWords(cost));
}

function worksOf({
  scenario,
  values,
  variants,
  seeds: [first, last],
  out,
}: SimulateSetting): readonly RunWork[] {
  return variants.flatMap((variant) =>
    Array.from({ length: last - first + 1 }, (_, i): RunWork => {
      const ref = { scenario, values, variant, seed: first + i };
      return { kind: 'run', ref, withTraces: out !== null };
    }),
  );
}

/** Of the files of a run, without what names the end. */
function nameOf({ scenario, seeds: [, last] }: SimulateSetting, { variant, seed }: RunRow): string {
  return `${scenario}-${variant.replace(/[^\w.-]/g, '-')}-s${String(seed).padStart(String(last).length, '0')}`;
}

/** A run as a record; numbers that there are not are null. */
function runRecord({ scenario, values }: SimulateSetting, row: RunRow): object {
  const { variant, seed, longestTrapMs, goodputMbit, sentPackets, lostPackets, spuriousPackets } = row;
  return {
    schema: SCHEMA,
    kind: 'run',
    scenario,
    values,
    variant,
    seed,
    longestTrapMs,
    goodputMbit,
    sentPackets,
    lostPackets,
    spuriousPackets,
    droppedPackets: row.droppedPackets,
    reductions: row.reductions,
    timeouts: row.timeouts,
    completedMs: Number.isNaN(row.completedMs) ? null : row.completedMs,
    late: row.isLate,
    trapped: row.isTrapped,
  };
}

function summaryRecord({ scenario, values }: SimulateSetting, summary: VariantSummary): object {
  const { variant, runs, late, trapped, probed, spurious, closed } = summary;
  const { goodputMbit, lostPackets, timeouts, completedMs } = summary;
  return {
    schema: SCHEMA,
    kind: 'variant',
    scenario,
    values,
    variant,
    runs,
    late,
    trapped,
    probed,
    spurious,
    closed,
    goodputMbit,
    lostPackets,
    timeouts,
    completedMs: Number.isNaN(completedMs.median) ? null : completedMs,
  };
}

type Column = readonly [title: string, text: (summary: VariantSummary) => string];

const TIMED: readonly Column[] = [
  ['late', ({ late, runs }) => shareText(late, runs)],
  ['spirals', ({ trapped, runs }) => shareText(trapped, runs)],
  ['done in, if done', ({ completedMs }) => spreadText(completedMs, (ms) => `${fixed(ms / 1000, 2)} s`)],
];
/** Where the picture is about probe timeouts: does the loop close? */
const LOOP: readonly Column[] = [
  ['PTO fired', ({ probed, runs }) => `${probed.hits} of ${runs}`],
  ['spurious', ({ spurious }) => String(spurious.hits)],
  ['loop closes', ({ closed }) => (closed.hits > 0 ? `yes, in ${closed.hits}` : 'no')],
];
const ALL: readonly Column[] = [
  [
    'goodput',
    ({ goodputMbit }) =>
      goodputMbit.map((spread) => spreadText(spread, (mbit) => `${fixed(mbit, 2)} Mbit/s`)).join('; '),
  ],
  ['lost', ({ lostPackets }) => spreadText(lostPackets, String)],
  ['probe timeouts', ({ timeouts }) => spreadText(timeouts, String)],
];

function shareText({ hits, low, high }: CountedShare, runs: number): string {
  return `${hits} of ${runs} (${fixed(100 * low, 0)} to ${fixed(100 * high, 0)} %)`;
}

function spreadText({ low, median, high }: Spread, text: (value: number) => string): string {
  if (Number.isNaN(median)) return '–';
  return low === high ? text(median) : `${text(median)} (${text(low)} to ${text(high)})`;
}

function tableOf(
  { values, variants }: SimulateSetting,
  scenario: Scenario,
  summaries: readonly VariantSummary[],
): string {
  const chosen = variants.map((id) => findVariant(scenario, values, id) as Variant);
  const titles = chosen.map(({ title }) => title);
  const isLoop = scenario.outcome === 'timeouts';
  const columns = [...(scenario.isTimed ? TIMED : []), ...(isLoop ? LOOP : []), ...ALL];
  const cells = [
    ['', ...columns.map(([title]) => title)],
    ...summaries.map((summary, i) => [titles[i] as string, ...columns.map(([, text]) => text(summary))]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length))) ?? [];
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd(),
  );
  const look = scenario.look.map((sentence) => `  ${sentence}`);
  const verdicts = isLoop ? verdictLines(chosen, summaries) : [];
  return `${[scenario.title, ...lines, '', ...verdicts, 'Shares with their 95 % interval; other figures are medians, and between which eight of ten runs lie.', 'Look for:', ...look].join('\n')}\n`;
}

function verdictLines(variants: readonly Variant[], summaries: readonly VariantSummary[]): readonly string[] {
  const byId = new Map(summaries.map((summary) => [summary.variant, summary]));
  const verdicts = loopVerdicts(variants, byId).map((verdict) => `${verdict.plane}: ${loopWords(verdict)}`);
  return [...verdicts, ''];
}
