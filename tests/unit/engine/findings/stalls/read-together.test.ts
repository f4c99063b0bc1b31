/** Which ACKs are read together after a silence, and how far apart they came. */
import { expect, test } from 'vitest';
import { readTogether } from '../../../../../src/engine/findings/stalls/read-together.ts';
import type { AckGap, GapAck } from '../../../../../src/engine/sender/transport/ack-gaps.ts';

const USUAL = { bytes: 2000, gapUs: 2000 };
const QUIET = { startUs: 20_000, endUs: 120_000 };

/** ACKs of packets that were sent at these times, all read 100 ms after the first. */
const acks = (sentUs: readonly number[], more: readonly Partial<GapAck>[] = []): readonly GapAck[] =>
  sentUs.map((latestSentUs, i) => ({
    timeUs: 120_000,
    earliestSentUs: latestSentUs,
    latestSentUs,
    ackDelayUs: 0,
    packets: 2,
    bytes: 2000,
    ...more[i],
  }));

const read = (together: readonly GapAck[]) => readTogether({ together } as unknown as AckGap, QUIET, USUAL);

test('those within two milliseconds of the end of the silence', () => {
  const late = [{}, { timeUs: 121_000 }, { timeUs: 122_000 }, { timeUs: 122_001 }];
  expect(read(acks([0, 1000, 2000, 3000], late))).toMatchObject({ acks: 3, readUs: 2000 });
});

test('of packets that were sent before it: others have their answer in time', () => {
  expect(read(acks([20_000, 20_001])).acks).toBe(1);
});

test('the first that comes later tells its bytes alone', () => {
  expect(read(acks([0], [{ timeUs: 123_000, bytes: 5000 }]))).toEqual({
    acks: 0,
    ackBytes: 5000,
    readUs: Number.NaN,
    cameUs: Number.NaN,
  });
});

test('half of them, and two at least, acknowledge no more than the bytes that count', () => {
  const bytesOf = (...bytes: number[]) =>
    read(
      acks(
        bytes.map(() => 0),
        bytes.map((one) => ({ bytes: one })),
      ),
    ).ackBytes;
  expect(bytesOf(1000)).toBe(1000);
  expect(bytesOf(1000, 9000)).toBe(9000);
  expect(bytesOf(1000, 3000, 9000)).toBe(3000);
  expect(bytesOf(1000, 3000, 9000, 9000)).toBe(3000);
});

test('they came as far apart as the receiver sent them: its ack_delays count', () => {
  expect(read(acks([0, 5000])).cameUs).toBe(5000);
  expect(read(acks([0, 5000], [{ ackDelayUs: 5000 }])).cameUs).toBe(0);
});

test('or as so many usually come, but for two, which may always come together', () => {
  expect(read(acks([0, 0])).cameUs).toBe(0);
  expect(read(acks([0, 0, 0])).cameUs).toBe(4000);
});
