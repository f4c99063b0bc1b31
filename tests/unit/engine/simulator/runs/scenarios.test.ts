/** Every scenario holds together: its ids, its words, its fields at both of their ends, and one short run of it. */
import { describe, expect, test } from 'vitest';
import {
  choiceOf,
  type Field,
  findVariant,
  initialValues,
  readValue,
  type Scenario,
  type Values,
} from '../../../../../src/engine/simulator/runs/scenario.ts';
import { type RunRow, runRow } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { findScenario, SCENARIOS } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';

/** What makes a run short, by the ids of fields. */
const SHORT: Values = { megabytes: 0.5, limit: 2, seconds: 2, later: 0.5, begin: 1, idle: 0.1, after: 0.5 };

/** The initial values of a scenario, short where it has fields for that. */
function shortValues(scenario: Scenario): Values {
  const own = scenario.fields.filter(({ id }) => id in SHORT).map(({ id }) => [id, SHORT[id]]);
  return { ...initialValues(scenario), ...Object.fromEntries(own) };
}

const twice = (ids: readonly string[]): readonly string[] => ids.filter((id, i) => ids.indexOf(id) !== i);

/** The values of a field at its ends. */
const endsOf = (field: Field): readonly (number | string)[] =>
  field.kind === 'number' ? [field.least, field.most] : field.choices.map(([value]) => value);

