/**
 * The trace of one end of a run: qlog 0.4 (main-schema-06 to -08, quic-events-05 to -07) as a JSON text sequence (RFC 7464), opened like any
 * other. Its header says that it is simulated (`qlog-schema/simulators.ts`). Deterministic: the same run gives the same bytes.
 *
 * Like quiche, states are those at each event: `recovery` while now lies before the recovery boundary.
 */
import { SIMULATION_KEY, type SimulationWord } from '../../../qlog-schema/simulators';
import type { Observer } from './observer';
import { type AckFrame, type Packet, Space } from './packet';
import type { Recovery } from './recovery';
import type { Sent } from './sent-packets';

/** H3_NO_ERROR, RFC 9114 §8.1. */
const NO_ERROR = 0x100;
const TYPES = ['initial', 'handshake', '1RTT'] as const;

export interface TraceHead {
  readonly title: string;
  /** What was simulated, in words. */
  readonly description: string;
  /** A recorded sender is run again under another controller. */
  readonly isWhatIf: boolean;
  readonly role: 'client' | 'server';
  readonly datagramBytes: number;
  readonly initialCwndBytes: number;
  readonly minimumCwndBytes: number;
  readonly packetThreshold: number;
  /** Of this end, and of its peer. */
  readonly maxAckDelayMs: number;
  readonly peerMaxAckDelayMs: number;
  /** What the peer may send, bytes; null for any number. */
  readonly receiveWindowBytes: number | null;
  readonly peerReceiveWindowBytes: number | null;
}

/** Fields of `recovery:metrics_updated`: times in ms, sizes in bytes. */
type Metrics = { [name: string]: number };

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

export class TraceWriter implements Observer {
  readonly #records: string[] = [];
  #metrics: Metrics = {};
  #state = '';
  /** Losses are reported before the numbers that follow from them. */
  #nowUs = 0;
  #bytes = 0;

