/** When the page asks for a window: outside the old one at once, inside it when the range rests. */
import { expect, test } from 'vitest';
import { type Wanted, Windows, type WindowUse } from '../../../../../src/app/state/traces/windows.ts';
import type { AnswerPart } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { ModelQuery } from '../../../../../src/engine/reading/contract/parts.ts';
import { RequestFailed } from '../../../../../src/engine/reading/contract/request-failed.ts';
import type {
  Snapshot,
  WindowAnswer,
  WindowRequest,
} from '../../../../../src/engine/reading/contract/snapshot.ts';
import { stubRequest } from '../../../../support/request-stub.ts';

const EXTENT = { fromUs: 0, toUs: 10_000_000 };
const WANTED = { series: ['cwnd'], parts: [], model: null } as const;
const snapshot = (revision = 1, given: Partial<Snapshot> = {}): Snapshot =>
  ({
    ...{ extent: EXTENT, revision, connection: 0, phase: 'ready', summary: { side: 'sender' } },
    progress: { events: revision },
    ...{ catalogue: [{ id: 'cwnd' }, { id: 'smoothed-rtt' }, { id: 'received-total' }], ...given },
  }) as unknown as Snapshot;
const READING = { phase: 'reading' } as const;
const viewport = (fromUs: number) => ({ fromUs, toUs: fromUs + 1_000_000, width: 500 });

/** Windows over requests that are answered by hand, with a timer that is run by hand. */
function setUp() {
  const { asked, request } = stubRequest<'window', WindowRequest>();
  const timers = new Set<() => void>();
  const answers: [WindowUse, WindowAnswer, boolean][] = [];
  let due = 0;
  let wholes = 0;
  const windows = new Windows(
    {
      request,
      onAnswer: (...answer) => answers.push(answer),
      onWhole: () => wholes++,
      onDue: () => due++,
    },
    (callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  );
  const rest = (): void => {
    for (const callback of [...timers]) {
      timers.delete(callback);
      callback();
    }
  };
  const of = (use: WindowUse) => asked.filter(({ options }) => options.supersedes === use);
  const ofPanels = () => of('panels');
  return {
    windows,
    answers,
    timers,
    rest,
    ofPanels,
    ofOverview: () => of('overview'),
    due: () => due,
    wholes: () => wholes,
  };
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
  expect(answers).toEqual([['panels', answer, false]]);
  windows.ensure(snapshot(2), viewport(2_000_000), WANTED);
  expect(ofPanels()).toHaveLength(2);
});

