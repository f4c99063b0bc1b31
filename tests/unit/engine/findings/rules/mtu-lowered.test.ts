/** Datagrams that are made smaller though larger ones arrive; black holes, paths and applications that look alike. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { mtuBlackHole } from '../../../../../src/engine/findings/rules/mtu-black-hole.ts';
import { mtuLowered } from '../../../../../src/engine/findings/rules/mtu-lowered.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Before, flight, type Sized, sizedSender } from '../../../../support/sized-sender.ts';

const find = (flights: readonly (readonly Sized[])[], before?: Before) =>
  runDetectors(new DetectInput(sizedSender(flights, before)), [mtuBlackHole, mtuLowered]).findings;

/** The stack says it before a flight. */
const saidAt = (i: number): Before => new Map([[i, ['connectivity:mtu_updated', { old: 1452, new: 1200 }]]]);
const times = (n: number, packets: readonly Sized[]) => Array.from({ length: n }, () => packets);

/** Four flights of 1,452 B, one packet lost in each, then smaller ones. */
const LOSSY = times(4, flight(10, 1452, 1));
const lowered = (after: readonly (readonly Sized[])[], said = true) =>
  find([...LOSSY, ...after], said ? saidAt(4) : undefined);

test('a stack that lowers its MTU under random loss is a warning, with both rates', () => {
  const [finding, ...more] = lowered(times(8, flight(10, 1200, 1)));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({
    id: 'mtu-lowered',
    severity: 'warning',
    variant: 'logged',
    startUs: 84_000,
  });
  expect(finding?.verdict).toBe(
    'The MTU was lowered from 1,452 B to 1,200 B at 0.084 s (mtu_updated), and the losses do not depend on the size: ' +
      '9 of the last 10 larger packets before it arrived; in all 4 of 40 larger packets were lost (10.0 %), and 8 of 80 others (10.0 %), 10.0 % of both, 12 of them at random.',
  );
});

test('where the stack says nothing the sizes of its full packets do', () => {
  const [finding] = lowered(times(8, flight(10, 1200, 1)), false);
  expect(finding).toMatchObject({ variant: 'by-sizes', confidence: 0.7 });
  expect(finding?.verdict).toContain('at 0.084 s, which is inferred from their sizes, and');
});

test('what is sent again keeps its size for up to ten round trips', () => {
  const resent = (flights: number) =>
    find(
      [
        ...LOSSY,
        ...times(flights, [...flight(9, 1200, 1), ...flight(1, 1452)]),
        ...times(4, flight(10, 1200, 1)),
      ],
      saidAt(4),
    ).map(({ variant, startUs }) => [variant, startUs]);
  expect(resent(9)).toEqual([['logged', 84_000]]);
  expect(resent(12)).toEqual([]);
});

describe('its limits', () => {
  test('ten packets after it, fifty where the stack does not say it', () => {
    expect([9, 10].map((n) => lowered([flight(n, 1200, 1)]).length)).toEqual([0, 1]);
    expect([49, 50].map((n) => lowered([flight(n, 1200, 4)], false).length)).toEqual([0, 1]);
  });

  test('half of the last ten larger packets arrived, and five', () => {
    const last = (lost: number) =>
      find(
        [...times(3, flight(10, 1452, 1)), flight(10, 1452, lost), ...times(8, flight(10, 1200, 3))],
        saidAt(4),
      );
    expect([5, 6].map((lost) => last(lost).length)).toEqual([1, 0]);
    const few = (larger: number) =>
      find([flight(larger, 1452, 1), ...times(8, flight(10, 1200, 3))], saidAt(1));
    expect([5, 6].map((larger) => few(larger).length)).toEqual([0, 1]);
  });

  test('one of them was lost by then', () => {
    const lossless = times(4, flight(10, 1452));
    expect(find([...lossless, ...times(8, flight(10, 1200, 1))], saidAt(4))).toEqual([]);
  });

  test('losses that hit the larger ones as often by chance once in twenty', () => {
    // Of 40 larger ones 5, and of 80 others 4: 15 %; 6 are 7 %, 7 are 3.4 %.
    const larger = (lost: number) =>
      find([flight(30, 1452, lost), flight(10, 1452), ...times(4, flight(20, 1200, 1))], saidAt(2)).length;
    expect([6, 7].map(larger)).toEqual([1, 0]);
  });

  test('50 B, and full packets of 1,000 B', () => {
    const step = (from: number, to: number) =>
      find([...times(4, flight(10, from, 1)), ...times(8, flight(10, to, 1))], saidAt(4)).length;
    expect([step(1250, 1200), step(1249, 1200)]).toEqual([1, 0]);
    expect([step(1200, 1000), step(1200, 999)]).toEqual([1, 0]);
  });

  test('half of the packets after it are full', () => {
    const mixed = (full: number) =>
      lowered(times(8, [...flight(full, 1200, 1), ...flight(10 - full, 500)])).length;
    expect([mixed(5), mixed(4)]).toEqual([1, 0]);
  });
});

describe('is none where', () => {
  test('a black hole drops all that is larger', () => {
    const hole = [
      ...LOSSY,
      ...times(2, [...flight(10, 1452, 10), ...flight(5, 300)]),
      ...times(8, flight(10, 1200)),
    ];
    expect(find(hole, saidAt(6)).map(({ id }) => id)).not.toContain('mtu-lowered');
  });

  test('another path is validated then', () => {
    const moved: Before = new Map([
      [
        4,
        [
          'transport:packet_received',
          {
            header: { packet_type: '1RTT', packet_number: 99_999 },
            raw: { length: 60 },
            frames: [{ frame_type: 'path_challenge' }],
          },
        ],
      ],
    ]);
    expect(find([...LOSSY, ...times(8, flight(10, 1200, 1))], moved)).toEqual([]);
  });

  test('the stack raised its MTU, and an application sends less from then on', () => {
    const raised = [...times(2, flight(10, 1280, 1)), ...times(2, flight(10, 1452, 1)), flight(20, 1100)];
    expect(find(raised, saidAt(2))).toEqual([]);
  });
});
