/** The command line of `experiment`: what right calls mean, and that wrong ones say what would be right. */
import { describe, expect, test } from 'vitest';
import { EXPERIMENTS } from '../../../../../../src/engine/simulator/lab/experiments/index.ts';
import { TEN_GIGABIT } from '../../../../../../src/engine/simulator/lab/experiments/ten-gigabit.ts';
import { initialValues } from '../../../../../../src/engine/simulator/runs/scenario.ts';
import { UsageError } from '../../../../../../src/node/cli/arg-values.ts';
import { parseCall } from '../../../../../../src/node/cli/command.ts';
import { EXPERIMENT } from '../../../../../../src/node/cli/commands/experiment/command.ts';
import {
  type ExperimentCall,
  experimentCall,
} from '../../../../../../src/node/cli/commands/experiment/experiment-call.ts';
import {
  runsWords,
  valuesWords,
  callOf as wordsOf,
} from '../../../../../../src/node/cli/commands/experiment/experiment-setting.ts';
import { callOf } from '../../../../../support/cli-call.ts';
import { MADE } from '../../../../../support/made-experiment.ts';

const OF_TWO: typeof EXPERIMENT = {
  ...EXPERIMENT,
  parse: async (values, operands) => experimentCall(values, operands, [TEN_GIGABIT, MADE]),
};
async function parse(line: string): Promise<object> {
  const call = await parseCall(OF_TWO, line === '' ? [] : line.split(' '));
  return call.kind === 'run' ? call.setting : call;
}
const settingOf = async (line: string) => {
  const [setting, another] = ((await parse(line)) as ExperimentCall).settings;
  expect(another).toBeUndefined();
  return setting as ExperimentCall['settings'][number];
};

describe('a right call', () => {
  test('with a name runs it in its quick form', async () => {
    expect(await parse('buffers')).toEqual({
      ...{ writes: 'answers', isFull: false, json: false, out: null, jobs: null },
      settings: [{ experiment: MADE, isFull: false, values: initialValues(MADE), seeds: [1, 2] }],
    });
    expect(await settingOf('ten-gigabit')).toMatchObject({ seeds: null, values: { rate: 10_000 } });
  });

  test('--full takes the values and the seeds of the full size, where there is one', async () => {
    expect(await settingOf('buffers --full')).toMatchObject({
      isFull: true,
      values: { seconds: 2 },
      seeds: [1, 3],
    });
    expect(await settingOf('ten-gigabit --full')).toEqual(await settingOf('ten-gigabit'));
  });

  test('--set changes fields of either size; of one that is given twice the last counts', async () => {
    expect((await settingOf('ten-gigabit --set rate=5 --set rtt=10 --set rate=7')).values).toEqual({
      ...{ rate: 7, rtt: 10, size: 1250 },
    });
    expect((await settingOf('buffers --full --set rtt=20')).values).toMatchObject({ seconds: 2, rtt: 20 });
    expect((await settingOf('buffers --set seconds=3 --full')).values).toMatchObject({ seconds: 3 });
  });

  test.each([
    ['--seeds 1', [1, 1]],
    ['--seeds 7', [1, 7]],
    ['--seeds 5-9', [5, 9]],
    ['--seeds 4 --full', [1, 4]],
  ])('%s', async (line, seeds) => {
    expect((await settingOf(`buffers ${line}`)).seeds).toEqual(seeds);
  });

  test('--json, --out and --jobs', async () => {
    expect(await parse('buffers --json --out x --jobs 3')).toMatchObject({ json: true, out: 'x', jobs: 3 });
  });

  test('--all has every experiment in its order, and --list too', async () => {
    for (const [line, writes, isFull] of [
      ['--all', 'document', false],
      ['--all --full --json --out x --jobs 1', 'document', true],
      ['--list', 'list', false],
    ] as const) {
      const command = (await parse(line)) as ExperimentCall;
      expect(command).toMatchObject({ writes, isFull });
      expect(command.settings.map(({ experiment }) => experiment)).toEqual([TEN_GIGABIT, MADE]);
      expect(command.settings.map((setting) => setting.isFull)).toEqual([false, isFull]);
    }
  });

  test('help and version', async () => {
    for (const line of ['--help', '-h', 'nothing --help'])
      expect(await parse(line)).toEqual({ kind: 'help' });
    expect(await parse('--version')).toEqual({ kind: 'version' });
    expect(await callOf(['help', 'experiment'])).toEqual({ help: 'experiment' });
  });
});

