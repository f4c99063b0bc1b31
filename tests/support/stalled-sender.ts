/**
 * Made traces of a sender with a window of packets over a path that carries a pair each 2 ms or as given, with one ACK for each pair, and
 * a stop: of this host, of the receiver, or of the path, which holds ACKs or loses what it carries. Packets hold 1,000 bytes; the
 * peer's packet numbers ascend by one, so that a lost ACK shows.
 */
import { lost, metrics, request, send, type TimedEvent } from './replay-events.ts';

export interface Stop {
  readonly where: 'this-host' | 'receiver' | 'path-holds' | 'data-lost' | 'acks-lost';
  /** Of a path that holds ACKs and of this host as the sender sees it, else as the receiver does. */
  readonly atMs: number;
  readonly forMs: number;
  /** Of the ACK that ends the stop; 0 by default. */
  readonly ackDelayMs?: number;
  /** Pairs that one ACK acknowledges after the stop: 1 by default, all of them for a receiver. */
  readonly pairsPerAck?: number;
  /** Probes, ms after the start; the last one ends a path that lost everything. */
  readonly probesMs?: readonly number[];
  /** A packet of the handshake without more than an ACK, ms after the start. */
  readonly noiseMs?: number;
}

export interface StalledSender {
  readonly rttMs?: number;
  readonly windowPairs?: number;
  readonly pairMs?: number;
  readonly untilMs?: number;
  /** The congestion window, bytes: more than is ever in flight by default. */
  readonly windowBytes?: number;
  readonly stops?: readonly Stop[];
  /** Every so many pairs both packets are lost. */
  readonly lossEvery?: number;
}

/** What the program sends after an ACK, ms. */
const BEHIND_MS = 0.01;
const DELAY_MS = 5;

interface Packet {
  readonly sentMs: number;
  lostMs?: number;
}

interface Ack {
  readonly timeMs: number;
  readonly packets: readonly Packet[];
  readonly delayMs: number;
  /** ACKs before it that were lost. */
  readonly skipped: number;
}

class Made {
  readonly packets: Packet[] = [];
  readonly acks: Ack[] = [];
  readonly #options: Required<StalledSender>;
  #waiting: Ack[] = [];
  #pairs = 0;
  /** When the path can carry the next pair. */
  #freeMs = 0;

  constructor(options: StalledSender) {
    this.#options = {
      rttMs: 20,
      windowPairs: 10,
      pairMs: 2,
      untilMs: 1000,
      windowBytes: 100_000,
      stops: [],
      lossEvery: 0,
      ...options,
    };
    const { windowPairs, pairMs, stops } = this.#options;
    for (let i = 0; i < windowPairs; i++) this.#pair(pairMs * i);
    for (const stop of stops) this.#probe(stop);
    while (this.#waiting.length > 0) this.#next();
  }

  /** Reads the ACKs of the earliest time, then sends as many packets. */
  #next(): void {
    const { rttMs, untilMs, windowPairs } = this.#options;
    const timeMs = Math.min(...this.#waiting.map((ack) => ack.timeMs));
    const read = this.#waiting.filter((ack) => ack.timeMs === timeMs);
    this.#waiting = this.#waiting.filter((ack) => ack.timeMs !== timeMs);
    this.acks.push(...read);
    const pairs = read.reduce((sum, { packets }) => sum + Math.ceil(packets.length / 2), 0);
    for (let i = 0; i < Math.min(pairs, windowPairs) && timeMs + rttMs < untilMs; i++)
      this.#pair(timeMs + BEHIND_MS * (i + 1));
  }

