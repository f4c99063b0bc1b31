/**
 * Writes small qlog traces for the detectors: a sender that sends bursts and gets them acknowledged one
 * round trip later. Each knob is one of the conditions that tell a death spiral from an innocent trace.
 */

import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { loadBytes } from './load.ts';

export interface Burst {
  /** Packets of one datagram each. */
  readonly packets: number;
  readonly rttMs: number;
  /** From the ACK to the next burst. */
  readonly gapMs: number;
  /** Frames beside the STREAM frame of each packet, and beside the ACK. */
  readonly sendFrames?: readonly object[];
  readonly ackFrames?: readonly object[];
  /** Packets that stay unacknowledged until the next burst is out, so that the pipe never drains. */
  readonly held?: number;
}

const DATAGRAM = 1350;

export class Scenario {
  readonly #records: object[] = [];
  #timeMs = 0;
  #packetNumber = 0;
  #unacked: number[] = [];
  #cwnd = 0;

  constructor(options: { readonly client?: boolean } = {}) {
    this.#records.push({
      qlog_version: '0.3',
      qlog_format: 'JSON-SEQ',
      trace: { vantage_point: { type: options.client === true ? 'client' : 'server' } },
    });
  }

  get nowMs(): number {
    return this.#timeMs;
  }

  event(name: string, data: object): this {
    this.#records.push({ time: this.#timeMs, name, data });
    return this;
  }

  metrics(data: object): this {
    return this.event('recovery:metrics_updated', data);
  }

  wait(ms: number): this {
    this.#timeMs += ms;
    return this;
  }

  cwnd(bytes: number): this {
    this.#cwnd = bytes;
    return this.metrics({ congestion_window: bytes });
  }

  state(name: string): this {
    return this.event('recovery:congestion_state_updated', { new: name });
  }

  loss(total: number): this {
    return this.metrics({ cf_lost_packets: { total, delta: 1 } });
  }

  /** Loses the oldest packets in flight; the stack counts so many in total. */
  lose(packets: number, total: number): this {
    this.#unacked.splice(0, packets);
    return this.metrics({ cf_lost_packets: { total, delta: packets } }).#inFlight();
  }

  /** Sends one packet; further frames may say that flow control holds the sender. */
  send(...frames: readonly object[]): this {
    this.event('transport:packet_sent', {
      header: { packet_type: '1RTT', packet_number: this.#packetNumber },
      raw: { length: DATAGRAM },
      frames: [
        { frame_type: 'stream', stream_id: 0, offset: this.#packetNumber * DATAGRAM, length: DATAGRAM },
        ...frames,
      ],
    });
    this.#unacked.push(this.#packetNumber++);
    return this.#inFlight();
  }

  /** Acknowledges the oldest packets; with them a request may arrive. */
  ack(packets: number, ...frames: readonly object[]): this {
    const numbers = this.#unacked.splice(0, packets);
    this.event('transport:packet_received', {
      header: { packet_type: '1RTT', packet_number: this.#packetNumber },
      raw: { length: 40 },
      frames: [{ frame_type: 'ack', acked_ranges: [[numbers[0], numbers[numbers.length - 1]]] }, ...frames],
    });
    return this.#inFlight();
  }

  #inFlight(): this {
    return this.metrics({ bytes_in_flight: this.#unacked.length * DATAGRAM });
  }

  /** One burst and its ACK; the state hook runs after the burst's first packet and after the ACK. */
  burst(
    { packets, rttMs, gapMs, held = 0, sendFrames = [], ackFrames = [] }: Burst,
    hooks: { onSend?: () => void; onAck?: () => void } = {},
  ): this {
    for (let i = 0; i < packets; i++) {
      this.send(...sendFrames);
      if (i === 0) hooks.onSend?.();
    }
    this.wait(rttMs);
    this.metrics({ latest_rtt: rttMs, smoothed_rtt: rttMs, min_rtt: rttMs });
    this.ack(Math.max(1, this.#unacked.length - held), ...ackFrames);
    hooks.onAck?.();
    return this.wait(gapMs);
  }

  get windowPackets(): number {
    return this.#cwnd / DATAGRAM;
  }

  text(): string {
    return this.#records.map((record) => `\x1e${JSON.stringify(record)}\n`).join('');
  }

  load(): TransportState {
    return loadBytes(new TextEncoder().encode(this.text())).pipeline.state;
  }
}