  /** @param mostBytes of the trace: a larger one is a RangeError, thrown by what writes it. */
  constructor(
    head: TraceHead,
    readonly mostBytes = Number.POSITIVE_INFINITY,
  ) {
    const words: readonly SimulationWord[] = head.isWhatIf ? ['simulated', 'what-if'] : ['simulated'];
    this.#write({
      qlog_version: '0.4',
      qlog_format: 'JSON-SEQ',
      title: head.title,
      description: head.description,
      trace: {
        vantage_point: { type: head.role },
        common_fields: { time_format: 'relative', reference_time: 0, [SIMULATION_KEY]: words },
      },
    });
    this.#event('quic:parameters_set', {
      owner: 'local',
      max_ack_delay: head.maxAckDelayMs,
      ...(head.receiveWindowBytes === null ? {} : { initial_max_data: head.receiveWindowBytes }),
    });
    this.#event('quic:parameters_set', {
      owner: 'remote',
      max_ack_delay: head.peerMaxAckDelayMs,
      ...(head.peerReceiveWindowBytes === null ? {} : { initial_max_data: head.peerReceiveWindowBytes }),
    });
    this.#event('recovery:parameters_set', {
      reordering_threshold: head.packetThreshold,
      time_threshold: 1.125,
      timer_granularity: 1,
      initial_rtt: 333,
      max_datagram_size: head.datagramBytes,
      initial_congestion_window: head.initialCwndBytes,
      minimum_congestion_window: head.minimumCwndBytes,
    });
  }

  text(): string {
    return this.#records.join('');
  }

  sent(packet: Packet, atUs: number, recovery: Recovery): void {
    this.#nowUs = atUs;
    this.#event('quic:packet_sent', packetData(packet));
    this.#measure(recovery);
  }

  received(packet: Packet, atUs: number): void {
    this.#nowUs = atUs;
    this.#event('quic:packet_received', packetData(packet));
  }

  measured(atUs: number, recovery: Recovery): void {
    this.#nowUs = atUs;
    this.#measure(recovery);
  }

  timedOut(atUs: number, recovery: Recovery): void {
    this.#nowUs = atUs;
    this.#measure(recovery);
  }

  lost(space: Space, number: number, { sizeBytes }: Sent, byTime: boolean, nowUs: number): void {
    this.#nowUs = nowUs;
    this.#event('recovery:packet_lost', {
      header: { packet_type: TYPES[space], packet_number: number },
      raw: { length: sizeBytes },
      trigger: byTime ? 'time_threshold' : 'reordering_threshold',
    });
  }

  #measure({ rtt, controller, inFlightBytes, ptoCount }: Recovery): void {
    const all: Metrics = {
      ...(rtt.hasSample
        ? {
            min_rtt: round(rtt.minUs / 1000),
            smoothed_rtt: round(rtt.smoothedUs / 1000),
            latest_rtt: round(rtt.latestUs / 1000),
            rtt_variance: round(rtt.variationUs / 1000),
          }
        : {}),
      pto_count: ptoCount,
      congestion_window: Math.floor(controller.cwndBytes),
      bytes_in_flight: inFlightBytes,
      ...(controller.ssthreshBytes < Number.POSITIVE_INFINITY
        ? { ssthresh: Math.floor(controller.ssthreshBytes) }
        : {}),
    };
    const changed: Metrics = {};
    let isChanged = false;
    for (const name in all) {
      if (all[name] === this.#metrics[name]) continue;
      changed[name] = all[name];
      isChanged = true;
    }
    this.#metrics = all;
    if (isChanged) this.#event('recovery:metrics_updated', changed);
    const state =
      controller.cwndBytes < controller.ssthreshBytes
        ? 'slow_start'
        : controller.boundaryUs >= this.#nowUs
          ? 'recovery'
          : 'congestion_avoidance';
    if (state === this.#state) return;
    this.#event('recovery:congestion_state_updated', {
      ...(this.#state === '' ? {} : { old: this.#state }),
      new: state,
    });
    this.#state = state;
  }

  #event(name: string, data: object): void {
    this.#write({ time: round(this.#nowUs / 1000), name, data });
  }

  #write(record: object): void {
    const text = `\x1e${JSON.stringify(record)}\n`;
    this.#bytes += text.length;
    if (this.#bytes > this.mostBytes)
      throw new RangeError(`its trace would have more than ${this.mostBytes / 1e6} MB`);
    this.#records.push(text);
  }
}

function packetData(packet: Packet): object {
  return {
    header: { packet_type: TYPES[packet.space], packet_number: packet.number },
    raw: { length: packet.sizeBytes },
    frames: framesOf(packet),
    ...(packet.isMarked ? { ecn: 'CE' } : packet.isEcnCapable ? { ecn: 'ECT(0)' } : {}),
  };
}

function framesOf({
  space,
  ack,
  offset,
  dataBytes,
  isPing,
  isHandshakeDone,
  isClose,
  maxData,
}: Packet): readonly object[] {
  const frames: object[] = [];
  if (ack !== null) frames.push(ackFrame(ack));
  if (isPing) frames.push({ frame_type: 'ping' });
  if (isHandshakeDone) frames.push({ frame_type: 'handshake_done' });
  if (maxData > 0) frames.push({ frame_type: 'max_data', maximum: maxData });
  if (dataBytes > 0)
    frames.push(
      space === Space.application
        ? { frame_type: 'stream', stream_id: 0, offset, length: dataBytes }
        : { frame_type: 'crypto', offset, length: dataBytes },
    );
  if (isClose)
    frames.push({ frame_type: 'connection_close', error_space: 'application', error_code: NO_ERROR });
  return frames;
}

function ackFrame({ ranges, delayUs, ceCount }: AckFrame): object {
  const pairs: number[][] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const [largest, smallest] = [ranges[i], ranges[i + 1]];
    pairs.push(largest === smallest ? [largest] : [smallest, largest]);
  }
  return {
    frame_type: 'ack',
    ack_delay: round(delayUs / 1000),
    acked_ranges: pairs,
    ...(ceCount > 0 ? { ce: ceCount } : {}),
  };
}
