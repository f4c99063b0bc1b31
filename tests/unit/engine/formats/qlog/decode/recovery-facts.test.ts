/** Facts beside packets and metrics: ACK delays, payload, parameters, timers, flow control. */
import { describe, expect, it } from 'vitest';
import { EventBatch, EventFact } from '../../../../../../src/engine/columns/event-batch.ts';
import {
  decodeBlocked,
  decodeParameters,
  decodeTimer,
} from '../../../../../../src/engine/formats/qlog/decode/decode-recovery.ts';
import {
  payloadBytes,
  StreamProgress,
} from '../../../../../../src/engine/formats/qlog/decode/stream-progress.ts';
import { EventKind } from '../../../../../../src/qlog-schema/index.ts';

type Decode = (batch: EventBatch, row: number, data: { readonly [key: string]: unknown }) => void;

/** The pairs that one event gives. */
function pairsOf(decode: Decode, data: { readonly [key: string]: unknown }): readonly number[] {
  const batch = new EventBatch(1);
  decode(batch, batch.begin(EventKind.other, 0, 0), data);
  return [...batch.pairs.view()];
}

describe('parameters', () => {
  it("are the peer's only, the delay in ms", () => {
    const data = { max_ack_delay: 25, ack_delay_exponent: '4' };
    const both = [EventFact.peerMaxAckDelayUs, 25_000, EventFact.peerAckDelayExponent, 4];
    expect(pairsOf(decodeParameters, { ...data, owner: 'remote' })).toEqual(both);
    expect(pairsOf(decodeParameters, { ...data, initiator: 'remote' })).toEqual(both);
    expect(pairsOf(decodeParameters, data)).toEqual(both);
    expect(pairsOf(decodeParameters, { ...data, owner: 'local' })).toEqual([]);
  });

  it('that no peer may send are ignored', () => {
    expect(pairsOf(decodeParameters, { max_ack_delay: 16_384, ack_delay_exponent: 21 })).toEqual([]);
    expect(pairsOf(decodeParameters, { max_ack_delay: -1, ack_delay_exponent: {} })).toEqual([]);
  });
});

describe('timers and flow control', () => {
  it('report expired PTO timers only', () => {
    const timer = { timer_type: 'PTO', event_type: 'Expired' };
    expect(pairsOf(decodeTimer, timer)).toEqual([EventFact.ptoExpired, 1]);
    expect(pairsOf(decodeTimer, { ...timer, event_type: 'set' })).toEqual([]);
    expect(pairsOf(decodeTimer, { ...timer, timer_type: 'ack' })).toEqual([]);
  });

  it('report blocked and unblocked', () => {
    expect(pairsOf(decodeBlocked, { new: 'blocked' })).toEqual([EventFact.flowBlocked, 1]);
    expect(pairsOf(decodeBlocked, { new: 'unblocked' })).toEqual([EventFact.flowBlocked, 0]);
    expect(pairsOf(decodeBlocked, { new: 7 })).toEqual([]);
  });
});

describe('payload', () => {
  it('is read from wherever the dialect has it', () => {
    expect(payloadBytes({ length: 5 })).toBe(5);
    expect(payloadBytes({ raw: { payload_length: '7' } })).toBe(7);
    expect(payloadBytes({ length: -5 })).toBe(0);
    expect(payloadBytes({})).toBe(0);
  });

  it('is retransmitted as far as it is below the highest offset sent', () => {
    const streams = new StreamProgress();
    expect(streams.resends({ stream_id: 1, offset: 0, length: 100 })).toBeNull();
    expect(streams.resends({ stream_id: '1', offset: 60, length: 100 })).toBe(40);
    expect(streams.resends({ stream_id: 1, offset: 10, length: 20 })).toBe(20);
    expect(streams.resends({ stream_id: 2, offset: 10, length: 20 })).toBeNull();
    expect(streams.resends({ offset: 0, length: 20 }, 'other')).toBeNull();
  });
});
