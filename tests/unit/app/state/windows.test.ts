/** When the page asks for a window: outside the old one at once, inside it when the range rests. */
import { expect, test } from 'vitest';
import { Windows, type WindowUse } from '../../../../src/app/state/windows.ts';
import { RequestFailed } from '../../../../src/engine/contract/request-failed.ts';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../../../src/engine/contract/snapshot.ts';
import { stubRequest } from '../../../support/request-stub.ts';

const EXTENT = { fromUs: 0, toUs: 10_000_000 };
const WANTED = { series: ['cwnd'], parts: [], model: null } as const;
const snapshot = (revision = 1): Snapshot =>
  ({ extent: EXTENT, revision, connection: 0, catalogue: [{ id: 'cwnd' }] }) as unknown as Snapshot;
const viewport = (fromUs: number) => ({ fromUs, toUs: fromUs + 1_000_000, width: 500 });

/** Windows over requests that are answered by hand, with a timer that is run by hand. */
function setUp() {
  const { asked, request } = stubRequest<'window', WindowRequest>();
  const timers = new Set<() => void>();
  const answers: [WindowUse, WindowAnswer][] = [];
  const windows = new Windows(
    { request, onAnswer: (use, answer) => answers.push([use, answer]) },
    (callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  );
  const rest = (): void => {
    for (const callback of [...timers]) callback();
  };
  const ofPanels = () => asked.filter(({ options }) => options.supersedes === 'panels');
  return { windows, answers, timers, rest, ofPanels };
}

test('a range that moves inside the window asks nothing, and once when it rests', () => {
  const { windows, timers, rest, ofPanels } = setUp();
  windows.ensure(snapshot(), viewport(4_000_000), WANTED);
  expect(ofPanels()).toHaveLength(1);
  for (const fromUs of [4_100_000, 4_200_000, 4_300_000])
    windows.ensure(snapshot(), viewport(fromUs), WANTED);
  expect(ofPanels()).toHaveLength(1);
  expect([windows.waiting, timers.size]).toEqual([true, 1]);
  rest();
  expect(ofPanels()).toHaveLength(2);
  expect(ofPanels()[1]?.body.visible).toEqual({ fromUs: 4_300_000, toUs: 5_300_000 });
  expect(windows.waiting).toBe(false);
});

test('a range that comes back to what was asked asks nothing more', () => {
  const { windows, timers, ofPanels } = setUp();
  windows.ensure(snapshot(), viewport(4_000_000), WANTED);
  windows.ensure(snapshot(), viewport(4_100_000), WANTED);
  windows.ensure(snapshot(), viewport(4_000_000), WANTED);
  expect([ofPanels().length, timers.size, windows.waiting]).toEqual([1, 0, false]);
});

test('outside the window it asks at once', () => {
  const { windows, ofPanels } = setUp();
  windows.ensure(snapshot(), viewport(2_000_000), WANTED);
  windows.ensure(snapshot(), viewport(6_000_000), WANTED);
  expect(ofPanels()).toHaveLength(2);
});

test('growth waits for the answer under way, and is asked for after it', async () => {
  const { windows, answers, ofPanels } = setUp();
  windows.ensure(snapshot(1), viewport(2_000_000), WANTED);
  windows.ensure(snapshot(2), viewport(2_000_000), WANTED);
  expect(ofPanels()).toHaveLength(1);
  const answer = { revision: 1 } as WindowAnswer;
  await ofPanels()[0]?.answer(answer);
  expect(answers).toEqual([['panels', answer]]);
  windows.ensure(snapshot(2), viewport(2_000_000), WANTED);
  expect(ofPanels()).toHaveLength(2);
});

test('growth waits for no answer that does not come', async () => {
  const { windows, answers, ofPanels } = setUp();
  windows.ensure(snapshot(1), viewport(2_000_000), WANTED);
  await ofPanels()[0]?.fail(new RequestFailed('The file does not hold this connection.'));
  windows.ensure(snapshot(2), viewport(2_000_000), WANTED);
  expect([ofPanels().length, answers.length]).toEqual([2, 0]);
});

test('what is forgotten is not asked for any more, and its answer is not wanted', async () => {
  const { windows, answers, timers, ofPanels } = setUp();
  windows.ensure(snapshot(), viewport(4_000_000), WANTED);
  windows.ensure(snapshot(), viewport(4_100_000), WANTED);
  windows.forget();
  expect([timers.size, windows.waiting]).toEqual([0, false]);
  expect(ofPanels()[0]?.options.signal?.aborted).toBe(true);
  await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
  expect(answers).toEqual([]);
  windows.ensure(snapshot(), viewport(4_000_000), WANTED);
  expect(ofPanels()).toHaveLength(2);
});
