/** The field of an export's header that says what its events do not: written and read again, and read with care. */
import { describe, expect, it } from 'vitest';
import { rangeField, readRange } from '../../../src/qlog-schema/exported-range.ts';
import { type ExportedRange, RANGE_KEY, readHeader } from '../../../src/qlog-schema/index.ts';

const RANGE: ExportedRange = {
  fromUs: 1_500_001,
  fromStart: false,
  toEnd: false,
  family: 'schema',
  resolution: '1 ms',
  losses: 'counted',
  timeouts: 'probe',
  ptoCount: 2,
  logged: ['congestion_window', 'acks'],
  windowGrew: true,
  sendsData: true,
  packetThreshold: 7,
  rtt: { latestUs: 20_500, minUs: 10_001, smoothedUs: 15_000, variationUs: 0 },
  recoveryUs: 1_400_000,
  inRecovery: true,
  marked: 3,
  unsettled: [
    {
      space: 2,
      packetNumber: [4, 9],
      sentUs: [1_490_000, 1_500_001],
      sizeBytes: [1350, 40],
      dataBytes: [1300, 0],
      resentBytes: [100, 0],
      inFlight: [1, 0],
      ackEliciting: [1, 0],
    },
  ],
  moved: [{ space: 2, packetNumber: [9, 11] }],
};

function readFrom(field: unknown): ExportedRange | null {
  const file = { trace: { common_fields: { [RANGE_KEY]: field } } };
  const { range } = readHeader(JSON.parse(JSON.stringify(file)));
  return range === null ? null : readRange(range);
}

const [PACKETS] = rangeField(RANGE).unsettled as readonly object[];

describe('the state in which an exported range begins', () => {
  it.each<[string, Partial<ExportedRange>]>([
    ['of everything', {}],
    [
      'of a log without losses, RTT, recovery and sides',
      {
        ...{ losses: null, timeouts: null, resolution: null, rtt: null, sendsData: null },
        ...{
          recoveryUs: Number.NaN,
          inRecovery: false,
          packetThreshold: Number.NaN,
          unsettled: [],
          logged: [],
        },
      },
    ],
    ['of a log whose clock never steps back', { moved: [] }],
    ['of a receiver', { sendsData: false, windowGrew: false, fromStart: true, toEnd: true }],
  ])('is read as it was written, %s', (_, parts) => {
    const range = { ...RANGE, ...parts };
    expect(readFrom(rangeField(range))).toEqual(range);
  });

  it.each([null, 7, 'x', [], {}, { from: 'soon' }, { from: null }])('is none in %j', (field) => {
    expect(readFrom(field)).toBeNull();
  });

  it('takes what fits of a field that another wrote', () => {
    const range = readFrom({
      ...{ from: 1, family: 'evil', losses: 7, logged: ['acks', 'secrets'], rtt: { smoothed_rtt: 5 } },
      ...{ unsettled: 'many', packet_threshold: 'x' },
      moved: [
        { packet_number_space: 'elsewhere', packet_numbers: [1] },
        { packet_number_space: 'initial', packet_numbers: [1, 'two'] },
        { packet_number_space: 'handshake', packet_numbers: [3] },
      ],
    });
    expect(range).toMatchObject({
      family: 'unknown',
      losses: null,
      logged: ['acks'],
      rtt: null,
      unsettled: [],
      moved: [{ space: 1, packetNumber: [3] }],
    });
    expect(range?.packetThreshold).toBeNaN();
  });

  it.each<[string, object]>([
    ['columns of different lengths', { lengths: [1350] }],
    ['numbers that do not ascend', { packet_numbers: [9, 9] }],
    ['a number that is none', { packet_numbers: [4, 'nine'] }],
    ['a negative size', { lengths: [1350, -1] }],
    ['a packet sent after the beginning', { sent: [1490, 1500.002] }],
    ['an unknown number space', { packet_number_space: 'elsewhere' }],
  ])('leaves out packets with %s', (_, wrong) => {
    const field = (packets: object) => ({ ...rangeField(RANGE), unsettled: [packets] });
    expect(readFrom(field(PACKETS as object))?.unsettled).toHaveLength(1);
    expect(readFrom(field({ ...PACKETS, ...wrong }))?.unsettled).toEqual([]);
  });
});
