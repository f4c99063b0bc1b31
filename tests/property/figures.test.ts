/**
 * One quantity has one owner (docs/figures.md): over all traces of the corpus every place that shows it says the same. The gate takes one
 * trace of so many.
 */
import { describe, expect, test } from 'vitest';
import { ENTRIES } from '../support/corpus/list.ts';
import { type Quantity, quantitiesOf } from '../support/figure-surfaces.ts';
import { someOf } from '../support/tier.ts';

const isKnown = (value: number | null | undefined): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

/** What does not agree with the owner. */
function apart({ name, owner, said }: Quantity): readonly string[] {
  return said.flatMap(([where, value, within = 0]) => {
    const isSame = isKnown(owner)
      ? isKnown(value) && Math.abs(value - owner) <= within + 1e-9 * Math.abs(owner)
      : !isKnown(value);
    return isSame ? [] : [`${name}: ${where} says ${value}, its owner ${owner}`];
  });
}

const isShare = (name: string): boolean => name.startsWith('held by') || name === 'time without credit';

describe.each(someOf(ENTRIES, 12).map(({ file, path }) => [file, path] as const))('%s', (_, path) => {
  test('every place that shows a figure has that of its owner, and no time is longer than the log', async () => {
    const quantities = await quantitiesOf(path);
    expect(quantities.flatMap(apart)).toEqual([]);
    const lengthUs = quantities.find(({ name }) => name === 'length')!.owner;
    for (const { name, owner } of quantities)
      if (isShare(name) && isKnown(owner)) expect(owner, name).toBeLessThanOrEqual(lengthUs);
  });
});

test('a place that says another figure is noticed', () => {
  const said = [
    ['panel', 7],
    ['record', null],
    ['digest', 5.4, 0.5],
  ] as const;
  expect(apart({ name: 'losses', owner: 5, said })).toHaveLength(2);
  expect(apart({ name: 'losses', owner: Number.NaN, said })).toHaveLength(2);
});
