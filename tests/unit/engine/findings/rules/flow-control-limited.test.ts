/** Flow control as the bottleneck: a sender that says it is blocked while its window has room. */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/input.ts';
import { flowControlLimited } from '../../../../../src/engine/findings/rules/flow-control-limited.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';

const BLOCKED = { frame_type: 'data_blocked', limit: 100_000 };
const CREDIT = { frame_type: 'max_data', maximum: 200_000 };

function bursts(burst: Partial<Burst>, cwnd: number, rounds = 40): Scenario {
  const scenario = new Scenario().cwnd(cwnd);
  for (let i = 0; i < rounds; i++) scenario.burst({ packets: 4, rttMs: 20, gapMs: 1, ...burst });
  return scenario;
}

const find = (scenario: Scenario) =>
  runDetectors(new DetectInput(scenario.load()), [flowControlLimited]).findings;

test('a sender that waits for credit with space in its window', () => {
  const [finding] = find(bursts({ sendFrames: [BLOCKED], ackFrames: [CREDIT] }, 135_000));
  expect(finding?.severity).toBe('info');
  expect(finding?.verdict).toMatch(
    /^Flow control held the sender for 9\d\.\d % of the 8\d\d ms after the handshake, the window for 0\.0 %/,
  );
  expect(finding?.evidence.filter(({ needed }) => needed).every(({ holds }) => holds)).toBe(true);
});

test('a sender that fills its window waits for the network, blocked or not', () => {
  expect(find(bursts({ sendFrames: [BLOCKED], ackFrames: [CREDIT] }, 5400))).toEqual([]);
});

test('a sender without BLOCKED frames is not blocked', () => {
  expect(find(bursts({}, 135_000))).toEqual([]);
});

test('a few round trips are not enough data', () => {
  expect(find(bursts({ sendFrames: [BLOCKED] }, 135_000, 5))).toEqual([]);
});

test('a sender that is held beside a standing queue waits for the network', () => {
  const queued = (rttMs: number) => {
    const scenario = new Scenario().cwnd(135_000);
    for (let i = 0; i < 40; i++) {
      const held = { sendFrames: [BLOCKED], ackFrames: [CREDIT] };
      scenario.burst({ packets: 4, rttMs: i === 0 ? 20 : rttMs, gapMs: 1, ...held });
    }
    return find(scenario);
  };
  // 5 ms above 1.25 × 20 ms.
  expect(queued(30)).toHaveLength(1);
  expect(queued(30.1)).toEqual([]);
});
