/** Legend entries that are switched off hold for the set in which they were. */
import { expect, test } from 'vitest';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import { createStore } from '../../../../../src/app/state/store.ts';
import { HiddenSeries } from '../../../../../src/app/state/traces/hidden-series.ts';
import type { OpenSet } from '../../../../../src/app/state/traces/open-trace.ts';
import { type Choices, DEFAULT_CHOICES } from '../../../../../src/drawing/view/choices.ts';

function opened(hidden: readonly string[] = []) {
  const choices = createStore<Choices>({ ...DEFAULT_CHOICES, hiddenSeries: [...hidden] });
  const series = new HiddenSeries({ choices } as unknown as AppState);
  const hide = (...keys: string[]): void => choices.update((now) => ({ ...now, hiddenSeries: keys }));
  return { series, hide, hiddenNow: () => choices.get().hiddenSeries };
}
const [a, b] = [{}, {}] as unknown as readonly [OpenSet, OpenSet];

test('the next trace begins with all entries, and the first has its own when it is shown again', () => {
  const { series, hide, hiddenNow } = opened(['congestion/cwnd']);
  series.look(a, false);
  expect(hiddenNow()).toEqual([]);
  hide('rtt/min-rtt');
  series.look(a, false);
  series.look(b, false);
  expect(hiddenNow()).toEqual([]);
  hide('loss/loss');
  series.look(a, false);
  expect(hiddenNow()).toEqual(['rtt/min-rtt']);
  series.look(null, false);
  series.look(b, false);
  expect(hiddenNow()).toEqual(['loss/loss']);
});

test('what a link hides is hidden in the trace that it shows, and not in the one before', () => {
  const { series, hide, hiddenNow } = opened();
  series.look(a, false);
  hide('rtt/min-rtt');
  series.look(a, false);
  // The link's layout comes before its trace.
  hide('congestion/cwnd');
  series.look(a, true);
  series.look(b, true);
  expect(hiddenNow()).toEqual(['congestion/cwnd']);
  series.look(a, false);
  expect(hiddenNow()).toEqual(['rtt/min-rtt']);
  series.look(b, false);
  expect(hiddenNow()).toEqual(['congestion/cwnd']);
});

test('a set that takes the place of another hides what that hid', () => {
  const { series, hide, hiddenNow } = opened();
  series.look(a, false);
  hide('congestion/cwnd');
  series.move(a, b);
  series.look(b, false);
  expect(hiddenNow()).toEqual(['congestion/cwnd']);
});