/** Numbers anywhere in settings. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

test('each is found by its id, and none by another word', () => {
  expect(twice(SCENARIOS.map(({ id }) => id))).toEqual([]);
  for (const scenario of SCENARIOS) expect(findScenario(scenario.id)).toBe(scenario);
  for (const id of ['', 'Incident', 'constructor']) expect(findScenario(id)).toBeUndefined();
});

describe.each(SCENARIOS)('$id', (scenario) => {
  const values = initialValues(scenario);

  test('has ids that stand in links, file names and on the command line as they are', () => {
    expect(scenario.id).toMatch(/^[a-z][a-z0-9-]{0,39}$/);
    const fields = scenario.fields.map(({ id }) => id);
    const variants = scenario.variants(values).map(({ id }) => id);
    expect([twice(fields), twice(variants)]).toEqual([[], []]);
    expect(fields.filter((id) => !/^[a-z]{1,20}$/.test(id))).toEqual([]);
    expect(variants.filter((id) => !/^[\w.-]{1,40}$/.test(id))).toEqual([]);
    expect(variants.length).toBeGreaterThan(1);
    for (const id of variants) expect(findVariant(scenario, values, id)?.id).toBe(id);
  });

  test('has words: a title, three sentences, and one about each field', () => {
    const sentences = [...scenario.look, ...scenario.fields.map(({ about }) => about)];
    expect(scenario.look).toHaveLength(3);
    expect(sentences.filter((text) => !/^[A-Z0-9].*\.$/.test(text))).toEqual([]);
    const titles = [
      scenario.title,
      ...scenario.fields.map(({ title }) => title),
      ...scenario.variants(values).map(({ title }) => title),
    ];
    expect(titles.filter((title) => title.trim() === '')).toEqual([]);
    expect(twice(scenario.variants(values).map(({ title }) => title))).toEqual([]);
    expect(Number.isInteger(scenario.seeds) && scenario.seeds > 0).toBe(true);
  });

  test('has a place on its axes for each variant, where it has axes', () => {
    const places = scenario
      .variants(values)
      .flatMap(({ at }) => (at === undefined ? [] : [`${at.x} ${at.y} ${at.plane}`]));
    expect(places).toHaveLength(scenario.axes === undefined ? 0 : scenario.variants(values).length);
    expect(twice(places)).toEqual([]);
  });

  test('reads its initial values, and those at the ends of each field, back from their texts', () => {
    for (const field of scenario.fields) {
      for (const value of [field.initial, ...endsOf(field)])
        expect(readValue(field, String(value)), field.id).toEqual({ value });
      if (field.kind === 'number') expect(field.least, field.id).toBeLessThan(field.most);
    }
  });

  test('makes settings of every variant at the initial values and at the ends of each field', () => {
    const changes = scenario.fields.flatMap((field) => endsOf(field).map((value) => ({ [field.id]: value })));
    const before = scenario.variants(values).map(({ id }) => id);
    for (const change of [{}, ...changes]) {
      const variants = scenario.variants({ ...values, ...change });
      // A value may leave some out; of what it leaves each is named as before.
      expect(variants.map(({ id }) => id).filter((id) => !before.includes(id))).toEqual([]);
      for (const variant of variants) {
        const settings = variant.settings(5);
        expect(settings.seed).toBe(5);
        expect(settings.limitMs).toBeGreaterThan(0);
        expect(settings.flows.length).toBeGreaterThan(0);
        const odd = numbersIn(settings).filter(
          (number) => !(number >= 0 && number < Number.POSITIVE_INFINITY),
        );
        expect(odd, `${variant.id} ${JSON.stringify(change)}`).toEqual([]);
      }
    }
  });

  test('has a run with figures', () => {
    const short = shortValues(scenario);
    const variant = scenario.variants(short)[0]?.id as string;
    const row = runRow({ scenario: scenario.id, values: short, variant, seed: 1 });
    expect([row.variant, row.seed]).toEqual([variant, 1]);
    expect(figuresOf(row).filter((figure) => !(figure >= 0 && figure < Number.POSITIVE_INFINITY))).toEqual(
      [],
    );
    expect(row.windowBytes.every((bytes) => bytes >= 1350)).toBe(true);
    expect(row.sentPackets).toBeGreaterThan(row.lostPackets);
    expect(row.goodputMbit[0]).toBeGreaterThan(0);
    expect(row.isLate).toBe(scenario.isTimed === true && Number.isNaN(row.completedMs));
  });
});

function figuresOf(row: RunRow): readonly number[] {
  const { longestTrapMs, goodputMbit, sentPackets, lostPackets, spuriousPackets } = row;
  const { reductions, timeouts, packetEvents } = row;
  return [
    ...[longestTrapMs, ...goodputMbit, sentPackets, lostPackets, spuriousPackets],
    ...[reductions, timeouts, packetEvents],
  ];
}

test('scenarios of one sender alone take any controller', () => {
  const open = SCENARIOS.filter(({ settings }) => settings !== undefined).map(({ id }) => id);
  expect(open).toEqual(['incident', 'rules', 'any-path']);
  const closed = findScenario('two-flows') as Scenario;
  expect(findVariant(closed, initialValues(closed), 'cubic:reset')).toBeNull();
});

test('the published share is a field of the plane of gap and stalls', () => {
  const plane = findScenario('gap-stalls') as Scenario;
  expect(initialValues(plane).published).toBe(60);
  expect(plane.fields.filter(({ id }) => id === 'gap' || id === 'stalls')).toEqual([]);
});

describe('two flows', () => {
  const scenario = findScenario('two-flows') as Scenario;
  const run = (change: Values): RunRow => {
    const values = { ...initialValues(scenario), seconds: 4, later: 1, ...change };
    return runRow({ scenario: 'two-flows', values, variant: 'cubic-newreno', seed: 2 });
  };

  test('share the path: together they have no more than its rate', () => {
    const { goodputMbit, completedMs, isLate } = run({});
    expect(goodputMbit).toHaveLength(2);
    const [first, second] = goodputMbit as [number, number];
    expect(Math.min(first, second)).toBeGreaterThan(1);
    // The first had the path alone for a quarter of its time.
    expect(first + second * 0.75).toBeLessThan(20);
    expect(first + second * 0.75).toBeGreaterThan(16);
    expect([completedMs, isLate]).toEqual([Number.NaN, false]);
  });

  test('have a third one beside them where there is cross traffic', () => {
    const withCross = { ...initialValues(scenario), cross: 'on' };
    expect(choiceOf(withCross, 'cross')).toBe('on');
    const alone = run({});
    const crossed = run({ cross: 'on' });
    expect(crossed.goodputMbit).toHaveLength(3);
    expect(crossed.goodputMbit[0]).toBeLessThan(alone.goodputMbit[0] as number);
  });
});
