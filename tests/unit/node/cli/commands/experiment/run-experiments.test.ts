/** `experiment` over runs: the same with any number of threads, the record, the text and the document, of made claims. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plotCsv } from '../../../../../../src/drawing/plots/plot-csv.ts';
import { plotSvg } from '../../../../../../src/drawing/plots/plot-svg.ts';
import type { Verdict } from '../../../../../../src/engine/simulator/lab/experiment.ts';
import { experimentResult } from '../../../../../../src/engine/simulator/lab/experiment-result.ts';
import { TEN_GIGABIT } from '../../../../../../src/engine/simulator/lab/experiments/ten-gigabit.ts';
import type { Plot } from '../../../../../../src/engine/simulator/lab/plot.ts';
import { initialValues } from '../../../../../../src/engine/simulator/runs/scenario.ts';
import { runRow } from '../../../../../../src/engine/simulator/runs/scenario-run.ts';
import { parseCall } from '../../../../../../src/node/cli/command.ts';
import { EXPERIMENT } from '../../../../../../src/node/cli/commands/experiment/command.ts';
import {
  type ExperimentCall,
  experimentCall,
} from '../../../../../../src/node/cli/commands/experiment/experiment-call.ts';
import { runExperiments } from '../../../../../../src/node/cli/commands/experiment/run-experiments.ts';
import type { Io } from '../../../../../../src/node/cli/io.ts';
import { OutputFailed, ReaderGone } from '../../../../../../src/node/cli/output.ts';
import { MADE } from '../../../../../support/made-experiment.ts';
import { threadHere } from '../../../../../support/thread-here.ts';

interface Ended {
  readonly started: number;
  readonly ended: number;
}

async function told(line: string): Promise<Ended & { readonly text: string }> {
  const { status, ...rest } = await ran(line, false);
  expect(status).toBe(0);
  return rest;
}

/** @param isGone the reader of the answer is. */
async function failed(line: string, isGone = false): Promise<Ended & { readonly error: unknown }> {
  const { status: error, ...rest } = await ran(line, isGone);
  return { error, ...rest };
}

/** The status is what is thrown, where something is. */
async function ran(
  line: string,
  isGone: boolean,
): Promise<Ended & { readonly text: string; readonly status: unknown }> {
  const parse: typeof EXPERIMENT.parse = async (values, operands): Promise<ExperimentCall> =>
    experimentCall(values, operands, [TEN_GIGABIT, MADE]);
  const call = await parseCall({ ...EXPERIMENT, parse }, line.split(' '));
  if (call.kind !== 'run') throw new Error(`${line} runs nothing`);
  const texts: string[] = [];
  let [started, ended] = [0, 0];
  const io: Io = {
    stdout: {
      write: async (text) => {
        if (isGone) throw new ReaderGone();
        texts.push(text);
      },
      close: () => Promise.resolve(),
    },
    warn: (warning) => expect.unreachable(warning),
    openStdin: () => Promise.reject(new Error('standard input is not asked for')),
    startThread: () => {
      started++;
      return threadHere(() => ended++);
    },
    readingThreads: null,
  };
  const status = await runExperiments(call.setting, io).catch((error: unknown) => error);
  return { status, text: texts.join(''), started, ended };
}

const VARIANTS = (MADE.scenario?.variants(initialValues(MADE)) ?? []).map(({ id }) => id);
/** What comes of its quick form, by itself. */
const RESULT = experimentResult(
  MADE,
  initialValues(MADE),
  VARIANTS.flatMap((variant) =>
    [1, 2].map((seed) => runRow({ scenario: MADE.id, values: initialValues(MADE), variant, seed })),
  ),
);
const [RATE, LOSS] = RESULT.answers;

describe('the record', () => {
  test('holds everything: what was run, the claims, the answers, and the data of the plots', async () => {
    const { text } = await told('buffers --json');
    expect(text.trimEnd()).not.toContain('\n');
    const { answers, plots } = JSON.parse(JSON.stringify(RESULT));
    expect(JSON.parse(text)).toEqual({
      ...{ schema: 1, kind: 'experiment', experiment: 'buffers' },
      ...{ title: MADE.title, source: MADE.source, about: MADE.about, call: 'qlogscope experiment buffers' },
      ...{ full: false, values: initialValues(MADE), variants: VARIANTS, seeds: [1, 2] },
      ...{ claims: MADE.claims, answers, leavesOpen: MADE.leavesOpen, plots },
    });
    expect(answers.map(({ value }: { value: number | null }) => value)).toEqual([RATE?.value, null]);
    expect(plots[0].series[0].y[0]).toBeNull();
  });

  test('is the same with any number of threads, and with --all one of a line each', async () => {
    const alone = await told('buffers --json --jobs 1');
    expect([alone.started, alone.ended]).toEqual([0, 0]);
    for (const jobs of [2, 5]) {
      const several = await told(`buffers --json --jobs ${jobs}`);
      expect(several.text).toBe(alone.text);
      expect([several.started, several.ended]).toEqual([jobs - 1, jobs - 1]);
    }
    const all = (await told('--all --json --jobs 2')).text.trimEnd().split('\n');
    expect(all.map((line) => JSON.parse(line).experiment)).toEqual(['ten-gigabit', 'buffers']);
    expect(`${all[1]}\n`).toBe(alone.text);
  });

  test('of the full size has its values and seeds, and is judged', async () => {
    const { text } = await told('buffers --full --json');
    const { full, values, seeds, answers } = JSON.parse(text);
    expect([full, values.seconds, seeds]).toEqual([true, 2, [1, 3]]);
    expect(answers.map(({ verdict }: { verdict: Verdict }) => verdict)).not.toContain('unknown');
  });

  test('of other seeds is of those', async () => {
    const { seeds, answers } = JSON.parse((await told('buffers --json --seeds 7-9')).text);
    expect(seeds).toEqual([7, 9]);
    expect(answers[0].ours).toContain('3 runs');
  });

  test('of another setting than that of the source says of every claim that it is unknown', async () => {
    const { answers } = JSON.parse((await told('buffers --json --set rate=5')).text);
    for (const { verdict, why } of answers)
      expect([verdict, why]).toEqual([
        'unknown',
        'The fields are not those that the claims are held against.',
      ]);
  });
});

