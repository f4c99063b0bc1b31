/** Persistent congestion (RFC 9002 §7.6.2), on losses laid by hand: each demand met and missed by a microsecond. */
import { describe, expect, it } from 'vitest';
import { emptyOutcome, InFlightLedger } from '../../../../../src/engine/sender/transport/ledger.ts';
import { PacketMark } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import { PersistentCongestion } from '../../../../../src/engine/sender/transport/persistent-congestion.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';

const { handshake, application } = PacketSpace;
const DURATION_US = 160;
/** The first RTT sample. */
const SAMPLE_US = 10;

type Fate = 'lost' | 'lost quietly' | 'acked' | 'spurious' | 'open';
type Packet = readonly [sentUs: number, fate: Fate, space?: number];

/** Packets with their fates; then losses are told of those sent at `told`. */
function spans(packets: readonly Packet[], ...told: readonly number[]) {
  const ledger = new InFlightLedger();
  const congestion = new PersistentCongestion(ledger);
  congestion.sampled(SAMPLE_US);
  congestion.sampled(500);
  packets.forEach(([sentUs, fate, space = application], number) => {
    const marks = fate === 'lost quietly' ? 0 : PacketMark.ackEliciting;
    const of = ledger.space(space);
    of?.send(number, 100, sentUs, true, { marks, dataBytes: 0, resentBytes: 0 });
    if (fate !== 'open' && fate !== 'acked') of?.lose(number);
    if (fate === 'acked' || fate === 'spurious') of?.ackRange(number, number, emptyOutcome());
  });
  for (const sentUs of told) congestion.lost(sentUs, DURATION_US);
  return congestion.spans.within(Number.NEGATIVE_INFINITY, 1e9).map(({ startUs, endUs, count, cause }) => {
    expect(cause).toBe(0);
    return [startUs, endUs, count];
  });
}

const LOST: readonly Packet[] = [
  [20, 'lost'],
  [181, 'lost'],
];

describe('is established', () => {
  it.each<[what: string, packets: readonly Packet[], toldUs: number, found: readonly number[] | null]>([
    ['by losses further apart than the duration', LOST, 181, [20, 181, 1]],
    ['not by losses as far apart as it', [LOST[0]!, [180, 'lost']], 180, null],
    ['not with one between them acknowledged', [LOST[0]!, [60, 'acked'], LOST[1]!], 181, null],
    ['not with one that proved a spurious loss', [LOST[0]!, [60, 'spurious'], LOST[1]!], 181, null],
    ['with one between them still out', [LOST[0]!, [60, 'open'], LOST[1]!], 181, [20, 181, 1]],
    ['from after an acknowledged one on', [[12, 'lost'], [15, 'acked'], ...LOST], 181, [20, 181, 1]],
    [
      'not across the first packet of another space',
      [
        [12, 'lost'],
        [15, 'acked', handshake],
        [173, 'lost'],
      ],
      173,
      null,
    ],
    ['not from a packet that is still out', [[20, 'open'], [22, 'lost'], LOST[1]!], 181, null],
    ['not from one that elicits no ACK', [[20, 'lost quietly'], [22, 'lost'], LOST[1]!], 181, null],
    ['from the earliest of all spaces', [[20, 'lost', handshake], [60, 'lost'], LOST[1]!], 181, [20, 181, 1]],
    [
      'from the earliest, be it of 1-RTT',
      [[20, 'lost'], [60, 'lost', handshake], LOST[1]!],
      181,
      [20, 181, 1],
    ],
    ['not from a packet of before the first sample', [[10, 'lost'], [22, 'lost'], LOST[1]!], 181, null],
    [
      'not from one sent as it came',
      [
        [9, 'lost'],
        [171, 'lost'],
      ],
      171,
      null,
    ],
    [
      'from one just after it',
      [
        [11, 'lost'],
        [172, 'lost'],
      ],
      172,
      [11, 172, 1],
    ],
    [
      'not from what was lost before the last acknowledged',
      [
        [20, 'lost'],
        [180, 'acked'],
        [190, 'lost'],
      ],
      190,
      null,
    ],
  ])('%s', (_, packets, toldUs, found) => {
    expect(spans(packets, toldUs)).toEqual(found === null ? [] : [found]);
  });
});

describe('goes on', () => {
  const then = (packets: readonly Packet[], ...told: readonly number[]) =>
    spans([...LOST, ...packets], 181, ...told);

  it.each<[what: string, packets: readonly Packet[], told: readonly number[], found: readonly number[]]>([
    ['with a loss as far after as the duration', [[341, 'lost']], [341], [20, 341, 2]],
    ['not with what is known', [], [181, 180], [20, 181, 1]],
    [
      'not after one that arrived',
      [
        [190, 'acked'],
        [200, 'lost'],
      ],
      [200],
      [20, 181, 1],
    ],
  ])('%s', (_, packets, told, found) => {
    expect(then(packets, ...told)).toEqual([found]);
  });
});

it.each([
  [184.7, []],
  [184.9, []],
  [185, [[20, 185, 1]]],
])('looks again once the losses went on by a sixteenth of the duration: %d µs', (lastUs, found) => {
  // At 175 µs the losses are 155 µs long.
  const packets: readonly Packet[] = [
    [20, 'lost'],
    [175, 'lost'],
    [lastUs, 'lost'],
  ];
  expect(spans(packets, 175, lastUs)).toEqual(found);
});
