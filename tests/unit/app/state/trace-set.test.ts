/** The time at which a set shows values: that of the pin while it can be seen, else that of the pointer. */
import { expect, test } from 'vitest';
import { type SetMember, TraceSet } from '../../../../src/app/state/trace-set.ts';

function setOf(): TraceSet<SetMember> {
  const set = new TraceSet<SetMember>({
    key: '1.0',
    extent: { fromUs: 0, toUs: 10e6 },
    enter: () => undefined,
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
