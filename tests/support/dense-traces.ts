/**
 * Traces that are dense in one thing: `n` cuts of the window in one round trip of 60 s, `n` losses, `n` streams. What walks
 * from each of them through all others shows here, as work that grows with the square of `n`.
 */

const DATAGRAM = 1200;
/** One round trip holds all that is dense. */
const LONG_RTT_MS = 60_000;
const SHORT_RTT_MS = 20;

type Frame = { readonly frame_type: string; readonly [field: string]: unknown };
type Ranges = readonly (readonly [number, number])[];

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

function stream(id: number, offset: number, length: number, fin = false): Frame {
  return { frame_type: 'stream', stream_id: id, offset, length, fin };
}

const crypto = (): Frame => ({ frame_type: 'crypto', offset: 0, length: 300 });

/** A sender whose log goes on for `n` steps of a millisecond within a round trip, and ends with an ACK behind it. */
function within(rttMs: number, n: number, step: (log: DenseLog, i: number) => void, stepMs = 1): DenseLog {
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
function inRecovery(n: number, step: (log: DenseLog, i: number) => void, stepMs = 1): DenseLog {
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
function bursts(
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

interface Bursts {
  readonly packets?: number;
  readonly rttMs?: number;
  readonly window?: number;
}

const STATES = ['slow_start', 'recovery', 'congestion_avoidance', 'application_limited'] as const;
const EVENTS_OF_A_PATH = ['probing_started', 'probing_successful', 'migration_started', 'migration_complete'];

/** By its name: a log that holds about `n` of it. */
export const DENSE: { readonly [name: string]: (n: number) => DenseLog } = {
  'cuts of the window': (n) =>
    inRecovery(n, (log, i) => {
      log.metrics({ congestion_window: 3_900_000 }).wait(0.001);
      log.metrics({ congestion_window: 2_000_000 - i }).send();
    }),
  'cuts with an ACK between them': (n) =>
    inRecovery(n, (log, i) => {
      log.metrics({ congestion_window: 3_900_000 - i }).wait(0.01);
      log.metrics({ congestion_window: 2_000_000 - i }).send();
      if (i % 2 === 0) log.ack([[8, 9]]);
    }),
  'cuts that follow one another': (n) =>
    inRecovery(n, (log, i) => log.metrics({ congestion_window: 2_000_000_000 * 0.89 ** (i % 90) }).send()),
  'events of one time': (n) =>
    inRecovery(
      n,
      (log, i) => {
        log.send(2).metrics({ congestion_window: 2_000_000 + (i % 2) * 1_900_000, bytes_in_flight: i % 7 });
        if (i % 3 === 0) log.lost(log.next - 2);
        else log.ack([[log.next - 2, log.next - 2]]);
        log.state(STATES[i % 4] as string);
      },
      0,
    ),
  losses: (n) => inRecovery(n, (log) => log.send(2).lost(log.next - 2)),
  'losses that cut the window': (n) =>
    inRecovery(n, (log, i) =>
      log
        .send(2)
        .lost(log.next - 2, 'time_threshold')
        .metrics({ congestion_window: 3_000_000 * (i % 2 === 0 ? 1 : 0.5) }),
    ),
  'losses that are counted': (n) =>
    within(LONG_RTT_MS, n, (log, i) => log.send().metrics({ cf_lost_packets: { total: i + 1, delta: 1 } })),
  'losses, one in each burst': (n) =>
    bursts(n, { packets: 4 }, (log, first) => log.ack([[first + 1, first + 3]]).lost(first)),
  'runs of losses': (n) =>
    bursts(n / 8, { packets: 40, window: 100_000 }, (log, first) => {
      log.ack([[first + 20, first + 39]]).metrics({ latest_rtt: 25, smoothed_rtt: 24, bytes_in_flight: 0 });
      for (let i = 0; i < 20; i++) log.lost(first + i);
      log.metrics({ congestion_window: 90_000 });
    }),
  'spurious losses': (n) =>
    within(LONG_RTT_MS, n, (log) => {
      log
        .send(2)
        .lost(log.next - 2)
        .wait(0.5);
      log.event('recovery:spurious_loss', {
        packet_number_space: 'application_data',
        packet_number: log.next - 2,
      });
      log.ack([[log.next - 2, log.next - 1]]);
    }),
  'ACKs of lost packets, late': (n) => {
    const log = within(LONG_RTT_MS, n, (to) => to.send(2).lost(to.next - 2));
    for (let i = 0; i < n; i++) log.wait(0.1).ack([[46 + 2 * i, 46 + 2 * i]]);
    return log;
  },
  'ranges that overlap': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      const top = first + 1;
      log.ack(
        Array.from(
          { length: 256 },
          (_, i) => [Math.max(0, top - 4 * i - 3), Math.max(0, top - 2 * i)] as const,
        ),
      );
    }),
  'ranges with gaps': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      const top = first + 1;
      const ranges = Array.from({ length: 64 }, (_, i) => top - 2 * i).filter((number) => number > 8);
      log.ack(ranges.map((number) => [number, number] as const));
    }),
  PTOs: (n) =>
    within(LONG_RTT_MS, n, (log) => {
      log.event('recovery:loss_timer_updated', { timer_type: 'pto', event_type: 'expired' });
      log.sendFrames([{ frame_type: 'ping' }], { length: 40, trigger: 'pto_probe' });
    }),
  'PTOs, each answered': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      log.wait(80).event('recovery:loss_timer_updated', { timer_type: 'pto', event_type: 'expired' });
      log.sendFrames([{ frame_type: 'ping' }], { length: 40, trigger: 'pto_probe' });
      log
        .wait(SHORT_RTT_MS)
        .ack([[first, log.next - 1]])
        .metrics({ bytes_in_flight: 0 });
    }),
  'probes that nothing answers': (n) =>
    within(SHORT_RTT_MS, n, (log) => log.sendFrames([{ frame_type: 'ping' }], { length: 40 }), 100),
  'gaps between ACKs': (n) =>
    bursts(n, { packets: 4 }, (log, first, i) => {
      log.wait(i % 2 === 0 ? 700 : 0).ack([[first, first + 3]], { ack_delay: 600 });
      log.metrics({ bytes_in_flight: 0, latest_rtt: 720 });
    }),
  'gaps in a long round trip': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.send();
      if (i % 10 === 9) log.wait(400).ack([[log.next - 12, log.next - 10]]);
    }),
  'stops of this host': (n) =>
    bursts(n, { packets: 6 }, (log, first) => {
      log.wait(400);
      for (let i = 0; i < 6; i++) log.ack([[first + i, first + i]]);
      log.metrics({ bytes_in_flight: 0 });
    }),
  'CE marks': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.send(1, { ecn: 'ect(0)' });
      log.ack([[log.next - 1, log.next - 1]], { ect0: i + 1, ce: i + 1 });
      log.metrics({ congestion_window: 3_000_000 - (i % 2) * 1_000_000 });
    }),
  'CE marks without a cut': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) =>
      log.ack([[first, first + 1]], { ect0: i + 1, ect1: 0, ce: i + 1 }),
    ),
  states: (n) => within(LONG_RTT_MS, n, (log, i) => log.send().state(STATES[i % 4] as string)),
  'recoveries without a loss': (n) =>
    bursts(n, { packets: 2 }, (log, first) =>
      log
        .state('recovery')
        .ack([[first, first + 1]])
        .metrics({ bytes_in_flight: 0 })
        .state('congestion_avoidance'),
    ),
  'round trips with a flat window': (n) =>
    bursts(n, { packets: 2 }, (log, first) => log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 })),
  'flat windows': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) => {
      log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 });
      if (i % 40 === 39) log.metrics({ congestion_window: 2 * DATAGRAM + (i % 80 === 39 ? 1 : 0) });
    }),
  'flat windows with pauses': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) => {
      log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 0 });
      if (i % 24 === 23) log.wait(900);
    }),
  'changes of the window': (n) =>
    within(LONG_RTT_MS, n, (log, i) => log.send().metrics({ congestion_window: 4_000_000 + i })),
  'windows that grow after pauses': (n) =>
    bursts(n, { packets: 4, window: 1_000_000 }, (log, first, i) => {
      log.ack([[first, first + 3]]).metrics({ bytes_in_flight: 0, congestion_window: 1_000_000 + 1200 * i });
      log.wait(400);
    }),
  'flights above the window': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log.send().metrics({ bytes_in_flight: 3_000_000 + i, congestion_window: 2_000_000 + (i % 2) }),
    ),
  'flights that drift': (n) =>
    bursts(n, { packets: 2 }, (log, first, i) =>
      log.ack([[first, first + 1]]).metrics({ bytes_in_flight: 1_000_000 + i }),
    ),
  'samples of the RTT': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log.send().metrics({ latest_rtt: 100 + (i % 900), smoothed_rtt: 100 + (i % 700), min_rtt: 10 }),
    ),
  'queues that stand': (n) =>
    bursts(n, { packets: 8, window: 9600 }, (log, first, i) => {
      log.wait(200).ack([[first, first + 7]]);
      log.metrics({
        latest_rtt: 220 + (i % 3),
        smoothed_rtt: 220 + (i % 5),
        min_rtt: 20,
        bytes_in_flight: 0,
      });
    }),
  'collapses of the window': (n) =>
    bursts(n, { packets: 2, window: 60_000 }, (log, first, i) => {
      log
        .wait(400)
        .lost(first)
        .lost(first + 1, 'pto_expired');
      log.metrics({ congestion_window: 2400, bytes_in_flight: 0 }).send();
      log
        .wait(SHORT_RTT_MS)
        .ack([[log.next - 1, log.next - 1]])
        .metrics({ congestion_window: 60_000 + i });
    }),
  'blocked frames': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log.sendFrames([
        { frame_type: 'data_blocked', limit: 1000 + i },
        { frame_type: 'stream_data_blocked', stream_id: 4 * (i % 500), limit: 1000 + i },
        { frame_type: 'streams_blocked', stream_type: 'bidirectional', limit: 10 + i },
      ]),
    ),
  'grants of credit': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([stream(4 * (i % 300), 10 * i, 10), { frame_type: 'data_blocked', limit: 1000 + i }]);
      log.receive([
        { frame_type: 'max_data', maximum: 1001 + i },
        { frame_type: 'max_stream_data', stream_id: 4 * (i % 300), maximum: 100 + i },
        { frame_type: 'max_streams', stream_type: 'bidirectional', maximum: 10 + i },
      ]);
    }),
  'changes of what is limited': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log
        .send()
        .event('recovery:congestion_state_updated', {
          app_limited: i % 2 === 0 ? 'app limited' : 'app unlimited',
        }),
    ),
  'path challenges': (n) =>
    inRecovery(n, (log, i) => {
      log.sendFrames([{ frame_type: 'path_challenge' }]).receive([{ frame_type: 'path_response' }], 1200);
      log.receive([{ frame_type: 'path_challenge' }], 1200);
      log.metrics({ congestion_window: i % 2 === 0 ? 12_000 : 2_000_000 });
    }),
  migrations: (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.event('connectivity:migration_state_updated', { new: EVENTS_OF_A_PATH[i % 4] });
      log.event('connectivity:path_assigned', { path_id: 0, path_remote: { ip_v4: `10.0.${i % 200}.1` } });
      log.event('connectivity:connection_id_updated', {
        owner: i % 2 === 0 ? 'local' : 'remote',
        old: `0${i % 10}`,
        new: `1${i % 10}`,
      });
      log.sendFrames([{ frame_type: 'path_challenge' }]);
    }),
  'connection ids': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([
        {
          frame_type: 'new_connection_id',
          sequence_number: i,
          retire_prior_to: i,
          connection_id: `${10_000_000 + i}`,
        },
      ]);
      log.receive([{ frame_type: 'retire_connection_id', sequence_number: i }], 60, '1RTT');
    }),
  'updates of keys': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.event('security:key_updated', {
        key_type: 'client_1rtt_secret',
        generation: i,
        trigger: 'local_update',
      });
      log.event('security:key_discarded', { key_type: 'client_1rtt_secret', generation: i });
      log.send(1, { header: undefined });
    }),
  'probes of the MTU': (n) =>
    bursts(n, { packets: 2 }, (log, first) => {
      log.sendFrames([{ frame_type: 'ping' }, { frame_type: 'padding' }], {
        length: 1400,
        is_mtu_probe_packet: true,
      });
      log.ack([[first, first + 1]]).lost(first + 2);
    }),
  'black holes of the MTU': (n) =>
    bursts(n, { packets: 3 }, (log, first, i) => {
      for (let k = 0; k < 2; k++) log.sendFrames([stream(4, (2 * i + k) * 1400, 1400)], { length: 1450 });
      log
        .ack([[first, first + 2]])
        .lost(first + 3)
        .lost(first + 4);
    }),
  'resets of streams': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([
        stream(4 * i, 0, 100),
        { frame_type: 'reset_stream', stream_id: 4 * i, final_size: 100, error_code: 7 },
      ]);
      log.receive([{ frame_type: 'stop_sending', stream_id: 4 * i, error_code: 9 }]);
    }),
  streams: (n) => within(LONG_RTT_MS, n, (log, i) => log.sendFrames([stream(4 * i, 0, 1000, true)])),
  'streams that are open together': (n) => {
    const log = within(LONG_RTT_MS, n, (to, i) => to.sendFrames([stream(4 * i, 0, 100)]));
    for (let i = n - 1; i >= 0; i--) log.wait(1).sendFrames([stream(4 * i, 100, 100, true)]);
    return log.wait(10).ack([[0, log.next - 1]]);
  },
  'streams of the peer': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log
        .receive([stream(4 * i, 0, 1000, true)], 1200)
        .sendFrames([{ frame_type: 'ack', acked_ranges: [[0, i]] }]),
    ),
  'frames of one byte': (n) =>
    within(LONG_RTT_MS, n / 8, (log, i) =>
      log.sendFrames(Array.from({ length: 8 }, (_, k) => stream(4 * (k % 4), 8 * i + (7 - k), 1))),
    ),
  'gaps in a stream': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.receive([stream(0, 2 * (n - i), 1)]).sendFrames([stream(0, 2 * (n - i), 1)]);
      if (i % 2 === 0) log.ack([[log.next - 1, log.next - 1]]);
    }),
  'data sent again': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([stream(0, 100 * (i % 50), 5000)]);
      if (i % 2 === 0) log.lost(log.next - 1);
    }),
  'packets received twice': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log
        .receive([stream(4, 100 * i, 100)], 1200)
        .event('transport:packet_dropped', {
          trigger: 'duplicate',
          header: { packet_type: '1RTT', packet_number: i },
        });
    }),
  'packets of the peer that are lost': (n) =>
    within(SHORT_RTT_MS, n, (log, i) => {
      log.skip(1 + (i % 2)).receive([stream(4, 1000 * i, 1000)], 1200);
      if (i % 2 === 1) log.sendFrames([{ frame_type: 'ack', acked_ranges: [[0, i]] }], { length: 40 });
    }),
  'packets missing in the log': (n) =>
    bursts(n, { packets: 3 }, (log, first, i) => {
      log.event('transport:packet_sent', {
        header: { packet_type: '1RTT', packet_number: first + 3 + 2 * i },
        raw: { length: 1200 },
        frames: [stream(8, 1000 * i, 1000)],
      });
      log.ack([[0, first + 3 + 2 * i]]);
    }),
  requests: (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      const headers = [
        { name: ':method', value: 'GET' },
        { name: ':path', value: `/${i}` },
        { name: ':status', value: '200' },
      ];
      log.event('http:frame_parsed', { stream_id: 4 * i, frame: { frame_type: 'headers', headers } });
      log.event('http:frame_created', {
        stream_id: 4 * i,
        length: 900,
        frame: { frame_type: 'headers', headers },
      });
      log.event('http:frame_created', { stream_id: 4 * i, length: 900, frame: { frame_type: 'data' } });
      log.receive([stream(4 * i, 0, 60, true)]).sendFrames([stream(4 * i, 0, 900, true)]);
    }),
  'frames of one request': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.event('http:frame_created', { stream_id: 0, length: 100, frame: { frame_type: 'data' } });
      log.event('http:priority_updated', { stream_id: 4 * i, new: 'u=1' });
      log.event('http:frame_parsed', {
        stream_id: 2,
        frame: { frame_type: 'priority_update', prioritized_element_id: 4 * i, priority_field_value: 'u=3' },
      });
    }),
  'ends of the connection': (n) => {
    const log = within(SHORT_RTT_MS, n / 4, (to) => to.send());
    for (let i = 0; i < n; i++) {
      const close = {
        frame_type: 'connection_close',
        error_space: 'transport',
        error_code: 10,
        reason: 'end',
      };
      log.wait(1).sendFrames([close], { length: 60 }).receive([close]);
      log.event('connectivity:connection_closed', { owner: 'remote', connection_code: 10, reason: 'end' });
    }
    return log;
  },
  'handshake packets': (n) => {
    const log = new DenseLog('client');
    log.sendFrames([crypto()], { type: 'initial' });
    for (let i = 0; i < n; i++) {
      log.wait(3).sendFrames([crypto()], { type: i % 2 === 0 ? 'initial' : 'handshake' });
      if (i % 4 === 3) log.receive([crypto()], 1200, 'initial').receive([crypto()], 1200, 'handshake');
    }
    return log
      .receive([{ frame_type: 'handshake_done' }])
      .wait(1)
      .send(2)
      .wait(20)
      .ack([[log.next - 2, log.next - 1]]);
  },
  'packets before the address is validated': (n) => {
    const log = new DenseLog().receive([crypto()], 1200, 'initial');
    for (let i = 0; i < n; i++) {
      log.wait(2).sendFrames([crypto()], { type: i % 2 === 0 ? 'initial' : 'handshake', length: 1200 });
      if (i % 3 === 2) log.receive([{ frame_type: 'ping' }], 400, 'initial');
    }
    return log
      .receive([crypto()], 300, 'handshake')
      .receive([stream(0, 0, 10)])
      .send(2)
      .wait(20)
      .ack([[0, log.next]]);
  },
};
