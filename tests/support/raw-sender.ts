/**
 * Writes a trace of a sender event by event, where nothing follows from anything: the test says which packets are
 * acknowledged or lost, and what the stack claims of its flight. `Scenario` is for senders that keep their books.
 */
const DATAGRAM = 1350;

export class RawSender {
  readonly #records: object[] = [
    { qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace: { vantage_point: { type: 'server' } } },
  ];
  #timeMs = 0.125;
  #next = 0;

  get nowMs(): number {
    return this.#timeMs;
  }

  event(name: string, data: object): this {
    this.#records.push({ time: this.#timeMs, name, data });
    return this;
  }

  wait(ms: number): this {
    this.#timeMs += ms;
    return this;
  }

  metrics(data: object): this {
    return this.event('recovery:metrics_updated', data);
  }

  /** Sends packets of one datagram each. */
  send(packets = 1): this {
    for (let i = 0; i < packets; i++) {
      this.event('transport:packet_sent', {
        header: { packet_type: '1RTT', packet_number: this.#next },
        raw: { length: DATAGRAM },
        frames: [{ frame_type: 'stream', stream_id: 0, offset: this.#next++ * DATAGRAM, length: DATAGRAM }],
      });
    }
    return this;
  }

  /** An ACK of the ranges, both ends included. */
  ack(...ranges: readonly (readonly [number, number])[]): this {
    return this.event('transport:packet_received', {
      header: { packet_type: '1RTT', packet_number: this.#records.length },
      raw: { length: 40 },
      frames: [{ frame_type: 'ack', acked_ranges: ranges }],
    });
  }

  lost(packetNumber: number): this {
    return this.event('recovery:packet_lost', {
      header: { packet_type: '1RTT', packet_number: packetNumber },
    });
  }

  text(): string {
    return this.#records.map((record) => `\x1e${JSON.stringify(record)}\n`).join('');
  }
}
