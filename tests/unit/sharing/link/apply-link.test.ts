/** A link held against a trace: what it has not is left out with a word, everything else holds. */
import { describe, expect, test } from 'vitest';
import {
  type Choices,
  DEFAULT_CHOICES,
  movePanel,
  orderedPanels,
} from '../../../../src/drawing/view/choices.ts';
import { viewOfTrace } from '../../../../src/drawing/view/set-view.ts';
import { INITIAL_VIEW } from '../../../../src/drawing/view/view.ts';
import { applyLayout, applySet, type TraceFacts } from '../../../../src/sharing/link/apply-link.ts';
import { droppedWords } from '../../../../src/sharing/link/dropped-words.ts';
import { linkOf, type PageState } from '../../../../src/sharing/link/link-of.ts';
import {
  EMPTY_LAYOUT,
  EMPTY_VIEW,
  type LinkView,
  SET_OF_ONE,
  type TraceRef,
} from '../../../../src/sharing/link/state.ts';

const FACTS: TraceFacts = {
  key: 'a',
  extent: { fromUs: 0, toUs: 9_990_000 },
  keys: ['death-spiral.1', 'bufferbloat.1'],
  models: ['newreno', 'cubic-none'],
  hasPackets: true,
};
const ANSWERED = { ...EMPTY_LAYOUT, panels: ['answer'] };
const NOTHING_MARKED = { chosen: null, dismissed: [], model: null, packet: null };
const PANELS = ['congestion', 'states', 'loss', 'rtt'];

/** A view applied to a set of one, as its trace sees it. */
function applied(link: Partial<LinkView>, facts = FACTS) {
  const { value, dropped } = applySet(
    { view: { ...EMPTY_VIEW, ...link }, set: SET_OF_ONE, layout: ANSWERED },
    facts,
  );
  const [marks = NOTHING_MARKED] = value.marks;
  return { value: viewOfTrace(value.view, 0, marks), dropped };
}

test('what the trace has is applied', () => {
  const { value, dropped } = applied({
    range: { fromUs: 2e6, toUs: 3e6 },
    marked: { fromUs: 2.1e6, toUs: 2.2e6 },
    pinnedUs: 2.5e6,
    finding: 'death-spiral.1',
    dismissed: ['bufferbloat.1'],
    model: { id: 'newreno', freeFromUs: 1e6 },
  });
  expect(dropped).toEqual([]);
  expect(value).toEqual({
    range: { fromUs: 2e6, toUs: 3e6 },
    selection: { fromUs: 2.1e6, toUs: 2.2e6 },
    pinnedUs: 2.5e6,
    chosen: 'death-spiral.1',
    dismissed: ['bufferbloat.1'],
    model: { id: 'newreno', freeFromUs: 1e6 },
    packet: null,
  });
});

test.each(['held.window.cutRandom', 'stream.400'])(
  '%s that is chosen is applied; a part that the account lacks is named',
  (key) => {
    const facts = { ...FACTS, keys: ['held.window.cutRandom'] };
    expect(applied({ finding: key }, facts)).toMatchObject({ value: { chosen: key }, dropped: [] });
    const other = applied({ finding: 'held.credit' }, facts);
    expect(other.value.chosen).toBeNull();
    expect(other.dropped).toEqual([{ part: 'f=held.credit', why: 'its account has no such part' }]);
  },
);

describe('what it has not is left out and named', () => {
  const within = 'the trace goes from 0.000 s to 9.990 s';
  test.each<[string, Partial<LinkView>, string, string]>([
    ['a range after the end', { range: { fromUs: 20e6, toUs: 30e6 } }, 't=20-30', within],
    ['a mark before the beginning', { marked: { fromUs: -2e6, toUs: -1e6 } }, 'mark=-2--1', within],
    ['a pin outside', { pinnedUs: 9_990_001 }, 'at=9.990001', within],
    ['a finding', { finding: 'death-spiral.7' }, 'f=death-spiral.7', 'the trace has no such finding'],
    ['one dismissed', { dismissed: ['x'] }, 'away=x', 'the trace has no such finding'],
    ['a model', { model: { id: 'bbr', freeFromUs: null } }, 'm=bbr', 'there is no such model'],
    ['a model outside', { model: { id: 'newreno', freeFromUs: 10e6 } }, 'm=newreno@10', within],
  ])('%s', (_, view, part, why) => {
    const { value, dropped } = applied(view);
    expect(value).toEqual(INITIAL_VIEW);
    expect(dropped).toEqual([{ part, why }]);
  });

  test('a model, where the trace is compared with none', () => {
    const { dropped } = applied({ model: { id: 'newreno', freeFromUs: null } }, { ...FACTS, models: [] });
    expect(dropped).toEqual([{ part: 'm=newreno', why: 'the trace cannot be compared with models' }]);
  });
});

