/** Losses met again: what a sender that does the same loses, and one that sends more. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordedLoss } from '../../../../../src/engine/simulator/runs/link-losses.ts';
import { type Fates, recordedFates } from '../../../../../src/engine/simulator/what-if/recorded-losses.ts';
import { draws } from '../../../../support/tier.ts';

const RTT_US = 14_000;

/** Bursts of packets, one per round trip, 10 µs apart. */
function bursts(sizes: readonly number[], isLost: (packet: number, burst: number) => boolean): Fates {
  const sentUs: number[] = [];
  const lost: number[] = [];
  sizes.forEach((size, burst) => {
    for (let i = 0; i < size; i++) {
      lost.push(isLost(lost.length, burst) ? 1 : 0);
      sentUs.push(burst * RTT_US + 10 * i);
    }
  });
  return { sentUs: Float64Array.from(sentUs), lost: Uint8Array.from(lost) };
}

const spansOf = (fates: Fates) => recordedFates(fates, RTT_US, 1e12);

test('without a loss there is nothing to meet', () => {
  expect(spansOf(bursts([3, 3], () => false))).toEqual([]);
});

test('a sender that sends the same packets, or a little later, loses the same', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      sizes,
      fc.infiniteStream(fc.boolean()),
      fc.integer({ min: 0, max: 2000 }),
      (sizes, coins, lateUs) => {
        const fates = bursts(sizes, () => coins.next().value === true);
        const link = new RecordedLoss(spansOf(fates));
        const met = Array.from(fates.sentUs, (us) => (link.loses(us + lateUs) ? 1 : 0));
        expect(met).toEqual([...fates.lost]);
      },
    ),
    { numRuns: draws(100) },
  );
});

test('spans of equal loss are found: two seconds of it, then none', () => {
  const fates = bursts(
    Array.from({ length: 400 }, () => 5),
    (packet, burst) => burst < 140 && (packet * 7) % 10 < 3,
  );
  const spans = spansOf(fates);
  const lossy = spans.filter(({ lost }) => lost.includes(1));
  expect(Math.max(...lossy.map(({ toMs }) => toMs)) / 14).toBeCloseTo(140, -1);
  expect(spans.at(-1)?.toMs).toBe(1e9);
});

test('a sender that sends four times as much loses as large a share', () => {
  const fates = bursts(
    Array.from({ length: 300 }, () => 4),
    (packet) => (packet * 7) % 10 < 3,
  );
  const link = new RecordedLoss(spansOf(fates));
  let [sent, lost] = [0, 0];
  for (let burst = 0; burst < 300; burst++)
    for (let i = 0; i < 16; i++) {
      sent++;
      if (link.loses(burst * RTT_US + 10 * i)) lost++;
    }
  expect(lost / sent).toBeCloseTo(0.3, 1);
});
