/** The store: replaced as a whole, quiet when nothing changes. */
import { expect, test } from 'vitest';
import { createStore } from '../../../../src/app/state/store.ts';

test('listeners run once for each new value and not for the same one', () => {
  const store = createStore({ n: 1 });
  let calls = 0;
  const end = store.subscribe(() => calls++);
  store.set(store.get());
  expect(calls).toBe(0);
  store.update(({ n }) => ({ n: n + 1 }));
  expect([calls, store.get().n]).toEqual([1, 2]);
  end();
  store.set({ n: 9 });
  expect(calls).toBe(1);
});

test('a listener that ends its own subscription does not disturb the others', () => {
  const store = createStore(0);
  const seen: string[] = [];
  const end = store.subscribe(() => {
    seen.push('once');
    end();
  });
  store.subscribe(() => seen.push('always'));
  store.set(1);
  store.set(2);
  expect(seen).toEqual(['once', 'always', 'always']);
});