describe('a wrong call says what would be right', () => {
  test.each([
    ['', /^a name is missing; there are ten-gigabit, buffers$/],
    ['--json', /^a name is missing/],
    ['reno', /^there is no experiment "reno"; there are ten-gigabit, buffers$/],
    ['toString', /^there is no experiment "toString"/],
    ['ten-gigabit buffers', /^experiment takes one name: "buffers" is another$/],
    ['ten-gigabit --all', /^a name, --all and --list exclude each other$/],
    ['ten-gigabit --list', /^a name, --all and --list exclude each other$/],
    ['--all --list', /^a name, --all and --list exclude each other$/],
    ['--list --json', /^--list takes no other option: --json$/],
    ['--list --full', /^--list takes no other option: --full$/],
    ['--all --set rate=5', /^--set is for one experiment, and not for --all$/],
    ['--all --seeds 5', /^--seeds is for one experiment, and not for --all$/],
    ['ten-gigabit --seeds 5', /^ten-gigabit has no runs, formulas say all: --seeds has no place there$/],
    ['ten-gigabit --set', /set/],
    ['ten-gigabit --set rate', /a field of ten-gigabit \(rate, rtt, size\), not "rate"$/],
    ['ten-gigabit --set speed=1', /a field of ten-gigabit \(rate, rtt, size\), not "speed=1"$/],
    ['ten-gigabit --set rate=0', /^--set rate=0: it should be a number from 1 to 100000 \(Mbit\/s\)$/],
    ['buffers --set queue=red', /^--set queue=red: it should be one of /],
    ['buffers --seeds 0', /^--seeds takes a number of runs up to 100000, or A-B, not "0"$/],
    ['buffers --seeds 9-5', /^--seeds takes a number of runs/],
    ['buffers --jobs 0', /^--jobs takes a whole number from 1 to 256, not "0"$/],
    ['buffers --seed 1', /^Unknown option '--seed'/],
  ])('%s', async (line, message) => {
    await expect(parse(line)).rejects.toThrow(message);
  });

  test('and names the command whose help to show', async () => {
    for (const line of ['', 'nothing', '--nope', '--all --list']) {
      const call = parseCall(OF_TWO, line.split(' ').filter(Boolean));
      await expect(call).rejects.toThrow(UsageError);
      await expect(call).rejects.toThrow(expect.objectContaining({ command: 'experiment' }));
    }
  });
});

describe('a setting in words', () => {
  test.each([
    'buffers',
    'buffers --full',
    'buffers --set rtt=20 --seeds 5-9',
    'buffers --full --set seconds=1 --seeds 1-2',
    'ten-gigabit --set rate=5000 --set size=1500',
  ])('is the call that makes it: %s', async (line) => {
    expect(wordsOf(await settingOf(line))).toBe(`qlogscope experiment ${line}`);
  });

  test('tells every field with its unit, a choice by its title', async () => {
    expect(valuesWords(await settingOf('ten-gigabit --set rtt=12.5'))).toBe(
      'Rate 10,000 Mbit/s, Round-trip time 12.5 ms, Packet 1,250 B',
    );
    const queue = MADE.fields.find(({ id }) => id === 'queue');
    const [, [value = '', title = ''] = []] = queue?.kind === 'choice' ? queue.choices : [];
    expect(valuesWords(await settingOf(`buffers --set queue=${value}`))).toContain(
      `${queue?.title} ${title}`,
    );
  });

  test('tells how many runs there are', async () => {
    expect(runsWords(await settingOf('buffers'))).toBe('6 runs: 3 variants, seeds 1 to 2');
    expect(runsWords(await settingOf('buffers --seeds 7-7'))).toBe('3 runs: 3 variants, seed 7');
    expect(runsWords(await settingOf('ten-gigabit'))).toBe('none');
  });
});

test('the help names every experiment with its fields, and every option', async () => {
  const help = await EXPERIMENT.help();
  for (const { id, title, fields } of EXPERIMENTS)
    expect(help).toMatch(
      new RegExp(`^  ${id} +${title}; --set ${fields.map((field) => field.id).join(', ')}$`, 'm'),
    );
  for (const option of ['full', 'set', 'seeds', 'json', 'jobs', 'out', 'all', 'list'])
    expect(help).toMatch(new RegExp(`^  --${option} `, 'm'));
});
