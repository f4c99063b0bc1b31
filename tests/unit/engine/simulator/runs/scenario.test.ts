/** A scenario as data: what a field takes as its value, and which variants a text names. */
import { describe, expect, test } from 'vitest';
import {
  type ControllerSettings,
  createController,
  IDLE_RULES,
} from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import {
  choiceField,
  choiceOf,
  controllerOf,
  findVariant,
  initialValues,
  numberField,
  numberOf,
  readValue,
} from '../../../../../src/engine/simulator/runs/scenario.ts';
import { GAP_STALLS } from '../../../../../src/engine/simulator/runs/scenarios/gap-stalls.ts';
import { INCIDENT } from '../../../../../src/engine/simulator/runs/scenarios/incident.ts';
import { RULES } from '../../../../../src/engine/simulator/runs/scenarios/rules.ts';

const LATENESS = numberField('late', 'Lateness', 'ms', [-5, 100, 10], 'Added each way.');
const COUNT = numberField('count', 'Count', '', [1, 1e12, 2], 'Of packets.');
const DIRECTION = choiceField(
  'direction',
  'Direction',
  [
    ['both', 'both ways'],
    ['down', 'data only'],
  ],
  'Which packets are lost.',
);

describe('a field', () => {
  test('has the initial value that it was given; of choices it is the first', () => {
    expect(initialValues({ fields: [LATENESS, COUNT, DIRECTION] })).toEqual({
      ...{ late: 10, count: 2, direction: 'both' },
    });
    expect(choiceField('none', 'None', [], 'Without a choice.').initial).toBe('');
  });

  test.each([
    ['0', 0],
    ['-5', -5],
    ['100', 100],
    ['100.000000', 100],
    ['12.5', 12.5],
    ['0.000001', 0.000001],
    ['007', 7],
    ['-0.25', -0.25],
  ])('of numbers takes %j', (text, value) => {
    expect(readValue(LATENESS, text)).toEqual({ value });
  });

  test.each([
    ...['', ' ', ' 1', '1 ', '+1', '.5', '5.', '1,5', '1e1', '0x10', '1_0', '--1', '1.2.3', '٣', '10ms'],
    ...['NaN', 'Infinity', '-Infinity', 'null', '1.1234567', '0000000000001', '-5.000001', '100.000001'],
  ])('of numbers does not take %j, and says what it takes', (text) => {
    expect(readValue(LATENESS, text)).toEqual({ why: 'it should be a number from -5 to 100 (ms)' });
  });

  test('without a unit names none, and takes twelve digits', () => {
    expect(readValue(COUNT, '0')).toEqual({ why: 'it should be a number from 1 to 1000000000000' });
    expect(readValue(COUNT, '999999999999')).toEqual({ value: 999_999_999_999 });
    expect(readValue(COUNT, '1000000000000')).toHaveProperty('why');
  });

  test('of choices takes their values, and no title, name of Object or part of one', () => {
    expect(readValue(DIRECTION, 'down')).toEqual({ value: 'down' });
    for (const text of ['', 'both ways', 'Both', 'do', 'down ', 'constructor', '0'])
      expect(readValue(DIRECTION, text)).toEqual({ why: 'it should be one of both, down' });
  });
});

test('a value that is missing, or of the other kind, is an error that names it', () => {
  const values = { rtt: 10, direction: 'both' };
  expect(numberOf(values, 'rtt')).toBe(10);
  expect(choiceOf(values, 'direction')).toBe('both');
  expect(() => numberOf(values, 'direction')).toThrow(new RangeError('no number is given for direction'));
  expect(() => numberOf(values, 'late')).toThrow(new RangeError('no number is given for late'));
  expect(() => choiceOf(values, 'rtt')).toThrow(new RangeError('no choice is given for rtt'));
  expect(() => choiceOf({}, 'direction')).toThrow(new RangeError('no choice is given for direction'));
});

