/**
 * Writes the log of one endpoint of a connection packet by packet, from its first Initial on, where nothing follows from
 * anything: who says what, when it arrives and how it ends is the test's.
 */
import type { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { readLog } from './read-log.ts';

type PacketType = 'initial' | 'handshake' | '0RTT' | '1RTT' | 'retry' | 'version_negotiation';

export interface PacketOptions {
  readonly bytes?: number;
  readonly frames?: readonly object[];
  /** The next one of its type and direction where left out. */
  readonly number?: number;
}

const CRYPTO = (offset: number, length: number): object => ({ frame_type: 'crypto', offset, length });
const DATAGRAM = 1200;

export const ack = (from: number, to = from): object => ({ frame_type: 'ack', acked_ranges: [[from, to]] });
export const stream = (offset: number, length: number, fin = false, stream_id = 0): object => ({
  frame_type: 'stream',
  stream_id,
  offset,
  length,
  fin,
});

export class MadeConnection {
  readonly #records: object[] = [];
  readonly #next = new Map<string, number>();
  #timeMs = 0;

  constructor(role: 'client' | 'server') {
    this.#records.push({
      qlog_version: '0.3',
      qlog_format: 'JSON-SEQ',
      trace: { vantage_point: { type: role } },
    });
  }

  get nowMs(): number {
    return this.#timeMs;
  }

  wait(ms: number): this {
    this.#timeMs += ms;
    return this;
  }

  event(name: string, data: object): this {
    this.#records.push({ time: this.#timeMs, name, data });
    return this;
  }

  /** `max_idle_timeout` etc. of one side. */
  parameters(owner: 'local' | 'remote', values: object): this {
    return this.event('transport:parameters_set', { owner, ...values });
  }

  sent(type: PacketType, options: PacketOptions = {}): this {
    return this.#packet('sent', type, options);
  }

  received(type: PacketType, options: PacketOptions = {}): this {
    return this.#packet('received', type, options);
  }

  #packet(
    direction: 'sent' | 'received',
    type: PacketType,
    { bytes = DATAGRAM, frames = [{ frame_type: 'ping' }], number }: PacketOptions,
  ): this {
    const space = type === '0RTT' ? '1RTT' : type;
    const next = number ?? this.#next.get(direction + space) ?? 0;
    this.#next.set(direction + space, next + 1);
    const isNumbered = type !== 'retry' && type !== 'version_negotiation';
    return this.event(`transport:packet_${direction}`, {
      header: { packet_type: type, ...(isNumbered && { packet_number: next }) },
      raw: { length: bytes },
      ...(isNumbered && { frames }),
    });
  }

  /** A client's handshake of one round trip, with nothing lost; the server's first flight is one datagram of each kind. */
  clientHandshake(rttMs: number): this {
    return this.sent('initial', { frames: [CRYPTO(0, 300)] })
      .wait(rttMs)
      .received('initial', { bytes: 200, frames: [ack(0), CRYPTO(0, 90)] })
      .received('handshake', { bytes: 1000, frames: [CRYPTO(0, 900)] })
      .sent('handshake', { bytes: 100, frames: [ack(0), CRYPTO(0, 52)] })
      .sent('1RTT', { bytes: 100, frames: [stream(0, 40, true)] })
      .wait(rttMs)
      .received('1RTT', { bytes: 40, frames: [ack(0), { frame_type: 'handshake_done' }] });
  }

  /** The same as its server sees it: the request comes with the client's Finished. */
  serverHandshake(rttMs: number): this {
    return this.received('initial', { frames: [CRYPTO(0, 300)] })
      .sent('initial', { bytes: 200, frames: [ack(0), CRYPTO(0, 90)] })
      .sent('handshake', { bytes: 1000, frames: [CRYPTO(0, 900)] })
      .wait(rttMs)
      .received('handshake', { bytes: 100, frames: [ack(0), CRYPTO(0, 52)] })
      .received('1RTT', { bytes: 100, frames: [stream(0, 40, true)] })
      .sent('1RTT', { bytes: 40, frames: [ack(0), { frame_type: 'handshake_done' }] });
  }

  /** A CONNECTION_CLOSE of one side, in a packet. */
  close(
    by: 'local' | 'remote',
    space: 'transport' | 'application',
    code: number,
    type: PacketType = '1RTT',
  ): this {
    const frames = [{ frame_type: 'connection_close', error_space: space, error_code: code }];
    return this.#packet(by === 'local' ? 'sent' : 'received', type, { bytes: 50, frames });
  }

  text(): string {
    return this.#records.map((record) => `\x1e${JSON.stringify(record)}\n`).join('');
  }

  input(): DetectInput {
    return readLog(this.text());
  }
}