test('of a trace that is shown whole while it is read the first answer is not given up for a later one', async () => {
  const { windows, answers, ofPanels } = setUp();
  const grown = (revision: number) => {
    const extent = { fromUs: 0, toUs: revision * 1e6 };
    windows.ensure(snapshot(revision, { ...READING, extent }), { ...extent, width: 500 }, WANTED);
  };
  grown(1);
  grown(7);
  expect(ofPanels()).toHaveLength(1);
  await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
  grown(7);
  expect([ofPanels().length, answers.length]).toEqual([2, 1]);
  // Where the user looks elsewhere it is.
  windows.ensure(snapshot(8, { ...READING, extent: { fromUs: 0, toUs: 8e6 } }), viewport(2_000_000), WANTED);
  expect(ofPanels()).toHaveLength(3);
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

const WITH_PACKETS = { series: ['cwnd'], parts: ['sequence'], model: null } as const;

test('what a panel lacks that comes into sight is asked for once, after the answer under way', async () => {
  const { windows, answers, ofPanels } = setUp();
  const both = { ...WANTED, series: ['cwnd', 'smoothed-rtt'] };
  windows.ensure(snapshot(1, READING), viewport(0), WANTED);
  windows.ensure(snapshot(1, READING), viewport(0), both);
  expect(ofPanels()).toHaveLength(1);
  expect(windows.holds(WANTED)).toBe(false);
  await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
  expect([windows.holds(WANTED), windows.holds(both)]).toEqual([true, false]);
  windows.ensure(snapshot(1, READING), viewport(0), both);
  windows.ensure(snapshot(1, READING), viewport(0), both);
  expect(ofPanels().map(({ body }) => body.series)).toEqual([['cwnd'], ['smoothed-rtt']]);
  await ofPanels()[1]?.answer({ revision: 1 } as WindowAnswer);
  expect(windows.holds(both)).toBe(true);
  expect(answers.map(([, , isFurther]) => isFurther)).toEqual([false, true]);
});

test('rates come again with a further total, which they are of', async () => {
  const { windows, ofPanels } = setUp();
  const rates = (...series: string[]): Wanted => ({ series, parts: ['rates'], model: null });
  windows.ensure(snapshot(), viewport(0), rates('cwnd'));
  await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
  windows.ensure(snapshot(), viewport(0), rates('cwnd', 'received-total'));
  expect(ofPanels()[1]?.body).toMatchObject({ series: ['received-total'], parts: ['rates'] });
});

test('of a trace that was read and is judged now only what is new is asked for, and what depends on the judging', async () => {
  const asked = async (wanted: Wanted, then = wanted) => {
    const { windows, ofPanels } = setUp();
    const progress = { events: 7 } as Snapshot['progress'];
    windows.ensure(snapshot(1, { phase: 'analysing', progress }), viewport(0), wanted);
    await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
    windows.ensure(snapshot(2, { progress }), viewport(0), then);
    return ofPanels()
      .slice(1)
      .map(({ body: { series, parts, model } }) => ({ series, parts, model }));
  };
  expect(await asked(WANTED)).toEqual([]);
  expect(await asked(WANTED, { ...WANTED, parts: ['limits'] })).toEqual([
    { series: [], parts: ['limits'], model: null },
  ]);
  const judged: Wanted = { ...WANTED, parts: ['recovery', 'limits'] };
  expect(await asked(judged)).toEqual([judged]);
  expect(await asked({ ...WANTED, parts: ['recovery', 'http'] })).toEqual([
    { series: [], parts: ['http'], model: null },
  ]);
  const modelled: Wanted = { ...WANTED, model: { id: 'newreno', freeFromUs: null } as unknown as ModelQuery };
  expect(await asked(modelled)).toEqual([modelled]);
});

test('an answer holds what a panel wants of it although the trace has no such series', async () => {
  const { windows, ofPanels } = setUp();
  const wanted = { ...WANTED, series: ['cwnd', 'pacing-rate'] };
  windows.ensure(snapshot(), viewport(0), wanted);
  await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
  expect([ofPanels()[0]?.body.series, windows.holds(wanted)]).toEqual([['cwnd'], true]);
});

test('an answer holds what a panel that is shown later wants of it, where the trace has no such series', async () => {
  const { windows, ofPanels } = setUp();
  windows.ensure(snapshot(), viewport(0), WANTED);
  await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
  const later = { ...WANTED, series: ['cwnd', 'pacing-rate'] };
  expect(windows.holds(later)).toBe(false);
  windows.ensure(snapshot(), viewport(0), later);
  expect([ofPanels().length, windows.holds(later)]).toEqual([1, true]);
});

test('where the panels show all of a trace, their answer is the overview’s, also once more is wanted of the whole', async () => {
  const { windows, ofPanels, ofOverview, wholes } = setUp();
  const whole = { ...EXTENT, width: 500 };
  windows.ensure(snapshot(1, READING), whole, WANTED);
  expect([ofPanels().length, ofOverview().length, wholes()]).toEqual([1, 0, 0]);
  await ofPanels()[0]?.answer({ revision: 1 } as WindowAnswer);
  windows.ensure(snapshot(1, READING), whole, WANTED);
  windows.ensure(snapshot(1, READING), whole, WANTED);
  expect([ofOverview().length, wholes()]).toEqual([0, 1]);
  const judged = { ...WANTED, parts: ['limits'] } as const;
  windows.ensure(snapshot(2), whole, judged);
  await ofPanels()[1]?.answer({ revision: 2 } as WindowAnswer);
  windows.ensure(snapshot(2), whole, judged);
  expect([ofPanels().length, ofOverview().length, wholes()]).toEqual([2, 0, 2]);
  // Zoomed in, the overview stays as it was.
  windows.ensure(snapshot(2), viewport(0), judged);
  expect([ofPanels().length, ofOverview().length]).toEqual([3, 0]);
  // What the panels do not draw is asked for by itself.
  const other = setUp();
  other.windows.ensure(snapshot(1), whole, { ...WANTED, series: ['smoothed-rtt'] });
  expect(other.ofOverview()[0]?.body.series).toEqual(['cwnd']);
});

test('while a trace is read, its packets are asked for once a second', async () => {
  const { windows, rest, ofPanels, due } = setUp();
  const parts = () => ofPanels().map((asked) => asked.body.parts);
  const grown = (revision: number) =>
    snapshot(revision, { ...READING, extent: { fromUs: 0, toUs: revision * 1e6 } });
  for (const revision of [1, 2, 3]) {
    windows.ensure(grown(revision), { fromUs: 0, toUs: revision * 1e6, width: 500 }, WITH_PACKETS);
    await ofPanels()
      .at(-1)
      ?.answer({ revision } as WindowAnswer);
  }
  expect([parts(), due()]).toEqual([[['sequence'], [], []], 0]);
  expect(windows.holds(WITH_PACKETS)).toBe(false);
  rest();
  expect(due()).toBe(1);
  windows.ensure(grown(3), { fromUs: 0, toUs: 3e6, width: 500 }, WITH_PACKETS);
  expect(parts().at(-1)).toEqual(['sequence']);
});

test('packets are asked for at once where the user looks elsewhere, and when the trace is read', async () => {
  const { windows, ofPanels } = setUp();
  const parts = () => ofPanels().map((asked) => asked.body.parts);
  windows.ensure(snapshot(1, READING), viewport(2_000_000), WITH_PACKETS);
  windows.ensure(snapshot(1, READING), viewport(6_000_000), WITH_PACKETS);
  windows.ensure(snapshot(1, READING), { fromUs: 6_400_000, toUs: 6_500_000, width: 500 }, WITH_PACKETS);
  await ofPanels()
    .at(-1)
    ?.answer({ revision: 1 } as WindowAnswer);
  windows.ensure(snapshot(2), { fromUs: 6_400_000, toUs: 6_500_000, width: 500 }, WITH_PACKETS);
  expect(parts()).toEqual([['sequence'], ['sequence'], ['sequence'], ['sequence']]);
});

test('panels that show all of a trace are asked for what the strip says of the account, and the overview asks nothing', () => {
  const { windows, ofPanels, ofOverview } = setUp();
  const whole = { ...snapshot(1).extent, width: viewport(0).width };
  windows.ensure(snapshot(1), whole, { ...WANTED, parts: ['ptos'] });
  expect(ofPanels().map(({ body }) => body.parts)).toEqual([['ptos', 'account', 'limits']]);
  expect(ofOverview()).toEqual([]);
});

test('the overview asks what its strip draws, and when the trace is read what a panel in sight may say in one line', async () => {
  const { windows, ofOverview } = setUp();
  const asked = () => ofOverview().map(({ body }) => [body.series, body.parts]);
  const wants = (...parts: AnswerPart[]): Wanted => ({ ...WANTED, parts });
  const answered = () =>
    ofOverview()
      .at(-1)
      ?.answer({ revision: 1 } as WindowAnswer);
  windows.ensure(snapshot(1, READING), viewport(0), wants('limits'));
  await answered();
  windows.ensure(snapshot(2), viewport(0), wants('limits', 'sequence'));
  await answered();
  windows.ensure(snapshot(2), viewport(0), wants('streamShares'));
  await answered();
  // They have become one line, and want nothing.
  windows.ensure(snapshot(2), viewport(0), WANTED);
  windows.ensure(snapshot(3), viewport(0), WANTED);
  expect(asked()).toEqual([
    [['cwnd'], []],
    [['cwnd'], ['account', 'limits']],
    [[], ['streamShares']],
    [['cwnd'], ['account', 'limits', 'streamShares']],
  ]);
  const receiver = setUp();
  receiver.windows.ensure(
    snapshot(1, { ...READING, summary: { side: 'receiver' } as Snapshot['summary'] }),
    viewport(0),
    WANTED,
  );
  const [{ body } = { body: null }] = receiver.ofOverview();
  expect([body?.series, body?.parts]).toEqual([['received-total'], ['rates']]);
});
