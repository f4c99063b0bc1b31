/** Policed paths, and losses of the same sender that are none of a policer. */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { policed } from '../../../../../src/engine/findings/rules/policed.ts';
import {
  type LossKinds,
  lossKinds,
} from '../../../../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { atRandom, burstsOf, inTurn, limited, overPath, type Path } from '../../../../support/made-path.ts';
import { replayEvents } from '../../../../support/replay-events.ts';
import { expectStraddle } from '../../../../support/straddle.ts';

const judge = (path: Path, sends = burstsOf(40)) =>
  runDetectors(new DetectInput(replayEvents(overPath(sends, path))), [policed]);

const find = (path: Path) => judge(path).findings;

test('a token bucket is found, with its rate and its size', () => {
  const [finding, ...more] = find(limited(500, 20_000, 0));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ id: 'policed', severity: 'warning' });
  expect(finding?.verdict).toMatch(
    /dropped by a rate limit that queues nothing, about (3\.9|4\.0|4\.1) Mbit\/s/,
  );
  expect(finding?.verdict).toContain('the median RTT is 0.000 ms above the smallest of 20.0 ms');
});

test('a queue that drops the same packets is none', () => {
  expect(find(limited(500, 20_000, 1))).toEqual([]);
});

test('random losses are none, however many', () => {
  expect(find(atRandom(0.02))).toEqual([]);
  expect(find(atRandom(0.2))).toEqual([]);
});

test('where bursts come too rarely to tell the rate, only its lower end is told', () => {
  // Every burst finds the bucket full: how fast it was filled does not show.
  const rare = burstsOf(40).map((sentMs) => sentMs + 90 * Math.floor(sentMs / 30));
  const [finding] = judge(limited(500, 10_000, 0), rare).findings;
  expect(finding?.verdict).toMatch(/nothing, at least /);
});

test('ten losses or more, half of those of the trace or more', () => {
  const outage = (packets: number): Path => {
    let left = packets;
    return (sentMs) => (sentMs >= 100 && sentMs < 900 && left-- > 0 ? null : 0);
  };
  const policedOnly = find(limited(500, 20_000, 0));
  const losses = policedOnly[0]?.evidence.find(({ id }) => id === 'losses')?.value ?? 0;
  expect(losses).toBeGreaterThan(100);
  const mixed = (packets: number) => find(inTurn(outage(packets), limited(500, 20_000, 0)));
  expect(mixed(30)).toHaveLength(1);
  expect(mixed(600)).toEqual([]);
});

test('half of the losses whose kind is known', () => {
  const outage = (packets: number): Path => {
    let left = packets;
    return (sentMs) => (sentMs >= 100 && sentMs < 900 && left-- > 0 ? null : 0);
  };
  const shares = [220, 240, 250, 260, 270, 280, 300].map((packets) => {
    const state = replayEvents(overPath(burstsOf(40), inTurn(outage(packets), limited(500, 20_000, 0))));
    const kinds = lossKinds(state);
    const found = runDetectors(new DetectInput(state), [policed]).findings.length > 0;
    return { value: (kinds?.counts.policed ?? 0) / (kinds?.kinds.length ?? 0), found };
  });
  expectStraddle(0.5, shares);
});

test('one rate is told where those that explain the losses lie within half as much again', () => {
  class Rated extends DetectInput {
    readonly #ratio: number;
    constructor(ratio: number) {
      super(replayEvents(overPath(burstsOf(40), limited(500, 20_000, 0))));
      this.#ratio = ratio;
    }
    override get lossKinds(): LossKinds | null {
      const kinds = super.lossKinds;
      if (kinds === null || kinds.limit === null) throw new Error('no rate limit');
      return { ...kinds, limit: { ...kinds.limit, highestRate: this.#ratio * kinds.limit.lowestRate } };
    }
  }
  const told = (ratio: number) =>
    / nothing, (about|at least) /.exec(
      runDetectors(new Rated(ratio), [policed]).findings[0]?.verdict ?? '',
    )?.[1];
  expect([told(1.49), told(1.51)]).toEqual(['about', 'at least']);
});

test('not judged without ACKs', () => {
  expect(judge(() => null).notJudged).toMatchObject([{ id: 'policed' }]);
});

test.each([
  ['about', 'about', burstsOf(40)],
  ['at least', 'up to about', burstsOf(40).map((sentMs) => sentMs + 90 * Math.floor(sentMs / 30))],
])('rate, bucket and what a queue of its size would add belong together: %s, %s', (word, most, sends) => {
  const [finding] = judge(limited(500, word === 'about' ? 20_000 : 10_000, 0), sends).findings;
  const told =
    /nothing, (\w+(?: \w+)?) ([\d.]+ [kM])bit\/s with bursts of ([a-z ]+) ([\d.]+) kB,.* add up to ([\d.]+) ms/.exec(
      finding?.verdict ?? '',
    );
  expect(told?.slice(1, 4)).toEqual([word, told?.[2], most]);
  const [rate = 0, unit] = told?.[2]?.split(' ') ?? [];
  const bitsPerMs = Number(rate) * (unit === 'M' ? 1000 : 1);
  expect((Number(told?.[4]) * 8000) / bitsPerMs / Number(told?.[5])).toBeCloseTo(1, 1);
});