test('a range that is partly outside is cut and reported; a µs of rounding is not', () => {
  const { value, dropped } = applied({ range: { fromUs: 5e6, toUs: 12e6 } });
  expect(value.range).toEqual({ fromUs: 5e6, toUs: 9_990_000 });
  expect(dropped[0]?.why).toContain('2.01 s of it are outside');
  expect(applied({ range: { fromUs: 5e6, toUs: 9_990_001 } }).dropped).toEqual([]);
});

test('a trace without events takes nothing up and does not fail', () => {
  const { value } = applied(
    { range: { fromUs: 0, toUs: 1 }, pinnedUs: 5, finding: 'a' },
    { key: 'a', extent: { fromUs: 0, toUs: 0 }, keys: [], models: [], hasPackets: false },
  );
  expect(value).toEqual(INITIAL_VIEW);
});

test('a packet is taken up, and of a digest said to be not in it', () => {
  const packet = { space: 'Handshake', packetNumber: 2 } as const;
  expect(applied({ packet }).value.packet).toEqual(packet);
  const { value, dropped } = applied({ packet }, { ...FACTS, hasPackets: false });
  expect(value.packet).toBeNull();
  expect(dropped).toEqual([{ part: 'pn=h2', why: 'single packets are not in it' }]);
});

describe('the panels of a link', () => {
  const own: Choices = {
    ...DEFAULT_CHOICES,
    theme: 'dark',
    eventsOpen: true,
    order: ['rtt'],
    pins: ['loss'],
    heights: { loss: 300, events: 240 },
  };

  test('stand as they did where it was made; theme and event list stay the user’s', () => {
    const { value, dropped } = applyLayout(EMPTY_LAYOUT, own, PANELS);
    expect(value).toEqual({ ...DEFAULT_CHOICES, theme: 'dark', eventsOpen: true, heights: { events: 240 } });
    expect(dropped).toEqual([]);
  });

  test('that do not exist are left out and named; heights keep to their limits', () => {
    const layout = {
      order: ['rtt', 'histogram', 'rtt'],
      hiddenPanels: ['states', '__proto__'],
      hiddenSeries: ['congestion/ssthresh', 'histogram/bars'],
      heights: [
        { panel: 'loss', px: 9999 },
        { panel: 'events', px: 100 },
      ],
      differences: ['rtt', 'histogram', 'rtt'],
    };
    const { value, dropped } = applyLayout(layout, DEFAULT_CHOICES, PANELS);
    expect(value).toEqual({
      ...DEFAULT_CHOICES,
      order: ['rtt'],
      hiddenSeries: ['congestion/ssthresh'],
      heights: { loss: 900 },
      differences: ['rtt'],
    });
    expect(dropped.map(({ part }) => part)).toEqual([
      'order=histogram',
      'hide=__proto__',
      'off=histogram/bars',
      'diff=histogram',
      'h=events',
    ]);
  });
});

const PAGE: PageState = {
  traces: [],
  shown: 0,
  view: INITIAL_VIEW,
  connection: null,
  choices: DEFAULT_CHOICES,
  panels: PANELS,
};