describe('a controller', () => {
  const cubic = (rest: Omit<ControllerSettings, 'name'>): ControllerSettings => ({ name: 'cubic', ...rest });

  test.each<[string, ControllerSettings]>([
    ['newreno', { name: 'newreno' }],
    ['cubic', { name: 'cubic' }],
    // What CUBIC of 2008 as in Linux was called before there was the printed one.
    ['cubic-2008', { name: 'cubic-linux' }],
    ['cubic-linux', { name: 'cubic-linux' }],
    ['cubic-printed', { name: 'cubic-printed' }],
    ['cubic-printed:2.1', { name: 'cubic-printed', version: '2.1' }],
    ['standard-tcp', { name: 'standard-tcp' }],
    ['hstcp', { name: 'hstcp' }],
    ['bic:hystart', { name: 'bic', hystart: true }],
    [
      'cubic:threshold:0.5:<:hystart',
      { name: 'cubic', idleRule: 'threshold', thresholdRtts: 0.5, countsAtBoundary: true, hystart: true },
    ],
    ['cubic:reset', cubic({ idleRule: 'reset' })],
    ['cubic:shift-clamped:<', cubic({ idleRule: 'shift-clamped', countsAtBoundary: true })],
    ['cubic:threshold', cubic({ idleRule: 'threshold' })],
    ['cubic:threshold:0', cubic({ idleRule: 'threshold', thresholdRtts: 0 })],
    ['cubic:threshold:0.5', cubic({ idleRule: 'threshold', thresholdRtts: 0.5 })],
    ['cubic:threshold:999.999', cubic({ idleRule: 'threshold', thresholdRtts: 999.999 })],
    ['cubic:threshold:<', cubic({ idleRule: 'threshold', countsAtBoundary: true })],
    ['cubic:threshold:2:<', cubic({ idleRule: 'threshold', thresholdRtts: 2, countsAtBoundary: true })],
  ])('is named by %s', (id, settings) => {
    expect(controllerOf(id)).toEqual(settings);
    expect(createController(settings, 1350, 13_500).cwndBytes).toBe(13_500);
  });

  test('is named with each idle rule', () => {
    for (const idleRule of IDLE_RULES) {
      expect(controllerOf(`cubic:${idleRule}`)).toEqual({ name: 'cubic', idleRule });
      expect(controllerOf(`cubic:${idleRule}:<`)).toMatchObject({ idleRule, countsAtBoundary: true });
    }
  });

  test.each([
    ...['', ' ', ':', 'CUBIC', 'reno', 'bbr', 'cubic2008', 'constructor', 'newreno:reset', 'newreno:<'],
    ...[
      'cubic-2008:reset',
      'bic:2.0',
      'cubic-printed:2.3',
      'cubic-printed:2.0:2.0',
      'bic:hystart:hystart',
      'hystart',
      'cubic:',
      'cubic:<',
      'cubic:linux',
      'cubic:reset:',
      'cubic:reset:1',
      'cubic:reset:>',
    ],
    ...['cubic:reset:<:<', 'cubic:reset:<:1', 'cubic:threshold:', 'cubic:threshold:-1', 'cubic:threshold:.5'],
    ...['cubic:threshold:1000', 'cubic:threshold:1e1', 'cubic:threshold:1:2', 'cubic:threshold:1:2:<'],
    ...['cubic:threshold:0.1234', 'cubic:threshold:NaN', 'cubic:shift-clamped:0.5'],
  ])('is not named by %j', (id) => {
    expect(controllerOf(id)).toBeNull();
  });
});

describe('a variant', () => {
  const values = initialValues(INCIDENT);

  test('of the scenario has its id, title and settings', () => {
    const fixed = findVariant(INCIDENT, values, 'fixed');
    expect(fixed).toMatchObject({ id: 'fixed', title: 'CUBIC, fixed' });
    expect(fixed?.settings(3)).toMatchObject({ seed: 3, limitMs: 10_000 });
  });

  test('that is named by its controller is the one of the scenario with the same controller', () => {
    for (const [id, controller] of [
      ['defect', 'cubic:shift-from-last-send'],
      ['fixed', 'cubic:shift-from-last-activity'],
    ] as const) {
      const own = findVariant(INCIDENT, values, id);
      const named = findVariant(INCIDENT, values, controller);
      expect(named?.id).toBe(controller);
      expect(named?.settings(7)).toEqual(own?.settings(7));
      expect(named?.settings(7)).not.toEqual(own?.settings(8));
    }
  });

  test('that is named by its controller runs that one, and says so', () => {
    const found = findVariant(RULES, values, 'cubic:threshold:0.5:<');
    expect(found?.title).toBe('CUBIC, threshold 0.5 RTT with <');
    expect(found?.settings(1).flows[0]?.controller).toMatchObject({
      ...{ name: 'cubic', idleRule: 'threshold', thresholdRtts: 0.5, countsAtBoundary: true },
    });
  });

  test('follows the values', () => {
    const changed = { ...values, rtt: 40, limit: 3 };
    const settings = findVariant(INCIDENT, changed, 'newreno')?.settings(1);
    expect(settings).toMatchObject({ limitMs: 3000, down: { delayMs: 21 }, up: { delayMs: 21 } });
  });

  test('that there is not is null; also a controller where a scenario has cells of its own', () => {
    for (const id of ['', 'defect ', 'Defect', 'cubic:linux', 'toString'])
      expect(findVariant(INCIDENT, values, id)).toBeNull();
    expect(findVariant(GAP_STALLS, initialValues(GAP_STALLS), 'cubic')).toBeNull();
    expect(findVariant(GAP_STALLS, initialValues(GAP_STALLS), 'defect')).toBeNull();
  });
});
