/** Losses that depend on the size of datagrams, and those that only seem to. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { mtuBlackHole } from '../../../../../src/engine/findings/rules/mtu-black-hole.ts';
import { sizeLoss } from '../../../../../src/engine/findings/rules/size-loss.ts';
import type { LossKinds } from '../../../../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { flight, type Sized, sizedSender } from '../../../../support/sized-sender.ts';

const find = (flights: readonly (readonly Sized[])[]) =>
  runDetectors(new DetectInput(sizedSender(flights)), [mtuBlackHole, sizeLoss]).findings;

/** Packets of both sizes in turn, so many of each lost, in flights of ten. The last one is a larger one that is lost. */
function mixed(
  larger: readonly [sent: number, lost: number],
  smaller: readonly [sent: number, lost: number],
) {
  const spread = ([sent, lost]: readonly [number, number], size: number) =>
    Array.from({ length: sent }, (_, i) => ({
      at: i / sent,
      size,
      isLost: Math.floor(((i + 1) * lost) / sent) > Math.floor((i * lost) / sent),
    }));
  const packets: Sized[] = [...spread(larger, 1452), ...spread(smaller, 600)].sort((a, b) => a.at - b.at);
  // What is counted lies between the first and the last loss: both are of larger ones.
  const all = [{ size: 1452, isLost: true }, ...packets, { size: 1452, isLost: true }];
  return Array.from({ length: Math.ceil(all.length / 10) }, (_, i) => all.slice(10 * i, 10 * i + 10));
}

test('larger packets that are lost where smaller ones are not are a warning, with the size and both rates', () => {
  const [finding, ...more] = find(mixed([98, 28], [200, 2]));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ id: 'size-loss', severity: 'warning' });
  expect(finding?.verdict).toMatch(
    /^Packets with data above 600 B are lost and those below are not: 30 of 100 larger ones \(30\.0 %\) and 2 of 200 smaller ones \(1\.0 %\), of those sent from 0\.000 s to 0\.\d+ s\.$/,
  );
});

describe('its limits', () => {
  const counts = (...cases: Parameters<typeof mixed>[]): readonly number[] =>
    cases.map((one) => find(mixed(...one)).length);

  test('eight larger packets lost', () => {
    expect(
      counts(
        [
          [38, 6],
          [400, 0],
        ],
        [
          [38, 5],
          [400, 0],
        ],
      ),
    ).toEqual([1, 0]);
  });

  test('twenty smaller ones', () => {
    expect(
      counts(
        [
          [98, 78],
          [20, 0],
        ],
        [
          [98, 78],
          [19, 0],
        ],
      ),
    ).toEqual([1, 0]);
  });

  test('a quarter of the rate', () => {
    expect(
      counts(
        [
          [198, 38],
          [400, 20],
        ],
        [
          [198, 38],
          [400, 21],
        ],
      ),
    ).toEqual([1, 0]);
  });

  test('a chance of one in 100,000', () => {
    expect(
      counts(
        [
          [38, 8],
          [80, 0],
        ],
        [
          [38, 8],
          [76, 0],
        ],
      ),
    ).toEqual([1, 0]);
  });

  test('half of the losses of a full queue or a rate limit', () => {
    const dropped = (queue: number, policed: number) => {
      const input = new DetectInput(sizedSender(mixed([98, 28], [200, 0])));
      const kinds = {
        counts: { 'queue-full': queue, policed },
        kinds: new Uint8Array(30),
      } as unknown as LossKinds;
      Object.defineProperty(input, 'lossKinds', { value: kinds });
      return runDetectors(input, [sizeLoss]).findings.length;
    };
    expect([dropped(10, 4), dropped(10, 5)]).toEqual([1, 0]);
  });
});

describe('is none where', () => {
  test('losses are of any size, or of the longer ones as their length goes', () => {
    expect(find(mixed([98, 9], [200, 20]))).toEqual([]);
    expect(find(mixed([398, 58], [400, 24]))).toEqual([]);
  });

  test('all that is larger is lost: a black hole', () => {
    expect(find(mixed([98, 98], [200, 0])).map(({ id }) => id)).toEqual(['mtu-black-hole']);
  });

  test('all packets have one size', () => {
    expect(find([flight(10, 1200, 2), flight(10, 1200, 2), flight(10, 1200, 6)])).toEqual([]);
  });
});
