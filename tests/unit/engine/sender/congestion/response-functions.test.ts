/** Windows under loss by formula, against the values of RFC 3649 and of the paper of 2008. */
import { describe, expect, test } from 'vitest';
import {
  hstcpDecrease,
  hstcpIncrease,
  hstcpLossOf,
  responseCubic2008,
  responseHstcp,
  responseStandardTcp,
} from '../../../../../src/engine/sender/congestion/response-functions.ts';

describe('HighSpeed TCP', () => {
  test.each([
    [1e-3, 38],
    [1e-4, 263],
    [1e-5, 1795],
    [1e-6, 12_280],
    [1e-7, 83_981],
    [1e-8, 574_356],
    [1e-9, 3_928_088],
    [1e-10, 26_864_653],
  ])('p = %d: %d packets (RFC 3649, table 2)', (lossRate, packets) => {
    // The RFC cuts digits off.
    expect(Math.abs(responseHstcp(lossRate) - packets)).toBeLessThan(1);
  });

  test('with more loss it is Standard TCP', () => {
    expect(responseHstcp(1e-2)).toBe(responseStandardTcp(1e-2));
  });

  // RFC 3649, appendix B.
  test.each([
    [38, 1, 0.5],
    [118, 2, 0.44],
    [221, 3, 0.41],
    [347, 4, 0.38],
    [495, 5, 0.37],
    [663, 6, 0.35],
    [851, 7, 0.34],
    [1058, 8, 0.33],
    [1284, 9, 0.32],
    [4596, 19, 0.25],
    [11_358, 31, 0.2],
    [29_557, 49, 0.15],
    [51_258, 61, 0.13],
    [75_401, 69, 0.1],
    [84_035, 71, 0.1],
    [89_053, 72, 0.1],
  ])('at %d packets a(w) = %d, b(w) = %d', (window, increase, decrease) => {
    expect(hstcpIncrease(window)).toBeCloseTo(increase, 1);
    expect(Math.abs(hstcpDecrease(window) - decrease)).toBeLessThanOrEqual(0.006);
  });

  test('p(w) is 0.078/w^1.2', () => {
    expect(hstcpLossOf(38)).toBeCloseTo(1e-3, 4);
    expect(hstcpLossOf(83_000)).toBeCloseTo(1e-7, 8);
    expect(hstcpDecrease(83_000)).toBeCloseTo(0.1, 12);
  });

  test('far above 83,000 packets a reduction still takes a twentieth', () => {
    expect([hstcpDecrease(1e6), hstcpDecrease(1e9)]).toEqual([0.05, 0.05]);
    expect(hstcpDecrease(200_000)).toBeGreaterThan(0.05);
  });

  test('up to 38 packets it is Standard TCP', () => {
    expect([hstcpIncrease(10), hstcpDecrease(10), hstcpDecrease(38)]).toEqual([1, 0.5, 0.5]);
    expect(hstcpIncrease(40)).toBeGreaterThanOrEqual(1);
    expect(hstcpDecrease(39)).toBeLessThan(0.5);
  });
});

describe('at 10 ms and p = 1e-6', () => {
  test('Standard TCP has 1,200 packets: 1.44 Gbit/s of 1,500 bytes', () => {
    expect(responseStandardTcp(1e-6)).toBeCloseTo(1200, 9);
    expect((responseStandardTcp(1e-6) * 1500 * 8) / 0.01).toBeCloseTo(1.44e9, 0);
  });

  test('CUBIC has the same: its cubic alone has 1,170 packets, and the maximum decides', () => {
    expect(responseCubic2008(1e-6, 0.01)).toBe(responseStandardTcp(1e-6));
    expect(Math.round(1.17 * (0.01 / 1e-6) ** 0.75)).toBe(1170);
  });

  test('HighSpeed TCP has ten times as many', () => {
    expect(responseHstcp(1e-6) / responseStandardTcp(1e-6)).toBeCloseTo(10.2, 1);
  });
});

test('at 100 ms CUBIC is above Standard TCP from some 1e-2 on down, and grows with the RTT', () => {
  expect(responseCubic2008(1e-6, 0.1)).toBeCloseTo(1.174 * (0.1 / 1e-6) ** 0.75, -2);
  expect(responseCubic2008(1e-6, 0.1)).toBeGreaterThan(5 * responseCubic2008(1e-6, 0.01) * 0.9);
});
