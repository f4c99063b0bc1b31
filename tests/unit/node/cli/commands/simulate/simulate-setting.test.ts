/** The command line of `simulate`: what right calls mean, and that wrong ones say what would be right. */
import { describe, expect, test } from 'vitest';
import { initialValues } from '../../../../../../src/engine/simulator/runs/scenario.ts';
import { INCIDENT } from '../../../../../../src/engine/simulator/runs/scenarios/incident.ts';
import { SCENARIOS } from '../../../../../../src/engine/simulator/runs/scenarios/index.ts';
import { UsageError } from '../../../../../../src/node/cli/arg-values.ts';
import { SIMULATE } from '../../../../../../src/node/cli/commands/simulate/command.ts';
import { callOf } from '../../../../../support/cli-call.ts';

const parse = (line: string) => callOf(line === '' ? ['simulate'] : ['simulate', ...line.split(' ')]);
const INITIAL = initialValues(INCIDENT);

describe('a right call', () => {
  test('without options runs every variant of the incident, with the seeds 1 to 100', async () => {
    expect(await parse('')).toEqual({
      name: 'simulate',
      scenario: 'incident',
      values: INITIAL,
      variants: ['defect', 'fixed', 'newreno'],
      seeds: [1, 100],
      out: null,
      json: false,
      jobs: null,
    });
  });

  test('of each scenario has its values, variants and number of runs', async () => {
    for (const scenario of SCENARIOS)
      expect(await parse(`--scenario ${scenario.id}`)).toMatchObject({
        scenario: scenario.id,
        values: initialValues(scenario),
        variants: scenario.variants(initialValues(scenario)).map(({ id }) => id),
        seeds: [1, scenario.seeds],
      });
  });

  test.each([
    ['--seeds 1', [1, 1]],
    ['--seeds 250', [1, 250]],
    ['--seeds 5-9', [5, 9]],
    ['--seeds 0-0', [0, 0]],
    ['--seeds 007', [1, 7]],
    ['--seeds 100000', [1, 100_000]],
    ['--seeds 2147383649-2147483648', [2_147_383_649, 2_147_483_648]],
    ['--seed 12', [12, 12]],
    ['--seed 0', [0, 0]],
    ['--seed 2147483648', [2_147_483_648, 2_147_483_648]],
  ])('%s', async (line, seeds) => {
    expect(await parse(line)).toMatchObject({ seeds });
  });

  test('--set changes fields; of one that is given twice the last counts', async () => {
    expect(await parse('--set rtt=40 --set direction=down --set loss=12.5')).toMatchObject({
      values: { ...INITIAL, rtt: 40, direction: 'down', loss: 12.5 },
    });
    expect(await parse('--set rtt=40 --set rtt=20')).toMatchObject({ values: { ...INITIAL, rtt: 20 } });
    expect(await parse('--set gap=0 --set gap=0.5 --scenario rules')).toMatchObject({ values: { gap: 0.5 } });
  });

  test('--variant takes a list, in its order, and may be given several times', async () => {
    expect(await parse('--variant newreno,defect')).toMatchObject({ variants: ['newreno', 'defect'] });
    expect(await parse('--variant newreno --variant fixed')).toMatchObject({
      variants: ['newreno', 'fixed'],
    });
    expect(
      await callOf(['simulate', '--variant', ' newreno , cubic:threshold:0.5:< ,,cubic-2008']),
    ).toMatchObject({ variants: ['newreno', 'cubic:threshold:0.5:<', 'cubic-2008'] });
    expect(await parse('--scenario gap-stalls --variant 11.5us-1')).toMatchObject({ variants: ['11.5us-1'] });
  });

  test('--controller and --idle-rule name one variant; a rule alone is one of CUBIC', async () => {
    expect(await parse('--controller newreno')).toMatchObject({ variants: ['newreno'] });
    expect(await parse('--controller cubic-2008')).toMatchObject({ variants: ['cubic-2008'] });
    expect(await parse('--controller cubic --idle-rule reset')).toMatchObject({ variants: ['cubic:reset'] });
    expect(await parse('--idle-rule threshold:0.5')).toMatchObject({ variants: ['cubic:threshold:0.5'] });
    expect(await parse('--scenario rules --idle-rule shift-clamped:<')).toMatchObject({
      variants: ['cubic:shift-clamped:<'],
    });
  });

  test('--out, --json and --jobs', async () => {
    expect(await parse('--out traces --json --jobs 3')).toMatchObject({ out: 'traces', json: true, jobs: 3 });
    expect(await parse('--jobs=256')).toMatchObject({ jobs: 256 });
  });

  test('help and version', async () => {
    for (const line of ['--help', '-h', '--help --seeds x'])
      expect(await parse(line)).toEqual({ help: 'simulate' });
    expect(await parse('--version')).toEqual({ version: true });
    expect(await callOf(['help', 'simulate'])).toEqual({ help: 'simulate' });
  });
});

