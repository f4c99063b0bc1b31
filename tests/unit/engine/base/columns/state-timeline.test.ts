/** Shares of time and changes per column, with and without the checkpoints of 64 changes. */
import { describe, expect, it } from 'vitest';
import { StateTimeline } from '../../../../../src/engine/base/columns/state-timeline.ts';

function timelineOf(changes: readonly (readonly [number, string])[]): StateTimeline {
  const timeline = new StateTimeline();
  for (const [timeUs, name] of changes) timeline.push(timeUs, name);
  return timeline;
}

/** A state for 30 µs, another for 70 µs, `cycles` times. */
function flipping(cycles: number): StateTimeline {
  return timelineOf(
    Array.from({ length: cycles }, (_, i) => [
      [i * 100, 'recovery'] as const,
      [i * 100 + 30, 'avoidance'] as const,
    ]).flat(),
  );
}

describe('changes of the congestion state', () => {
  it('leave a repeated state out and do not count the first as a transition', () => {
    const timeline = timelineOf([
      [5, 'a'],
      [6, 'a'],
      [9, 'b'],
      [9, 'b'],
      [12, 'a'],
    ]);
    expect([...timeline.timesUs]).toEqual([5, 9, 12]);
    expect([...timeline.states]).toEqual([0, 1, 0]);
    expect(timeline.names).toEqual(['a', 'b']);
    expect(timeline.transitions).toBe(2);
    expect(new StateTimeline().transitions).toBe(0);
  });

  it('beyond 32 names share one name', () => {
    const timeline = timelineOf(Array.from({ length: 100 }, (_, i) => [i * 10, `state ${i}`] as const));
    expect(timeline.names.length).toBe(33);
    expect(timeline.names[31]).toBe('state 31');
    expect(timeline.names[32]).toBe('other states');
    // All that come after the 32nd are one state, which is entered once.
    expect(timeline.length).toBe(33);
    expect(timeline.shareOf('other states', 0, 640)).toBe(0.5);
  });
});

describe('shares of time', () => {
  it('are those of each column', () => {
    const timeline = timelineOf([
      [0, 'a'],
      [50, 'b'],
      [125, 'a'],
    ]);
    const { names, shares, changes } = timeline.query({ fromUs: 0, columnUs: 100, columns: 2 }, 200);
    expect(names).toEqual(['a', 'b']);
    expect([...shares]).toEqual([0.5, 0.5, 0.75, 0.25]);
    expect([...changes]).toEqual([1, 1]);
  });

  it('are 0 before the first state and after the end of the trace', () => {
    const timeline = timelineOf([[50, 'a']]);
    const { shares, changes } = timeline.query({ fromUs: 0, columnUs: 100, columns: 4 }, 225);
    expect([...shares]).toEqual([0.5, 1, 0.25, 0]);
    expect([...changes]).toEqual([0, 0, 0, 0]);
  });

  it('are right in a window that begins long after 64 changes', () => {
    const timeline = flipping(500);
    for (const start of [0, 31, 32, 33, 64, 320, 499]) {
      const { shares, changes } = timeline.query(
        { fromUs: start * 100 + 10, columnUs: 50, columns: 1 },
        50_000,
      );
      // From 10 to 60: recovery until 30.
      expect([...shares]).toEqual([0.4, 0.6]);
      expect([...changes]).toEqual([1]);
    }
    expect(timeline.shareOf('recovery', 0, 50_000)).toBe(0.3);
    expect(timeline.shareOf('avoidance', 30_030, 30_100)).toBe(1);
  });

  it('include a state that first appears after checkpoints', () => {
    for (const cycles of [31, 32, 33, 64]) {
      const timeline = flipping(cycles);
      const end = cycles * 100;
      timeline.push(end, 'late');
      timeline.push(end + 100, 'recovery');
      expect(timeline.shareOf('late', 0, end)).toBe(0);
      expect(timeline.shareOf('late', end, end + 200)).toBe(0.5);
      expect(timeline.shareOf('recovery', 0, end)).toBe(0.3);
      expect(timeline.shareOf('recovery', end, end + 200)).toBe(0.5);
    }
  });

  it('are 0 for a state that is never logged and for an empty span', () => {
    const timeline = flipping(3);
    expect(timeline.shareOf('startup', 0, 300)).toBe(0);
    expect(timeline.shareOf('recovery', 100, 100)).toBe(0);
  });

  it('count each change once over adjacent windows', () => {
    const timeline = flipping(100);
    const countIn = (fromUs: number, columns: number): number =>
      timeline
        .query({ fromUs, columnUs: 70, columns }, 10_000)
        .changes.reduce((sum, changes) => sum + changes, 0);
    expect(countIn(-70, 60) + countIn(-70 + 60 * 70, 100)).toBe(199);
  });
});
