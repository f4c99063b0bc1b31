/** How times, views and notes move when files are joined to a trace, or separated. */
import { expect, test } from 'vitest';
import { shiftedAnchor } from '../../../../../src/app/navigation/move-notes.ts';
import { movedView } from '../../../../../src/app/navigation/moved-view.ts';
import {
  partAt,
  shiftBetween,
  startOf,
  type TimedFile,
} from '../../../../../src/app/navigation/part-times.ts';
import { joinedSource, singleSource } from '../../../../../src/app/state/traces/named-file.ts';
import { type SetView, setOfOne } from '../../../../../src/drawing/view/set-view.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';

const FILES = ['a', 'b', 'c'].map((name) => ({ file: new File([name], name), name }));
const [A, B, C] = FILES.map(({ file }) => file) as [File, File, File];

/** @param starts times of the first events, µs; null where it is not read. */
function timed(files: typeof FILES, starts: readonly number[] | null): TimedFile {
  const [first] = files;
  const source =
    files.length === 1 && first !== undefined ? singleSource(first) : joinedSource(files, 'none');
  const segments = starts?.map((fromUs) => ({ fromUs }));
  const snapshot = starts && ({ extent: { fromUs: starts[0], toUs: 1e6 }, segments } as unknown as Snapshot);
  return { ...source, current: { snapshot: { get: () => snapshot } } };
}

const JOINED = timed(FILES, [5, 1000, Number.NaN]);

test('a file of a trace begins with its first event, and holds the times from there on', () => {
  expect([A, B, C].map((part) => startOf(JOINED, part))).toEqual([5, 1000, null]);
  expect([0, 5, 999, 1000, 9000].map((us) => partAt(JOINED, us)?.name)).toEqual(['a', 'a', 'a', 'b', 'b']);
  expect(startOf(timed(FILES.slice(0, 1), null), A)).toBeNull();
});

test('times move by the first event of a file, and stay in a trace that begins with the same file', () => {
  const unread = timed(FILES, null);
  const second = timed(FILES.slice(1, 2), [20]);
  expect(shiftBetween(timed(FILES.slice(0, 1), [5]), unread, A)).toBe(0);
  expect(shiftBetween(second, unread, B)).toBeNull();
  expect(shiftBetween(second, JOINED, B)).toBe(980);
  expect(shiftBetween(JOINED, second, B)).toBe(-980);
  expect(shiftBetween(timed(FILES.slice(2), [0]), JOINED, C)).toBeNull();
});

test('an anchor moves with its time; that of a finding has none of its own', () => {
  expect(shiftedAnchor({ kind: 'time', timeUs: 5 }, 10)).toEqual({ kind: 'time', timeUs: 15 });
  expect(shiftedAnchor({ kind: 'range', fromUs: 5, toUs: 6 }, -5)).toEqual({
    kind: 'range',
    fromUs: 0,
    toUs: 1,
  });
  expect(shiftedAnchor({ kind: 'finding', key: 'k' }, 10)).toEqual({ kind: 'finding', key: 'k' });
});

const VIEW: SetView = {
  ...setOfOne('old'),
  ...{ range: { fromUs: 100, toUs: 200 }, selection: { fromUs: 120, toUs: 130 }, pinnedUs: 150 },
};

test('the view of a trace alone moves by its own times', () => {
  expect(movedView(VIEW, 'new', [], 0)).toEqual({ ...VIEW, lanes: setOfOne('new').lanes });
  expect(movedView(VIEW, 'new', [], 1000)).toMatchObject({
    ...{ range: { fromUs: 1100, toUs: 1200 }, selection: { fromUs: 1120, toUs: 1130 }, pinnedUs: 1150 },
    lanes: [{ trace: 'new', offsetUs: 0 }],
  });
});

test('beside other traces the axis stays, and the offset takes the difference; without them it goes into the times', () => {
  const lanes = [
    { trace: 'old', offsetUs: 7, style: 2 },
    { trace: 'x', offsetUs: 3, style: 1 },
  ];
  const moved = movedView({ ...VIEW, lanes }, 'new', ['x'], 1000);
  expect(moved).toEqual({ ...VIEW, lanes: [{ trace: 'new', offsetUs: -993, style: 2 }, lanes[1]] });
  // The axis was 7 µs ahead of the trace's own times, which are 1,000 µs later now.
  expect(movedView({ ...VIEW, lanes }, 'new', [], 1000)).toMatchObject({
    ...{ range: { fromUs: 1093, toUs: 1193 }, pinnedUs: 1143, lanes: [{ offsetUs: 0 }] },
  });
});
