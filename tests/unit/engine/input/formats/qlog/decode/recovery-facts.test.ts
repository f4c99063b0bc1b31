/** Facts beside packets and metrics: ACK delays, payload, parameters, timers, flow control. */
import { describe, expect, it } from 'vitest';
import { payloadBytes } from '../../../../../../../src/engine/input/formats/qlog/decode/decode-stream-frame.ts';
import { cryptoKey, StreamProgress } from '../../../../../../../src/engine/input/formats/stream-progress.ts';
import {
  BlockReason,
  EventFact,
  FIRST_PARAMETER,
  PacketFlag,
  PEER_ACK_DELAY_EXPONENT,
  PEER_MAX_ACK_DELAY,
  PEER_MAX_DATA,
} from '../../../../../../../src/qlog-schema/index.ts';
import {
  PARAMETER_NAMES,
  type ParameterOwner,
  TO_OWN,
  type TransportParameter,
} from '../../../../../../../src/qlog-schema/transport-parameters.ts';
import { decodeOne } from '../../../../../../support/decode-all.ts';

/** The pairs that one event gives. */
function pairsOf(name: string, data: object): readonly number[] {
  return decodeOne(name, data).pairs.flat();
}

const PARAMETERS = 'transport:parameters_set';
const TIMER = 'recovery:loss_timer_updated';
const BLOCKED = 'quic:stream_data_blocked_updated';

/** First number of the pair of a parameter. */
const parameterPair = (owner: ParameterOwner, name: TransportParameter): number =>
  FIRST_PARAMETER + PARAMETER_NAMES.indexOf(name) + (owner === 'own' ? TO_OWN : 0);

describe('parameters', () => {
  it("are the peer's or the endpoint's own, the delay in ms", () => {
    const data = { max_ack_delay: 25, ack_delay_exponent: '4', stateless_reset_token: 7 };
    const pairs = (owner: ParameterOwner) => [
      ...[parameterPair(owner, 'max_ack_delay'), 25_000],
      ...[parameterPair(owner, 'ack_delay_exponent'), 4],
    ];
    const both = pairs('peer');
    expect(pairsOf(PARAMETERS, { ...data, owner: 'remote' })).toEqual(both);
    expect(pairsOf(PARAMETERS, { ...data, initiator: 'remote' })).toEqual(both);
    expect(pairsOf(PARAMETERS, data)).toEqual(both);
    expect(pairsOf(PARAMETERS, { ...data, owner: 'local' })).toEqual(pairs('own'));
  });

  it('have the names of older drafts too', () => {
    const data = { idle_timeout: 30, max_packet_size: '1440', initial_source_connection_id: 7 };
    expect(pairsOf(PARAMETERS, data)).toEqual([
      ...[parameterPair('peer', 'max_idle_timeout'), 30],
      ...[parameterPair('peer', 'max_udp_payload_size'), 1440],
    ]);
  });

  it('each have a pair of their own, of each owner, that is no other fact', () => {
    const pairs = PARAMETER_NAMES.flatMap((name) => [
      parameterPair('own', name),
      parameterPair('peer', name),
    ]);
    expect(new Set([...pairs, ...Object.values(EventFact)]).size).toBe(
      pairs.length + Object.values(EventFact).length,
    );
    expect(Math.min(...pairs)).toBe(FIRST_PARAMETER);
    expect(parameterPair('peer', 'max_ack_delay')).toBe(PEER_MAX_ACK_DELAY);
    expect(parameterPair('peer', 'ack_delay_exponent')).toBe(PEER_ACK_DELAY_EXPONENT);
    expect(parameterPair('peer', 'initial_max_data')).toBe(PEER_MAX_DATA);
    for (const fact of Object.values(EventFact)) expect(fact).toBeLessThan(FIRST_PARAMETER);
  });

  it('that no peer may send are ignored', () => {
    expect(pairsOf(PARAMETERS, { max_ack_delay: 16_384, ack_delay_exponent: 21 })).toEqual([]);
    expect(pairsOf(PARAMETERS, { max_ack_delay: -1, ack_delay_exponent: {} })).toEqual([]);
  });
});

describe('timers and flow control', () => {
  it('report expired PTO timers only', () => {
    const timer = { timer_type: 'PTO', event_type: 'Expired' };
    expect(pairsOf(TIMER, timer)).toEqual([EventFact.ptoExpired, 1]);
    expect(pairsOf(TIMER, { ...timer, event_type: 'set' })).toEqual([]);
    expect(pairsOf(TIMER, { ...timer, timer_type: 'ack' })).toEqual([]);
  });

  it('report blocked and unblocked, for which reason and of which stream', () => {
    const { dataBlocked, blockReason, blockStream } = EventFact;
    expect(pairsOf(BLOCKED, { new: 'blocked' })).toEqual([dataBlocked, 1]);
    expect(pairsOf(BLOCKED, { new: 'unblocked' })).toEqual([dataBlocked, 0]);
    expect(pairsOf(BLOCKED, { new: 7 })).toEqual([]);
    expect(pairsOf(BLOCKED, { new: 'Blocked', reason: 'PACING', stream_id: 4 })).toEqual([
      ...[blockStream, 4],
      ...[blockReason, BlockReason.pacing],
      ...[dataBlocked, 1],
    ]);
    expect(pairsOf(BLOCKED, { new: 'blocked', reason: 'the weather' })).toEqual([dataBlocked, 1]);
  });
});

describe('ECN', () => {
  it('is given up where the state becomes failed', () => {
    const event = 'recovery:ecn_state_updated';
    expect(pairsOf(event, { old: 'testing', new: 'failed', trigger: 'words' })).toEqual([
      EventFact.ecnFailed,
      1,
    ]);
    expect(pairsOf('quic:ecn_state_updated', { new: 'capable' })).toEqual([]);
  });

  it('marks packets sent with ECT(0) or ECT(1), in any spelling', () => {
    const isCapable = (ecn?: string): boolean => {
      const data = { header: { packet_type: '1RTT', packet_number: 1 }, ecn };
      return (decodeOne('transport:packet_sent', data).flags & PacketFlag.ecnCapable) !== 0;
    };
    expect(['ECT(0)', 'ECT(1)', 'ect0', 'ECT1'].map(isCapable)).toEqual([true, true, true, true]);
    expect(['Not-ECT', 'CE', 'unknown', undefined].map(isCapable)).toEqual([false, false, false, false]);
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
    expect(streams.advance(1, 0, 100, true)).toBeNull();
    expect(streams.advance(1, 60, 100, true)).toBe(40);
    expect(streams.advance(1, 10, 20, true)).toBe(20);
    expect(streams.advance(2, 10, 20, true)).toBeNull();
    expect(streams.advance(cryptoKey(0), 0, 20, true)).toBeNull();
  });
});