  #sent(sentMs: number): Packet {
    const packet = { sentMs };
    this.packets.push(packet);
    return packet;
  }

  #pair(sentMs: number): void {
    const { rttMs, lossEvery } = this.#options;
    const packets = [this.#sent(sentMs), this.#sent(sentMs + BEHIND_MS / 10)];
    const isLost = lossEvery > 0 && ++this.#pairs % lossEvery === 0;
    if (isLost) for (const packet of packets) packet.lostMs = sentMs + rttMs + DELAY_MS;
    const carriedMs = Math.max(sentMs, this.#freeMs);
    this.#freeMs = carriedMs + this.#options.pairMs;
    this.#answer(carriedMs, packets);
  }

  /** When packets are acknowledged, as the stops let it be. */
  #answer(carriedMs: number, packets: readonly Packet[]): void {
    const { rttMs, stops } = this.#options;
    const stop = stops.find(({ where, atMs, forMs }) => {
      const thereMs = carriedMs + (where === 'this-host' || where === 'path-holds' ? rttMs : rttMs / 2);
      return thereMs >= atMs && thereMs < atMs + forMs;
    });
    if (stop !== undefined) this.#stopped(stop, packets);
    else this.#waiting.push({ timeMs: carriedMs + rttMs, packets, delayMs: 0, skipped: 0 });
  }

  #stopped(stop: Stop, packets: readonly Packet[]): void {
    const { where, atMs, forMs, ackDelayMs = 0 } = stop;
    const { rttMs } = this.#options;
    if (where === 'data-lost') {
      for (const packet of packets) packet.lostMs = this.#answeredMs(stop) + BEHIND_MS;
      return;
    }
    if (where === 'acks-lost') this.#together(this.#answeredMs(stop), packets, 0, 1);
    else
      this.#together(
        atMs + forMs + (where === 'receiver' ? rttMs / 2 : 0),
        packets,
        ackDelayMs,
        0,
        stop.pairsPerAck ?? (where === 'receiver' ? 1000 : 1),
      );
  }

  /** Acknowledged at a time, with others of that time. */
  #together(
    timeMs: number,
    packets: readonly Packet[],
    delayMs: number,
    skipped: number,
    pairs = 1000,
  ): void {
    const open = this.#waiting.find((ack) => ack.timeMs === timeMs && ack.packets.length < 2 * pairs);
    this.#waiting = this.#waiting.filter((ack) => ack !== open);
    this.#waiting.push({
      timeMs,
      packets: [...(open?.packets ?? []), ...packets],
      delayMs,
      skipped: skipped + (open?.skipped ?? 0),
    });
  }

  #answeredMs({ atMs, probesMs = [] }: Stop): number {
    return atMs + (probesMs.at(-1) as number) + this.#options.rttMs;
  }

  #probe(stop: Stop): void {
    const { where, atMs, probesMs = [] } = stop;
    probesMs.forEach((probeMs, i) => {
      const packet = this.#sent(atMs + probeMs);
      const isAnswered = i === probesMs.length - 1 || where === 'acks-lost';
      if (where === 'data-lost' && !isAnswered) packet.lostMs = this.#answeredMs(stop) + BEHIND_MS;
      else if (where === 'data-lost' || where === 'acks-lost')
        this.#together(this.#answeredMs(stop), [packet], 0, 0);
      else this.#answer(packet.sentMs, [packet]);
    });
  }
}

/** The log of the sender. */
export function stalledSender(options: StalledSender): readonly TimedEvent[] {
  const { packets, acks } = new Made(options);
  const events: TimedEvent[] = [
    metrics(0, { congestion_window: options.windowBytes ?? 100_000, smoothed_rtt: options.rttMs ?? 20 }),
    request(0),
  ];
  const inOrder = [...packets].sort((a, b) => a.sentMs - b.sentMs);
  const numbers = new Map(inOrder.map((packet, i) => [packet, i]));
  for (const [packet, number] of numbers) {
    events.push(send(packet.sentMs, number));
    if (packet.lostMs !== undefined) events.push(lost(packet.lostMs, number));
  }
  let peer = 0;
  for (const { timeMs, packets: acked, delayMs, skipped } of acks) {
    peer += 1 + skipped;
    const arrived = acked
      .filter(({ lostMs }) => lostMs === undefined)
      .map((packet) => numbers.get(packet) as number);
    if (arrived.length === 0) continue;
    const acked_ranges = arrived.sort((a, b) => b - a).map((number) => [number, number]);
    const header = { packet_type: '1RTT', packet_number: peer };
    const frames = [{ frame_type: 'ack', ack_delay: delayMs, acked_ranges }];
    events.push([timeMs, 'quic:packet_received', { header, raw: { length: 60 }, frames }]);
  }
  for (const { atMs, noiseMs } of options.stops ?? [])
    if (noiseMs !== undefined)
      events.push(
        send(atMs + noiseMs, 0, {
          type: 'handshake',
          frames: [{ frame_type: 'ack', acked_ranges: [[0, 0]] }],
        }),
      );
  return events.sort(([a], [b]) => a - b);
}
