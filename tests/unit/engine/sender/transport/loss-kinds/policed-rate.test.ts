/** When the drops of a policer prove its rate: where it drops much of what is sent. */
import { expect, test } from 'vitest';
import { policedRate } from '../../../../../../src/engine/sender/transport/loss-kinds/policed-rate.ts';
import { MADE_LEVELS, madeRows } from '../../../../../support/flight-rows.ts';

/** Of each hundred packets so many are dropped, evenly. */
function rateOf(ofHundred: number, levels = MADE_LEVELS) {
  const isLost = (row: number): boolean =>
    Math.floor(((row + 1) * ofHundred) / 100) > Math.floor((row * ofHundred) / 100);
  const rows = madeRows({ packets: 2000, isLost });
  return policedRate(rows, rows.losses.slice(40), levels, 1.25);
}

test('fifteen of a hundred do, fourteen do not', () => {
  expect(rateOf(15)).toMatchObject({ rate: 1.25, toUs: 199_900 });
  expect(rateOf(14)).toBeNull();
});

test('it is proved from the first to the last packet that it dropped', () => {
  expect(rateOf(20)).toEqual({ fromUs: 100 * (40 * 5 + 4), toUs: 100 * 1999, rate: 1.25 });
});

test('two round trips up to each loss count, and no packet before them', () => {
  // 400 packets in two round trips of 20 ms, of which those sent first arrive.
  const at = (rttMinUs: number) => {
    const rows = madeRows({ packets: 400, isLost: (row) => row >= 300 && row % 4 === 0 });
    return policedRate(
      rows,
      rows.losses.slice(-1),
      MADE_LEVELS.map((level) => ({ ...level, rttMinUs })),
      1,
    );
  };
  expect(at(20_000)).toBeNull();
  expect(at(5000)).not.toBeNull();
});
