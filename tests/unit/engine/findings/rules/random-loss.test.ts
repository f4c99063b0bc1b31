/** Packets lost at random; those that a queue or an outage takes look alike. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { randomLoss } from '../../../../../src/engine/findings/rules/random-loss.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Before, flight, type Sized, sizedSender } from '../../../../support/sized-sender.ts';

const PACKETS = 20;

/** Flights of 20 packets, in so many of which, spread over all, one in the middle is lost. */
function flights(number: number, lost: number): (readonly Sized[])[] {
  return Array.from({ length: number }, (_, i) => {
    const isLossy = Math.floor(((i + 1) * lost) / number) > Math.floor((i * lost) / number);
    return flight(PACKETS, 1200).map((one, at) => (isLossy && at === 10 ? { ...one, isLost: true } : one));
  });
}

const find = (made: readonly (readonly Sized[])[], before?: Before) =>
  runDetectors(new DetectInput(sizedSender(made, before)), [randomLoss]).findings;

describe('packets that are lost at random', () => {
  test('are said with their share, their times and what cuts for them held', () => {
    // The window falls to a flight where one of a flight is lost, and grows in the next one.
    const window = (i: number) => (i === 0 ? 48_000 : i % 2 === 0 ? 24_000 : 30_000);
    const cuts = new Map(
      [...Array(60).keys()].map(
        (i) =>
          [
            i,
            [
              'recovery:metrics_updated',
              {
                congestion_window: window(i),
                bytes_in_flight: 0,
                smoothed_rtt: 20,
                latest_rtt: 20 + i / 1000,
              },
            ],
          ] as const,
      ),
    );
    const [finding, ...more] = find(flights(60, 30), cuts);
    expect(more).toEqual([]);
    expect(finding?.id).toBe('random-loss');
    const said =
      '30 of 1,200 packets (2.5 %) were lost at random, sent from 0.021 s to 1.239 s: no queue, rate limit or outage shows at them';
    expect(finding?.verdict).toBe(
      `${said}; cuts of the window for them held the sender for 310 ms, 24.6 % of the time.`,
    );
    const [uncut] = find(flights(60, 30));
    expect(uncut?.verdict).toBe(`${said}; no cut of the window for them held the sender.`);
    expect(finding?.evidence.map(({ id, holds }) => [id, holds]).slice(0, 3)).toEqual([
      ['rate', true],
      ['packets', true],
      ['known', true],
    ]);
  });

  test('are ten at least', () => {
    const lost = (number: number) => find(flights(40, number)).length;
    expect([lost(9), lost(10)]).toEqual([0, 1]);
  });

  test('are 0.5 % of those sent at least', () => {
    const lost = (number: number) => find(flights(120, number)).length;
    expect([lost(11), lost(12)]).toEqual([0, 1]);
  });

  test('are half of those whose kind shows at least', () => {
    const beside = (number: number) => {
      const made = flights(60, number);
      // An outage takes a flight but for its last packets.
      made.splice(30, 0, flight(PACKETS, 1200, 15));
      return find(made).length;
    };
    expect([beside(14), beside(15)]).toEqual([0, 1]);
  });
});

test('the log of a receiver is not judged', () => {
  const { notJudged } = runDetectors(new DetectInput(sizedSender([])), [randomLoss]);
  expect(notJudged[0]?.reason).toBe('no sent packet is logged');
});