describe('a wrong call says what would be right', () => {
  const seedsWords = '--seeds takes a number of runs up to 100000, or A-B, not';

  test.each([
    ['traces', /^simulate takes no files: "traces"$/],
    ['--scenario nothing', /^--scenario takes incident, ablation, .*any-path, not "nothing"$/],
    ['--scenario toString', /^--scenario takes incident/],
    ['--scenario', /scenario/],
    ['--colour', /^Unknown option '--colour'$/],
    ['--set', /set/],
    ['--set rtt', /^--set takes FIELD=VALUE with a field of incident \(rtt, late, .*threshold\), not "rtt"$/],
    ['--set =10', /^--set takes FIELD=VALUE .*, not "=10"$/],
    ['--set speed=10', /^--set takes FIELD=VALUE .*, not "speed=10"$/],
    ['--set toString=10', /^--set takes FIELD=VALUE/],
    ['--scenario ablation --set gap=0', /a field of ablation \(rtt, rate, loss\), not "gap=0"$/],
    ['--set rtt=', /^--set rtt=: it should be a number from 0.1 to 1000 \(ms\)$/],
    ['--set rtt=0', /^--set rtt=0: it should be a number from 0.1/],
    ['--set rtt=fast', /^--set rtt=fast: it should be a number/],
    ['--set rtt=10=20', /^--set rtt=10=20: it should be a number/],
    ['--set loss=1e1', /^--set loss=1e1: it should be a number from 0 to 99 \(%\)$/],
    ['--set every=101', /^--set every=101: it should be a number from 1 to 100$/],
    ['--set direction=left', /^--set direction=left: it should be one of both, down, up$/],
    ['--variant bbr', /^--variant takes defect, fixed, newreno, not "bbr"$/],
    ['--variant defect,cubic:linux', /^--variant takes defect, fixed, newreno, not "cubic:linux"$/],
    ['--scenario two-flows --variant cubic', /^--variant takes cubic-cubic, .*, not "cubic"$/],
    ['--controller bbr', /^--controller bbr names no controller$/],
    [
      '--controller newreno --idle-rule reset',
      /^--controller newreno --idle-rule reset names no controller$/,
    ],
    ['--idle-rule linux', /^--controller cubic --idle-rule linux names no controller$/],
    ['--idle-rule threshold:x', /^--controller cubic --idle-rule threshold:x names no controller$/],
    ['--variant defect --controller cubic', /^--variant and --controller contradict each other$/],
    ['--variant defect --idle-rule reset', /^--variant and --controller contradict each other$/],
    ['--scenario buffers --controller cubic', /^the scenario buffers has variants of its own/],
    ['--seed 1 --seeds 2', /^--seeds and --seed contradict each other$/],
    ['--seed=-1', /^--seed takes a number, not "-1"$/],
    ['--seed 1-2', /^--seed takes a number, not "1-2"$/],
    ['--seed 1.5', /^--seed takes a number, not "1.5"$/],
    ['--seed 2147483649', /^--seed takes a number, not "2147483649"$/],
    ['--jobs 0', /^--jobs takes a whole number from 1 to 256, not "0"$/],
    ['--jobs 257', /^--jobs takes a whole number/],
    ['--jobs all', /^--jobs takes a whole number/],
    ...['0', '100001', 'x', '', '5-', '-5', '9-5', '1-100001', '1-2-3', '1.5', '99999999999'].map(
      (value): [string, RegExp] => [`--seeds=${value}`, new RegExp(`^${seedsWords} "${value}"$`)],
    ),
  ])('%s', async (line, message) => {
    await expect(parse(line)).rejects.toThrow(UsageError);
    await expect(parse(line)).rejects.toThrow(message);
  });

  test('and names the command whose help to show', async () => {
    for (const line of ['--seeds x', '--nope', '--set'])
      await expect(parse(line)).rejects.toThrow(expect.objectContaining({ command: 'simulate' }));
  });
});

test('the help names every scenario with its fields, and every option', async () => {
  const help = await SIMULATE.help();
  for (const { id, title, fields } of SCENARIOS)
    expect(help).toMatch(
      new RegExp(`^  ${id} +${title}; --set ${fields.map((field) => field.id).join(', ')}$`, 'm'),
    );
  for (const option of [
    'scenario',
    'variant',
    'controller',
    'idle-rule',
    'seeds',
    'seed',
    'set',
    'out',
    'json',
  ])
    expect(help).toMatch(new RegExp(`^  --${option}[ =]`, 'm'));
  expect(help).toMatch(/^ {2}--jobs N /m);
});

test('a variant that is named twice is run once, and a list of none is a wrong call', async () => {
  expect(await parse('--variant defect,defect,fixed')).toMatchObject({ variants: ['defect', 'fixed'] });
  await expect(parse('--variant ,')).rejects.toThrow('--variant names none of defect, fixed, newreno');
});
