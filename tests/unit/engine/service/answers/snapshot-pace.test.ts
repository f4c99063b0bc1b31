/** When snapshots are due while a file is read: soon at first, later as rarely as their answers are dear. */
import { describe, expect, it } from 'vitest';
import { SnapshotPace } from '../../../../../src/engine/service/answers/snapshot-pace';

/** Time from a snapshot, sent `atMs` into the reading, until the next is due. */
function gapMs(atMs: number, answersMs: number): number {
  const pace = new SnapshotPace();
  pace.begin(0);
  pace.sent(atMs);
  pace.answered(answersMs);
  let gap = 0;
  while (!pace.isDue(atMs + gap)) gap++;
  return gap;
}

describe('the time between snapshots', () => {
  it('is none before the first', () => {
    const pace = new SnapshotPace();
    pace.begin(1000);
    expect(pace.isDue(1000)).toBe(true);
  });

  it.each([
    [0, 121],
    [600, 201],
    [60_000, 1001],
  ])('%s ms into the reading is %s ms: short at first, at most a second', (atMs, dueMs) => {
    expect(gapMs(atMs, 0)).toBe(dueMs);
  });

  it.each([
    ['cheap ones change nothing', 20, 1001],
    ['dear ones take a twenty-fifth of the time', 60, 1501],
    ['the page is never without news for longer than three seconds', 5000, 3001],
  ])('grows with what the answers cost: %s', (_, answersMs, dueMs) => {
    expect(gapMs(60_000, answersMs)).toBe(dueMs);
  });

  it('counts the answers since the last one only', () => {
    const pace = new SnapshotPace();
    pace.begin(0);
    pace.answered(5000);
    pace.sent(10_000);
    expect(pace.isDue(11_001)).toBe(true);
  });
});
