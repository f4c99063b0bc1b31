/**
 * A digest at every level of detail, from columns that hold the whole of it to columns far narrower than its own: shares of
 * states and limits sum as the trace's own do, and envelopes enclose it.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { sharesWithin } from '../../src/drawing/panels/build/shares.ts';
import { windowFor } from '../../src/drawing/surface/viewport.ts';
import type { ColumnWindow } from '../../src/engine/base/columns/series.ts';
import type { StateSlice } from '../../src/engine/base/columns/state-timeline.ts';
import type { AnswerPart } from '../../src/engine/reading/contract/answer-parts.ts';
import type { WindowAnswer } from '../../src/engine/reading/contract/snapshot.ts';
import { answerFrom } from '../../src/sharing/digest/answer.ts';
import type { Digest } from '../../src/sharing/digest/digest.ts';
import { FULL_DETAIL, reduceTo } from '../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../src/sharing/digest/pack.ts';
import { heldShares } from '../support/corpus/claims-held.ts';
import { type SurveyedTrace, surveyTrace } from '../support/digest-input.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { someOf } from '../support/tier.ts';

const PARTS: readonly AnswerPart[] = ['limits', 'rates'];
/** Shares are written as parts of 127: running sums are off by at most half a part at each end. */
const ROUNDING = 1 / 127 + 1e-9;

const totalOf = (slice: StateSlice, column: number): number => {
  const { length } = slice.names;
  return slice.shares.subarray(column * length, (column + 1) * length).reduce((sum, share) => sum + share, 0);
};

const TRACES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'bottleneck-10mbit-bbr2.server.sqlog.gz',
  'sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz',
];

describe.each(someOf(TRACES, 3))('of %s', (file) => {
  let trace: SurveyedTrace;
  let digests: readonly Digest[];
  beforeAll(async () => {
    trace = await surveyTrace(corpusPath(file));
    const whole = makeDigest(trace.input());
    const details = [FULL_DETAIL, { ...FULL_DETAIL, columns: 128, levels: 255 }];
    digests = details.map((detail) => {
      const read = decodeDigest(encodeDigest(reduceTo(whole, trace, detail), detail.levels));
      if ('reason' in read) throw new Error(read.reason);
      return read.digest;
    });
  });

  /** Windows around the middle, at every width from far below the digest's columns to the whole trace. */
  function* levels(): Generator<{
    readonly window: ColumnWindow;
    readonly visible: { fromUs: number; toUs: number };
  }> {
    const { fromUs, toUs } = trace.snapshot.extent;
    for (let columnUs = 16; columnUs * 100 < toUs - fromUs; columnUs *= 2) {
      for (const share of [0.11, 0.5, 0.83]) {
        const middle = fromUs + (toUs - fromUs) * share;
        const start = Math.max(0, Math.floor((middle - 60 * columnUs) / columnUs)) * columnUs;
        const window = { fromUs: start, columnUs, columns: 120 };
        yield { window, visible: { fromUs: start + 40 * columnUs, toUs: start + 80 * columnUs } };
      }
    }
  }

  const asked = (
    digest: Digest,
    window: ColumnWindow,
    visible: { fromUs: number; toUs: number },
  ): WindowAnswer =>
    answerFrom(digest, { connection: 0, window, visible, series: ['cwnd'], parts: PARTS, model: null });

  test('every column has as much time in states and limits as the trace has there', () => {
    for (const digest of digests) {
      for (const { window, visible } of levels()) {
        const answer = asked(digest, window, visible);
        const own = trace.ask({ window: answer.window, visible });
        const { fromUs, columnUs, columns } = answer.window;
        for (let column = 0; column < columns; column++) {
          const startUs = fromUs + column * columnUs;
          // Where the trace ends within a column of the digest, that column's share is spread over it.
          if (startUs + columnUs * 2 + (answer.coarseUs ?? 0) > trace.snapshot.extent.toUs) break;
          for (const [held, true_] of [
            [answer.states, own.states],
            [answer.parts.limits, own.parts.limits],
          ] as const) {
            if (held === null || true_ === null) continue;
            const where = `${column} of ${columns} × ${columnUs} µs from ${fromUs}`;
            expect(Math.abs(totalOf(held, column) - totalOf(true_, column)), where).toBeLessThanOrEqual(
              ROUNDING,
            );
          }
        }
      }
    }
  });

  test('its holders have the shares of the account of the trace, within what it says', () => {
    const { account } = trace.snapshot.summary;
    if (account === undefined) throw new Error('no account');
    const due = heldShares(account);
    const { fromUs, toUs } = trace.snapshot.extent;
    for (const digest of digests) {
      const window = windowFor({ fromUs, toUs, width: 512 }, { fromUs, toUs });
      const { parts, window: given } = asked(digest, window, { fromUs, toUs });
      if (parts.limits === null) throw new Error('no limits');
      const { names } = parts.limits;
      const shares = sharesWithin(parts.limits, given, fromUs, toUs);
      expect([...names].sort()).toEqual([...due.keys()].sort());
      for (const [i, { share, within }] of shares.entries())
        expect(Math.abs(share - (due.get(names[i]!) ?? 0)), names[i]).toBeLessThanOrEqual(within + 1e-6);
    }
  });

  test('there is an answer at every level, which encloses the window of the trace', () => {
    for (const digest of digests) {
      for (const { window, visible } of levels()) {
        const answer = asked(digest, window, visible);
        expect(answer.window.columns).toBeGreaterThan(1);
        const [held] = answer.series;
        const [own] = trace.ask({ window: answer.window, visible }).series.filter(({ id }) => id === 'cwnd');
        for (let at = 0; at < (own?.values.length ?? 0); at += 4) {
          const [, low, high] = own!.values.subarray(at, at + 4) as unknown as [number, number, number];
          if (Number.isNaN(low)) continue;
          expect(held!.values[at + 1]).toBeLessThanOrEqual(low);
          expect(held!.values[at + 2]).toBeGreaterThanOrEqual(high);
        }
      }
    }
  });

  test('the width of its columns is said wherever it is wider than what was asked for', () => {
    const [digest] = digests as readonly [Digest];
    const finest = Math.min(...digest.blocks.map((block) => block.window.columnUs));
    for (const { window, visible } of levels()) {
      const { coarseUs } = asked(digest, window, visible);
      if (window.columnUs < finest) expect(coarseUs).toBeGreaterThanOrEqual(finest);
      const widest = Math.max(...digest.blocks.map((block) => block.window.columnUs));
      if (window.columnUs >= widest) expect(coarseUs).toBeUndefined();
    }
  });
});
