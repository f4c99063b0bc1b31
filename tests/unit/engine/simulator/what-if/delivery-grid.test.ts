/** The grid of a path's deliveries and its delay, from as few of the times as determine them. */
import { expect, test } from 'vitest';
import {
  answeredUs,
  delayUnderGrid,
  gridOf,
  phaseOf,
} from '../../../../../src/engine/simulator/what-if/delivery-grid.ts';

const PATH = { gridUs: 1000, phaseUs: 300, delayUs: 10_150 };
/** Four times as many as are looked at. */
const COUNT = 4 * 4096;
const sentUs = Float64Array.from({ length: COUNT }, (_, i) => i * 1237);
const answered = sentUs.map((us) => answeredUs(us, PATH));

test('of many times every fourth run of thirty tells the grid and its phase, whatever the others are', () => {
  const others = answered.map((us, i) => (Math.floor(i / 30) % 4 === 0 ? us : i * 1111.7));
  for (const timesUs of [answered, others]) {
    expect(gridOf(timesUs, 0)).toBe(PATH.gridUs);
    expect(phaseOf(timesUs, PATH.gridUs)).toBeCloseTo(PATH.phaseUs, 3);
  }
});

test('of many round trips every fourth one tells the delay, whatever the others are', () => {
  const rttsUs = answered.map((us, i) => us - (sentUs[i] as number));
  const others = rttsUs.map((us, i) => (i % 4 === 0 ? us : us + 700));
  const shortUs = Math.min(...rttsUs);
  const delayUs = delayUnderGrid(sentUs, rttsUs, PATH, shortUs);
  expect(Math.abs(delayUs - PATH.delayUs)).toBeLessThanOrEqual(PATH.gridUs / 2);
  expect(delayUnderGrid(sentUs, others, PATH, shortUs)).toBe(delayUs);
});
