/** ACK frames of received packets: ranges and delays, as the RFC's draft has them and as quirks of stacks have them. */
import { expect, it } from 'vitest';
import { EventBatch } from '../../../../../../../src/engine/base/columns/event-batch.ts';
import { decodeReceived } from '../../../../../../../src/engine/input/formats/qlog/decode/decode-packet.ts';
import { Tally } from '../../../../../../../src/engine/input/formats/quality.ts';
import { StreamProgress } from '../../../../../../../src/engine/input/formats/stream-progress.ts';
import {
  EventKind,
  effectsOf,
  type QuirkEffects,
  quirksOf,
  readHeader,
} from '../../../../../../../src/qlog-schema/index.ts';

const ACK = {
  frame_type: 'ack',
  ack_delay: 1.5,
  acked_ranges: [
    [0, 3],
    [5, 6],
  ],
};

/** What one received packet with these ACK frames gives, in a file that counts ms. */
function decoded(effects: QuirkEffects, frames: readonly object[] = [ACK]) {
  const batch = new EventBatch(1);
  const row = batch.begin(EventKind.packetReceived, 0, 0);
  const data = { header: { packet_type: '1RTT', packet_number: 1 }, frames };
  decodeReceived(batch, row, data, { effects, header: readHeader({}) }, new Tally(), new StreamProgress());
  return {
    pairs: [...batch.pairs.view()],
    delayUs: batch.ackDelayUs[0],
    wire: batch.ackDelayWire[0],
    counts: [batch.ect0Count[0], batch.ect1Count[0], batch.ceCount[0]],
  };
}

it('are closed ranges, and delays in the unit of the file', () => {
  expect(decoded({})).toMatchObject({ pairs: [0, 3, 5, 6], delayUs: 1500, wire: Number.NaN });
});

it('of noq end after the last number, and hold the encoded delay', () => {
  const effects: QuirkEffects = { ackRangeEndExclusive: true, ackDelayRaw: 'as written' };
  expect(decoded(effects)).toMatchObject({ pairs: [0, 2, 5, 5], delayUs: Number.NaN, wire: 1.5 });
});

it('of neqo hold the encoded delay as if it were µs', () => {
  expect(decoded({ ackDelayRaw: 'in µs' })).toMatchObject({ delayUs: Number.NaN, wire: 1500 });
});

it.each<[string, readonly object[], readonly number[]]>([
  ['none', [ACK], [Number.NaN, Number.NaN, Number.NaN]],
  ['those of the drafts', [{ ...ACK, ect0: 5, ect1: 0, ce: 2 }], [5, 0, 2]],
  [
    'those of mvfst, as texts',
    [{ ...ACK, frame_type: 'ack_ecn', ecn_ect0: '5', ecn_ect1: '1', ecn_ce: '2' }],
    [5, 1, 2],
  ],
  ['a part of them', [{ ...ACK, ce: 2 }], [Number.NaN, Number.NaN, 2]],
  [
    'those of the last frame that has some',
    [{ ...ACK, ect0: 5 }, { ...ACK, ect0: 6 }, ACK],
    [6, Number.NaN, Number.NaN],
  ],
  ['no number', [{ ...ACK, ect0: -1, ect1: {}, ce: 'many' }], [Number.NaN, Number.NaN, Number.NaN]],
  [
    'those of another frame',
    [{ frame_type: 'path_challenge', ect0: 5 }],
    [Number.NaN, Number.NaN, Number.NaN],
  ],
])('have ECN counts: %s', (_, frames, counts) => {
  expect(decoded({}, frames).counts).toEqual(counts);
});

it('of OpenSSL have the two ECT counts under the name of the other', () => {
  const effects = effectsOf(quirksOf({ ...readHeader({}), implementation: 'openssl' }));
  expect(decoded(effects, [{ ...ACK, ect0: 1, ect1: 5, ce: 2 }]).counts).toEqual([5, 1, 2]);
});
