/** The account as a lane: runs of one holder and cause, names where there is room, and what it paints of a digest. */
import { describe, expect, test } from 'vitest';
import {
  accountRuns,
  accountWords,
  holdsAccount,
  paintAccount,
} from '../../../../../src/drawing/panels/limits/account-lane.ts';
import { partStyle } from '../../../../../src/drawing/panels/limits/holder-styles.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import type { StateSlice } from '../../../../../src/engine/base/columns/state-timeline.ts';
import { CAUSE_NAMES, HOLDER_NAMES } from '../../../../../src/engine/base/text/account-names.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import { openTrace, PALETTE } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const COLUMNS = 400;
const NAMES = ['congestion window: random loss', 'loss detection'];

/** A pixel each: the window for 300, then loss detection. */
const slice: StateSlice = {
  names: NAMES,
  shares: Float64Array.from({ length: 2 * COLUMNS }, (_, i) => (i / 2 < 300 === (i % 2 === 0) ? 1 : 0)),
  changes: new Float64Array(COLUMNS),
};
const contextOf = (parts: Partial<typeof NO_PARTS>): PanelContext =>
  ({
    answer: { window: { fromUs: 0, columnUs: 1000, columns: COLUMNS }, parts: { ...NO_PARTS, ...parts } },
    viewport: { fromUs: 0, toUs: COLUMNS * 1000, width: COLUMNS },
  }) as unknown as PanelContext;
const paintedOf = (context: PanelContext, height = 12): RecordingSurface => {
  const surface = new RecordingSurface(COLUMNS, height);
  paintAccount(surface, context, PALETTE);
  return surface;
};

test('a run is a time of one holder and cause, named in full, by its cause or its holder as there is room', () => {
  const context = contextOf({ account: slice });
  expect(accountRuns(context)).toEqual([
    { name: NAMES[0], fromUs: 0, toUs: 300_000 },
    { name: NAMES[1], fromUs: 300_000, toUs: 400_000 },
  ]);
  expect(paintedOf(context).texts.map(({ words }) => words)).toEqual(NAMES.slice(0, 1));
  const narrow = { ...context, viewport: { ...context.viewport, width: 130 } };
  expect(paintedOf(narrow).texts.map(({ words }) => words)).toEqual(['random loss']);
  expect(paintedOf(context, 5).texts).toEqual([]);
});

test('words say the shares of a time, the largest first', () => {
  const { answer } = contextOf({ account: slice });
  expect(accountWords(answer, 200_000, 400_000)).toBe(
    'congestion window: random loss 50.0 %, loss detection 50.0 %',
  );
  expect(accountWords(answer, 0, 300_000)).toBe('congestion window: random loss 100.0 %');
});

test('an answer that holds the holders alone shows them; one that holds neither shows nothing', () => {
  const limits = { ...slice, names: ['congestion window', 'loss detection'] };
  expect(accountRuns(contextOf({ limits })).map(({ name }) => name)).toEqual(limits.names);
  const none = contextOf({});
  expect([holdsAccount(none.answer), accountRuns(none), accountWords(none.answer, 0, 1000)]).toEqual([
    false,
    [],
    '',
  ]);
  expect(paintedOf(none).calls).toEqual([]);
});

describe('styles', () => {
  test('the colour is the holder’s, whatever the cause, and causes of the window differ by pattern', () => {
    const ofWindow = (cause: keyof typeof CAUSE_NAMES) =>
      partStyle(`${HOLDER_NAMES.window}: ${CAUSE_NAMES[cause]}`);
    const causes = ['startUp', 'fullPath', 'cutRandom', 'doesNotGrow', 'estimateBelow'] as const;
    expect(new Set(causes.map((cause) => ofWindow(cause).color))).toEqual(
      new Set([partStyle(HOLDER_NAMES.window).color]),
    );
    expect(new Set(causes.map((cause) => ofWindow(cause).pattern)).size).toBe(causes.length);
  });

  test('a name of a newer version is drawn as what is not known', () => {
    expect(partStyle('something new: some cause').color).toBe(partStyle('not known').color);
  });
});

test('of a real trace the runs cover its span in order, without a gap', async () => {
  const trace = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  const runs = accountRuns(trace.context());
  const { account } = trace.snapshot.summary;
  expect(runs.length).toBeGreaterThan(1);
  for (const [at, run] of runs.slice(1).entries()) expect(run.fromUs).toBe(runs[at]?.toUs);
  expect(runs.map(({ name }) => name)).toContain('congestion window: it does not grow');
  expect(Math.abs((runs.at(-1)?.toUs ?? 0) - (account?.endUs ?? 0))).toBeLessThan(20_000);
});