describe('a link to the page', () => {
  test('has times in whole µs, and a range as long as it was', () => {
    const view = {
      ...INITIAL_VIEW,
      range: { fromUs: 100.5, toUs: 200.49 },
      selection: { fromUs: 3.1, toUs: 3.3 },
      pinnedUs: 7.6,
    };
    expect(linkOf({ ...PAGE, view }).view).toMatchObject({
      range: { fromUs: 101, toUs: 201 },
      marked: null,
      pinnedUs: 8,
    });
  });

  test('names no more of the order than is needed', () => {
    const order = (choices: Choices): readonly string[] => linkOf({ ...PAGE, choices }).layout.order;
    const moved = movePanel(DEFAULT_CHOICES, PANELS, 'loss', -1);
    expect(moved.order).toEqual(['congestion', 'loss', 'states', 'rtt']);
    expect(order(moved)).toEqual(['congestion', 'loss']);
    expect(order(movePanel(moved, PANELS, 'loss', 1))).toEqual([]);
    const last = movePanel(DEFAULT_CHOICES, PANELS, 'rtt', -1);
    expect(orderedPanels({ ...DEFAULT_CHOICES, order: order(last) }, PANELS)).toEqual(last.order);
  });

  const examples = Array.from({ length: 25 }, (_, i): TraceRef => ({ kind: 'example', id: `e${i}` }));

  test('a hidden state is named only by words of congestion control: a log may call it anything', () => {
    const hiddenSeries = ['states/bob at 10.0.0.1', 'states/slow_start', 'congestion/ssthresh'];
    const { hiddenSeries: told } = linkOf({ ...PAGE, choices: { ...DEFAULT_CHOICES, hiddenSeries } }).layout;
    expect(told).toEqual(['states/slow_start', 'congestion/ssthresh']);
  });

  test('names the traces that can be named', () => {
    const [a, b] = examples as [TraceRef, TraceRef];
    expect(linkOf({ ...PAGE, traces: [null, a, b], shown: 2 })).toMatchObject({ traces: [a, b], shown: 1 });
  });

  test('names none where the shown one cannot be: it would show another', () => {
    expect(linkOf({ ...PAGE, traces: [null, ...examples], shown: 0 }).traces).toEqual([]);
  });

  test('holds the shown one also where there are too many', () => {
    const { traces, shown } = linkOf({ ...PAGE, traces: examples, shown: 24 });
    expect(traces).toHaveLength(20);
    expect(traces[shown]).toEqual(examples[24]);
  });
});

test('what was left out is one line; beyond three parts the rest is counted, and all are listed', () => {
  expect(droppedWords([])).toBeNull();
  const parts = ['a', 'b', 'c', 'd\u202e'].map((part) => ({ part, why: 'no' }));
  expect(droppedWords(parts.slice(0, 1))).toEqual({
    text: 'The link was not followed in full. Left out: a: no.',
    list: [],
  });
  expect(droppedWords(parts)).toEqual({
    text: 'The link was not followed in full. Left out: a: no; b: no; c: no; and 1 more.',
    list: ['a: no', 'b: no', 'c: no', 'd\\u202e: no'],
  });
});

describe('the ends of the trace belong to it', () => {
  const { fromUs, toUs } = FACTS.extent;

  test.each([
    [fromUs, true],
    [fromUs - 1, false],
    [toUs, true],
    [toUs + 1, false],
  ])('a pin and a model at %i µs: %s', (us, taken) => {
    expect(applied({ pinnedUs: us }).value.pinnedUs).toBe(taken ? us : null);
    const model = { id: 'newreno', freeFromUs: us };
    expect(applied({ model }).value.model).toEqual(taken ? model : null);
  });

  test('no pin is none, and a model that follows the log has no place to lie outside', () => {
    const { value, dropped } = applied({ model: { id: 'newreno', freeFromUs: null } });
    expect([value.pinnedUs, value.model, dropped]).toEqual([null, { id: 'newreno', freeFromUs: null }, []]);
  });

  test.each<[markFromUs: number, markToUs: number, taken: object | null, words: string | null]>([
    [fromUs - 1, 1e6, { fromUs, toUs: 1e6 }, null],
    [fromUs - 2, 1e6, { fromUs, toUs: 1e6 }, '2 µs of it are outside'],
    [9e6, toUs + 1, { fromUs: 9e6, toUs }, null],
    [9e6, toUs + 2000, { fromUs: 9e6, toUs }, '2.00 ms of it are outside'],
    [toUs - 1, toUs + 1, { fromUs: toUs - 1, toUs }, null],
    [toUs, toUs + 5, null, 'the trace goes from'],
    [fromUs - 5, fromUs, null, 'the trace goes from'],
  ])('a mark from %i to %i µs', (markFromUs, markToUs, taken, words) => {
    const { value, dropped } = applied({ marked: { fromUs: markFromUs, toUs: markToUs } });
    expect(value.selection).toEqual(taken);
    if (words === null) expect(dropped).toEqual([]);
    else expect(dropped[0]?.why).toContain(words);
  });
});
