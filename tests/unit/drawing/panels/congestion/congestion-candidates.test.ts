/** The menu of models as data, on real traces: order, scores, groups, marks, reasons, and where a counterfactual begins. */
import { describe, expect, test } from 'vitest';
import {
  bestModel,
  freeStart,
  modelChoices,
  whyNoModel,
} from '../../../../../src/drawing/panels/congestion/congestion-candidates.ts';
import { INITIAL_VIEW } from '../../../../../src/drawing/view/view.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { openEvents, openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { metrics, send } from '../../../../support/replay-events.ts';

const snapshotOf = async (file: string): Promise<Snapshot> => (await openTrace(corpusPath(file))).snapshot;
const spiral = await snapshotOf('rate2-both-cubic-buggy-s09.server.sqlog.gz');

test('the best comes first, with its two scores', () => {
  const [first, ...others] = modelChoices(spiral);
  expect(first).toEqual({
    id: 'cubic-shift-from-last-send',
    name: 'CUBIC, idle rule shift-from-last-send',
    source: 'RFC 9438',
    scores: '10 of 10 reductions predicted; time followed 100.0 %',
    sameAs: null,
    mark: 'best fit',
  });
  expect(others).toHaveLength(9);
  expect(others.every(({ mark }) => mark === null)).toBe(true);
  expect(others.find(({ id }) => id === 'newreno')?.scores).toMatch(
    /^1 of 10 reductions predicted; time followed 1\d/,
  );
  expect(bestModel(spiral)).toEqual({ id: 'cubic-shift-from-last-send', freeFromUs: null });
});

test('those that the trace does not distinguish are listed together with a note', async () => {
  const choices = modelChoices(await snapshotOf('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz'));
  const [leader, ...followers] = choices.slice(0, 6);
  expect(leader?.sameAs).toBeNull();
  expect(followers.map(({ sameAs }) => sameAs)).toEqual(Array(5).fill(leader?.name));
  expect(choices.slice(0, 6).every(({ mark }) => mark === 'best fit')).toBe(true);
  expect(choices.slice(6).map(({ id, sameAs }) => [id, sameAs])).toEqual([
    ['cubic-alpha-1', null],
    ['newreno-beta-0.7', null],
    ['newreno', null],
    ['cubic-2008', null],
  ]);
});

test('if no candidate fits the log, the first is only the nearest', async () => {
  const bbr = await snapshotOf('bbr2-loss2s-s03.server.sqlog.gz');
  expect(bbr.models?.fits).toBe(false);
  expect(bbr.models?.best).toEqual([]);
  const choices = modelChoices(bbr);
  const [nearest = []] = bbr.models?.groups ?? [];
  expect(choices.filter(({ mark }) => mark === 'nearest').map(({ id }) => id)).toEqual(nearest);
  expect(choices.filter(({ mark }) => mark === 'best fit')).toEqual([]);
  expect(bestModel(bbr)).toEqual({ id: choices[0]?.id, freeFromUs: null });
});

describe('nothing to choose', () => {
  test('is explained', async () => {
    const receiver = await snapshotOf('rate-cubic-buggy-s03.client.sqlog.gz');
    const bare = (await openEvents([send(0, 0), send(5, 1)])).snapshot;
    const growing = (await openEvents([send(0, 0), metrics(1, { congestion_window: 13500 }), send(5, 1)]))
      .snapshot;
    expect(whyNoModel(receiver)).toContain("open the sender's log");
    expect(whyNoModel(bare)).toContain('No congestion window is logged');
    expect(whyNoModel(growing)).toContain('not enough data');
    expect(whyNoModel({ models: null })).toContain('when the whole trace is read');
    for (const snapshot of [receiver, bare, growing]) {
      expect([modelChoices(snapshot), bestModel(snapshot)]).toEqual([[], null]);
    }
    expect(bestModel(null)).toBeNull();
  });

  test('is not stated for a trace that is judged', () => {
    expect(whyNoModel(spiral)).toBeNull();
  });
});

test('a counterfactual begins at the pin, else at the finding, else at the view’s start', () => {
  const range = { fromUs: 3_000_000, toUs: 4_000_000 };
  const [finding] = spiral.findings;
  const { extent } = spiral;
  const view = { ...INITIAL_VIEW, range, chosen: finding!.key, pinnedUs: 3_500_000 };
  expect(freeStart(view, spiral, extent)).toEqual({ timeUs: 3_500_000, from: 'the pinned time' });
  expect(freeStart({ ...view, pinnedUs: null }, spiral, extent).timeUs).toBe(finding!.startUs);
  expect(freeStart({ ...view, pinnedUs: null, chosen: 'gone' }, spiral, extent)).toEqual({
    timeUs: 3_000_000,
    from: 'the start of the visible range',
  });
  expect(freeStart(INITIAL_VIEW, spiral, extent).timeUs).toBe(extent.fromUs);
});
