/** ACK frames of received packets: ranges and delays, as the RFC's draft has them and as quirks of stacks have them. */
import { expect, it } from 'vitest';
import { EventBatch } from '../../../../../../src/engine/columns/event-batch.ts';
import { decodeReceived } from '../../../../../../src/engine/formats/qlog/decode/decode-packet.ts';
import { Tally } from '../../../../../../src/engine/formats/quality.ts';
import { EventKind, type QuirkEffects, readHeader } from '../../../../../../src/qlog-schema/index.ts';

const ACK = {
  frame_type: 'ack',
  ack_delay: 1.5,
  acked_ranges: [
    [0, 3],
    [5, 6],
  ],
};

/** The ranges and the two delays of one received packet in a file that counts ms. */
function decoded(effects: QuirkEffects) {
  const batch = new EventBatch(1);
  const row = batch.begin(EventKind.packetReceived, 0, 0);
  const data = { header: { packet_type: '1RTT', packet_number: 1 }, frames: [ACK] };
  decodeReceived(batch, row, data, { effects, header: readHeader({}) }, new Tally());
  return { pairs: [...batch.pairs.view()], delayUs: batch.ackDelayUs[0], wire: batch.ackDelayWire[0] };
}

it('are closed ranges, and delays in the unit of the file', () => {
  expect(decoded({})).toEqual({ pairs: [0, 3, 5, 6], delayUs: 1500, wire: Number.NaN });
});

it('of noq end after the last number, and hold the encoded delay', () => {
  const effects: QuirkEffects = { ackRangeEndExclusive: true, ackDelayRaw: 'as written' };
  expect(decoded(effects)).toEqual({ pairs: [0, 2, 5, 5], delayUs: Number.NaN, wire: 1.5 });
});

it('of neqo hold the encoded delay as if it were µs', () => {
  expect(decoded({ ackDelayRaw: 'in µs' })).toMatchObject({ delayUs: Number.NaN, wire: 1500 });
});
