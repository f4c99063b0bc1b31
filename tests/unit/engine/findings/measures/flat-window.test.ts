/** Flat windows: where they begin and end, what NewReno grows by in them, and when CUBIC may stand still. */
import { describe, expect, test } from 'vitest';
import {
  CUBIC_PLATEAU_US,
  flatSpans,
  mayBePlateau,
  newRenoGrowthPackets,
} from '../../../../../src/engine/findings/measures/flat-window.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { Scenario } from '../../../../support/scenario.ts';

test('a span goes from one change of the window to the next, and stays open at the end', () => {
  const state = new Scenario().cwnd(13_500).wait(50).cwnd(27_000).wait(100).cwnd(13_500).wait(70).load();
  const spans = flatSpans(state, 60_000);
  expect(spans.map(({ startUs, endUs, cwndBytes }) => [endUs - startUs, cwndBytes])).toEqual([
    [100_000, 27_000],
  ]);
});

test('an inferred loss ends a span if data is sent again within eight round trips, or if none ever is', () => {
  const spansOf = (resentUs: number | null) => {
    const state = new TransportState();
    state.firstUs = 0;
    state.lastUs = 3_000_000;
    state.series.congestionWindow.push(0, 13_500);
    state.series.smoothedRtt.push(0, 20_000);
    state.losses.push('in-flight-drop', 1_000_000, 1);
    if (resentUs !== null) state.rebuilt.resentTotal.push(resentUs, 1350);
    return flatSpans(state, 1).length;
  };
  expect([spansOf(1_160_000), spansOf(1_160_001), spansOf(null)]).toEqual([2, 1, 2]);
});

test('NewReno grows by a packet per window acknowledged', () => {
  expect(newRenoGrowthPackets([], 13_500, 1350)).toBe(0);
  const acks = Array.from({ length: 10 }, (_, i) => ({ timeUs: i, bytes: 1350 }));
  const grown = newRenoGrowthPackets(acks, 13_500, 1350);
  expect(grown).toBeGreaterThan(0.9);
  expect(grown).toBeLessThan(1);
});

describe('CUBIC may be flat', () => {
  const state = new Scenario().cwnd(13_500).wait(50).cwnd(27_000).wait(100).cwnd(13_500).wait(70).load();
  const [grown, cut] = state.series.congestionWindow.timesUs.slice(1);
  const span = (startUs = 0, lengthUs = 0) => ({
    startUs,
    endUs: startUs + lengthUs,
    cwndBytes: 27_000,
    open: false,
  });

  test('if the window has grown before, for no longer than a plateau lasts', () => {
    expect(mayBePlateau(state, span(grown, CUBIC_PLATEAU_US))).toBe(true);
    expect(mayBePlateau(state, span(grown, CUBIC_PLATEAU_US + 1))).toBe(false);
  });

  test('and not after a reduction or at the first window', () => {
    expect(mayBePlateau(state, span(cut, 1000))).toBe(false);
    expect(mayBePlateau(state, span(state.firstUs, 1000))).toBe(false);
  });

  test('and in the first window of a range, if the log says that it had grown', () => {
    const range = new Scenario().cwnd(13_500).wait(50).load();
    range.windowGrewBefore = true;
    expect(mayBePlateau(range, span(range.firstUs, 1000))).toBe(true);
    expect(mayBePlateau(range, span(range.firstUs, CUBIC_PLATEAU_US + 1))).toBe(false);
  });

  test('and in a part of a longer span that is judged separately', () => {
    expect(mayBePlateau(state, span(grown, CUBIC_PLATEAU_US + 1), 1000)).toBe(true);
  });
});
