/** Which panels are shown: a row for every answer, what is pinned, and what the user or a link chose. */
import { beforeAll, describe, expect, test } from 'vitest';
import { MOST_PANELS, panelsOf } from '../../../../src/drawing/panels/answer-panels.ts';
import { PANEL_IDS } from '../../../../src/drawing/panels/registry.ts';
import { type Choices, DEFAULT_CHOICES } from '../../../../src/drawing/view/choices.ts';
import type { PanelChoice } from '../../../../src/drawing/view/set-view.ts';
import {
  CAUSE_NAMES,
  type Cause,
  HOLDER_NAMES,
  type Holder,
} from '../../../../src/engine/base/text/account-names.ts';
import type { Account } from '../../../../src/engine/findings/account/account.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { openEvents, openTrace } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

let spiral: Snapshot;
let receiver: Snapshot;
beforeAll(async () => {
  spiral = (await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'))).snapshot;
  receiver = (await openTrace(corpusPath('rate-cubic-buggy-s03.client.sqlog.gz'))).snapshot;
});

interface Shown {
  readonly choices?: Partial<Choices>;
  readonly panels?: PanelChoice | null;
  readonly chosen?: string | null;
}

const ids = (snapshot: Snapshot, { choices, panels = null, chosen = null }: Shown = {}): readonly string[] =>
  panelsOf({ ...DEFAULT_CHOICES, ...choices }, [snapshot], { panels, chosen }).shown.map(({ id }) => id);

const withMain = (snapshot: Snapshot, main: Account['main'], healthy = false): Snapshot => {
  const { account } = snapshot.summary;
  if (account === undefined) throw new Error('a trace with an account');
  return {
    ...snapshot,
    findings: [],
    summary: { ...snapshot.summary, account: { ...account, main, healthy } },
  };
};

test('a death spiral shows window, states, oscillation and boundary', () => {
  expect(ids(spiral).slice(0, 4)).toEqual(['congestion', 'states', 'oscillation', 'boundary']);
});

test('every holder with every cause, healthy or not, not judged, and a receiver has one to six panels, each once', () => {
  const holders = Object.keys(HOLDER_NAMES) as Holder[];
  const causes = [null, ...(Object.keys(CAUSE_NAMES) as Cause[])];
  const part = { heldUs: 1, lostUs: null, lostIsAtLeast: false, longestUs: 1 };
  const mains = holders.flatMap((holder) => causes.map((cause) => ({ ...part, holder, cause })));
  const all = [
    ...mains.map((main) => withMain(spiral, main)),
    ...mains.slice(0, 1).map((main) => withMain(spiral, main, true)),
    withMain(spiral, null),
    receiver,
  ];
  for (const snapshot of all) {
    const shown = ids(snapshot);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThanOrEqual(MOST_PANELS);
    expect(new Set(shown).size).toBe(shown.length);
  }
});

test('a receiver’s begin with what it received', () => expect(ids(receiver)[0]).toBe('received'));

test('a log that shows nothing has none, and names all of them', async () => {
  const { snapshot } = await openEvents([[0, 'transport:unknown_event', {}]]);
  const { shown, others } = panelsOf(DEFAULT_CHOICES, [snapshot], { panels: null, chosen: null });
  expect([shown.length, others.length > 5]).toEqual([0, true]);
});

test('the requests come first where there are many', () => {
  const many = { ...spiral, summary: { ...spiral.summary, requests: 100 } };
  expect(ids(many).slice(0, 2)).toEqual(['requests', 'congestion']);
});

test('what is chosen brings its own', () => {
  expect(ids(spiral, { chosen: 'held.window.cutRandom' })).toEqual([
    'congestion',
    'loss',
    'throughput',
    'rtt',
  ]);
});

describe('by hand', () => {
  test('what is pinned comes after the answer’s; all that is pinned stands in its own order', () => {
    expect(ids(spiral, { choices: { pins: ['rtt', 'congestion'] } }).at(-1)).toBe('rtt');
    const all = ids(spiral, { choices: { pins: [...PANEL_IDS] } });
    expect(all.slice(0, 3)).toEqual(['congestion', 'states', 'limits']);
    expect(ids(spiral, { choices: { hiddenPanels: ['none'] } })).toEqual(all);
    expect(ids(spiral, { choices: { hiddenPanels: ['states'] } })).toContain('limits');
  });

  test('a list is shown as it is, all but some in the user’s order, the chosen one’s first', () => {
    expect(ids(spiral, { panels: { kind: 'only', ids: ['rtt', 'gone', 'loss'] } })).toEqual(['rtt', 'loss']);
    const but: PanelChoice = { kind: 'all-but', ids: ['congestion'] };
    expect(ids(spiral, { panels: but, choices: { order: ['rtt'] } }).slice(0, 2)).toEqual(['rtt', 'states']);
    expect(ids(spiral, { panels: but, chosen: 'held.window.cutRandom' }).slice(0, 2)).toEqual([
      'loss',
      'throughput',
    ]);
  });
});

test('of two traces those of each in turn', () => {
  const main = {
    holder: 'credit',
    cause: 'readerSlow',
    heldUs: 1,
    lostUs: 0,
    lostIsAtLeast: false,
    longestUs: 1,
  } as const;
  const { shown } = panelsOf(DEFAULT_CHOICES, [withMain(spiral, main), spiral], {
    panels: null,
    chosen: null,
  });
  expect(shown.map(({ id }) => id).slice(0, 4)).toEqual(['streams', 'congestion', 'limits', 'states']);
});