describe('--out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-plots-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('holds the picture of each plot and its data, and the answer is the same', async () => {
    const out = join(folder, 'made', 'deeper');
    expect((await told(`buffers --out ${out}`)).text).toBe((await told('buffers')).text);
    expect(readdirSync(out).sort()).toEqual(['buffers-goodput.csv', 'buffers-goodput.svg']);
    const [plot] = RESULT.plots;
    const at = (end: string): string => readFileSync(join(out, `buffers-goodput.${end}`), 'utf8');
    expect(at('csv')).toBe(plotCsv(plot as Plot));
    expect(at('svg')).toBe(plotSvg(plot as Plot, { subtitle: MADE.source }));
  });

  test('has with --all those of every experiment', async () => {
    const out = join(folder, 'all');
    await told(`--all --out ${out} --jobs 2`);
    expect(readdirSync(out).sort()).toEqual([
      ...['buffers-goodput.csv', 'buffers-goodput.svg', 'ten-gigabit-window.csv', 'ten-gigabit-window.svg'],
    ]);
  });

  test('that cannot be written ends the command, names the file, and ends the threads', async () => {
    const out = join(folder, 'taken');
    mkdirSync(join(out, 'buffers-goodput.csv'), { recursive: true });
    const { error, started, ended } = await failed(`buffers --jobs 2 --out ${out}`);
    expect(error).toBeInstanceOf(OutputFailed);
    expect(String(error)).toContain(`${join(out, 'buffers-goodput.csv')} cannot be written: `);
    expect([started, ended]).toEqual([1, 1]);
  });
});

test('threads are ended where the reader of the answer is gone', async () => {
  const { error, started, ended } = await failed('buffers --jobs 3', true);
  expect(error).toBeInstanceOf(ReaderGone);
  expect([started, ended]).toEqual([2, 2]);
});

test('formulas need no further thread', async () => {
  expect((await told('ten-gigabit --jobs 4')).started).toBe(0);
});

test('the text tells of each claim ours, the difference, the verdict and why, and what is open', async () => {
  const { text } = await told('buffers');
  expect(RATE).toMatchObject({ why: 'The runs are short.', difference: expect.stringMatching(/less|more/) });
  expect(text).toContain(
    [
      'NewReno reads 9 Mbit/s.',
      `  ours        ${RATE?.ours}`,
      `  difference  ${RATE?.difference}`,
      `  verdict     ${RATE?.verdict}: The runs are short.`,
      'CUBIC | BIC | HSTCP: no <b>one</b> loses packets.',
      `  ours        ${LOSS?.ours}`,
      '  verdict     fails: Slow start overshoots.',
      '',
      'The source leaves open:',
      '  What *it* is.',
      '  Why it is.',
      '',
      'Again: qlogscope experiment buffers',
    ].join('\n'),
  );
  expect(text).toMatch(/^Buffers: a made experiment\nNobody, _nowhere_\n\nSetting: .*\nRuns: 6 runs: /);
});

describe('the document', () => {
  test('counts verdicts, links to each section, and has nothing that begins markup', async () => {
    const { text } = await told('--all --jobs 2');
    expect(text).toMatch(/^<!-- written by `npx qlogscope experiment --all` -->\n# Experiments\n/);
    expect(text).toContain(
      '| [Buffers: a made experiment](#buffers-a-made-experiment) | Nobody, \\_nowhere\\_ | ',
    );
    expect(text).toContain(
      '| [The 10 Gbit/s path](#the-10-gbits-path) | Section 1 of Ha, Rhee, Xu: CUBIC (2008) | 3 | 0 | 0 | 0 |',
    );
    expect(text).toContain('\n## Buffers: a made experiment\n\nNobody, \\_nowhere\\_. Goodput over ');
    expect(text).toContain(
      `| CUBIC \\| BIC \\| HSTCP: no \\<b\\>one\\</b\\> loses packets. | ${LOSS?.ours} |  | fails | Slow start overshoots. |`,
    );
    expect(text).toContain(
      '- What \\*it\\* is.\n- Why it is.\n\n```sh\nnpx qlogscope experiment buffers\n```\n',
    );
  });

  test('of the full size says so, also in the calls of what has one', async () => {
    const { text } = await told('--all --full');
    expect(text).toContain('written by `npx qlogscope experiment --all --full`');
    expect(text).toContain('\nnpx qlogscope experiment buffers --full\n');
    expect(text).toContain('\nnpx qlogscope experiment ten-gigabit\n');
  });
});
