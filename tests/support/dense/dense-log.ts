/**
 * Writes logs that are dense in one thing, event by event, and the shapes that they share: steps within one round trip, round trips of
 * a burst each. Nothing follows from anything: the trace says what is acknowledged or lost.
 */

export const DATAGRAM = 1200;
/** One round trip holds all that is dense. */
export const LONG_RTT_MS = 60_000;
export const SHORT_RTT_MS = 20;

export type Frame = { readonly frame_type: string; readonly [field: string]: unknown };
export type Ranges = readonly (readonly [number, number])[];

/** Writes a log of a server event by event. Times are ms; nothing follows from anything. */
export class DenseLog {
  readonly #records: string[] = [];
  #timeMs = 0;
  #number = 0;
  #received = 0;
  #offset = 0;

  constructor(readonly role: 'client' | 'server' = 'server') {
    this.#write({ qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace: { vantage_point: { type: role } } });
  }

  /** Number of the next packet that is sent. */
  get next(): number {
    return this.#number;
  }

  #write(record: object): void {
    this.#records.push(`\x1e${JSON.stringify(record)}\n`);
  }

  event(name: string, data: object): this {
    this.#write({ time: Math.round(this.#timeMs * 1000) / 1000, name, data });
    return this;
  }

  wait(ms: number): this {
    this.#timeMs += ms;
    return this;
  }

  metrics(data: object): this {
    return this.event('recovery:metrics_updated', data);
  }

  rtt(ms: number): this {
    return this.metrics({ smoothed_rtt: ms, latest_rtt: ms, min_rtt: ms, rtt_variance: ms / 8 });
  }

  state(name: string): this {
    return this.event('recovery:congestion_state_updated', { new: name });
  }

  /** A packet with further fields of its event. */
  sendFrames(frames: readonly Frame[], { length = DATAGRAM, type = '1RTT', ...more }: Sent = {}): this {
    const header = { packet_type: type, packet_number: this.#number++ };
    return this.event('transport:packet_sent', { header, raw: { length }, frames, ...more });
  }

  /** Packets of new data of one stream. */
  send(packets = 1, more: Sent = {}): this {
    for (let i = 0; i < packets; i++) {
      this.sendFrames([stream(0, this.#offset, DATAGRAM - 40)], more);
      this.#offset += DATAGRAM - 40;
    }
    return this;
  }

  receive(frames: readonly Frame[], length = 60, type = '1RTT', more: object = {}): this {
    const header = { packet_type: type, packet_number: this.#received++ };
    return this.event('transport:packet_received', { header, raw: { length }, frames, ...more });
  }

  /** Received packets up to here were lost. */
  skip(packets = 1): this {
    this.#received += packets;
    return this;
  }

  ack(ranges: Ranges, more: object = {}): this {
    return this.receive([{ frame_type: 'ack', ack_delay: 0, acked_ranges: ranges, ...more }]);
  }

  lost(number: number, trigger = 'reordering_threshold'): this {
    const header = { packet_type: '1RTT', packet_number: number };
    return this.event('recovery:packet_lost', { header, trigger });
  }

  /** Handshake, parameters, and the first round trip of a sender that is judged. */
  begin(rttMs: number, windowBytes = 4_000_000): this {
    this.event('transport:parameters_set', {
      owner: 'remote',
      ...{ initial_max_data: 1e9, initial_max_stream_data_bidi_local: 1e8, initial_max_streams_bidi: 1e6 },
      ...{ max_ack_delay: 25, max_idle_timeout: 30_000 },
    });
    this.receive([crypto()], 1200, 'initial').sendFrames([crypto()], { type: 'initial' });
    this.receive([crypto()], 1200, 'handshake').sendFrames([crypto()], { type: 'handshake' });
    this.event('security:key_discarded', { key_type: 'server_initial_secret' });
    this.event('security:key_discarded', { key_type: 'server_handshake_secret' });
    this.receive([stream(0, 0, 20, true)]);
    this.wait(1).rtt(rttMs).metrics({ congestion_window: windowBytes, bytes_in_flight: 0 });
    this.state('congestion_avoidance');
    const first = this.next;
    return this.send(4)
      .wait(rttMs)
      .ack([[first, first + 3]])
      .wait(1);
  }

  bytes(): Uint8Array {
    return new TextEncoder().encode(this.#records.join(''));
  }
}

interface Sent {
  readonly length?: number;
  readonly type?: string;
  readonly [field: string]: unknown;
}

export function stream(id: number, offset: number, length: number, fin = false): Frame {
  return { frame_type: 'stream', stream_id: id, offset, length, fin };
}

export const crypto = (): Frame => ({ frame_type: 'crypto', offset: 0, length: 300 });

/** A sender whose log goes on for `n` steps of a millisecond within a round trip, and ends with an ACK after it. */
export function within(
  rttMs: number,
  n: number,
  step: (log: DenseLog, i: number) => void,
  stepMs = 1,
): DenseLog {
  const log = new DenseLog().begin(rttMs);
  const first = log.next;
  log.send(40);
  for (let i = 0; i < n; i++) {
    log.wait(stepMs);
    step(log, i);
  }
  return log
    .wait(rttMs)
    .ack([[first, log.next - 1]])
    .wait(1);
}

/** A sender that lost a packet, so that a recovery period of a long round trip holds what follows. */
export function inRecovery(n: number, step: (log: DenseLog, i: number) => void, stepMs = 1): DenseLog {
  return within(
    LONG_RTT_MS,
    n,
    (log, i) => {
      if (i === 0)
        log
          .lost(log.next - 40)
          .metrics({ congestion_window: 2_000_000 })
          .state('recovery');
      step(log, i);
    },
    stepMs,
  );
}

/** Round trips of one burst each; `step` is what an ACK brings. */
export function bursts(
  n: number,
  { packets = 2, rttMs = SHORT_RTT_MS, window = packets * DATAGRAM }: Bursts,
  step: (log: DenseLog, first: number, i: number) => void,
): DenseLog {
  const log = new DenseLog().begin(rttMs, window);
  for (let i = 0; i < n; i++) {
    const first = log.next;
    log
      .send(packets)
      .metrics({ bytes_in_flight: packets * DATAGRAM })
      .wait(rttMs);
    step(log, first, i);
  }
  return log;
}

export interface Bursts {
  readonly packets?: number;
  readonly rttMs?: number;
  readonly window?: number;
}

export const STATES = ['slow_start', 'recovery', 'congestion_avoidance', 'application_limited'] as const;
export const EVENTS_OF_A_PATH = [
  'probing_started',
  'probing_successful',
  'migration_started',
  'migration_complete',
];
