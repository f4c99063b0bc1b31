/** The time at which a set shows values: that of the pin while it can be seen, else that of the pointer. */
import { describe, expect, test } from 'vitest';
import { type SetMember, TraceSet } from '../../../../../src/app/state/traces/trace-set.ts';

function setOf(): TraceSet<SetMember> {
  const set = new TraceSet<SetMember>({
    key: '1.0',
    extent: { fromUs: 0, toUs: 10e6 },
    enter: () => undefined,
    chosen: null,
    setChosen: () => undefined,
  });
  set.setWidth(1000);
  return set;
}

test('a pin out of view gives way to the pointer, and counts again when it is in view', () => {
  const set = setOf();
  set.pin(1e6);
  set.cursorUs.set(6e6);
  expect(set.readoutUs).toBe(1e6);
  set.showRange({ fromUs: 5e6, toUs: 8e6 });
  expect(set.readoutUs).toBe(6e6);
  set.cursorUs.set(null);
  expect(set.readoutUs).toBeNull();
  set.showRange(null);
  expect(set.readoutUs).toBe(1e6);
});

describe('a trace of several shown alone', () => {
  const member = (key: string): SetMember => ({
    key,
    extent: { fromUs: 0, toUs: 10e6 },
    enter: () => undefined,
    chosen: null,
    setChosen: () => undefined,
  });

  test('is the first one, then each of the others, and the first again', () => {
    const set = setOf();
    set.add(member('2.0'));
    set.add(member('3.0'));
    const seen = Array.from({ length: 4 }, () => {
      set.showNextAlone();
      return set.alone.get();
    });
    expect(seen).toEqual(['1.0', '2.0', '3.0', '1.0']);
  });

  test('gives way to all by Esc, after selection and pin', () => {
    const set = setOf();
    set.add(member('2.0'));
    set.showNextAlone();
    set.pin(1e6);
    expect([set.clear(), set.alone.get()]).toEqual([true, '1.0']);
    expect([set.clear(), set.alone.get()]).toEqual([true, null]);
    expect(set.clear()).toBe(false);
  });

  test('is not where there is one, nor one that was removed', () => {
    const set = setOf();
    set.showNextAlone();
    expect(set.alone.get()).toBeNull();
    const other = member('2.0');
    set.add(other);
    set.showNextAlone();
    set.showNextAlone();
    expect(set.alone.get()).toBe('2.0');
    set.remove(other);
    expect(set.alone.get()).toBeNull();
  });
});
