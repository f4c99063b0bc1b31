/** Writes the trace of a sender whose packets have sizes of their own, each flight of them acknowledged or lost a round trip later. */
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { loadBytes } from './load.ts';

const RTT = 20;

export interface Sized {
  readonly size: number;
  readonly isLost?: boolean;
}

/** So many packets of a size, of which the first `lost` ones are lost. */
export function flight(packets: number, size: number, lost = 0): readonly Sized[] {
  return Array.from({ length: packets }, (_, i) => ({ size, isLost: i < lost }));
}

/** What stands in the log before a flight: name and data of an event. */
export type Before = ReadonlyMap<number, readonly [name: string, data: object]>;

/** @param flights one per round trip of 20 ms. */
export function sizedSender(
  flights: readonly (readonly Sized[])[],
  before: Before = new Map(),
): TransportState {
  const records: object[] = [
    { qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace: { vantage_point: { type: 'server' } } },
  ];
  let [timeMs, next, offset] = [0, 0, 0];
  const event = (name: string, data: object): void => {
    records.push({ time: timeMs, name, data });
  };
  const header = (packet_number: number): object => ({ packet_type: '1RTT', packet_number });
  event('recovery:metrics_updated', { congestion_window: 1_000_000, smoothed_rtt: RTT, latest_rtt: RTT });
  flights.forEach((packets, i) => {
    const said = before.get(i);
    if (said !== undefined) event(...said);
    const first = next;
    for (const { size } of packets) {
      const frames = [{ frame_type: 'stream', stream_id: 0, offset, length: size - 40 }];
      event('transport:packet_sent', { header: header(next++), raw: { length: size }, frames });
      offset += size - 40;
    }
    timeMs += RTT;
    const arrived = packets.flatMap(({ isLost }, at) => (isLost === true ? [] : [[first + at, first + at]]));
    event('transport:packet_received', {
      header: header(100_000 + i),
      raw: { length: 40 },
      frames: [{ frame_type: 'ack', acked_ranges: arrived }],
    });
    packets.forEach(({ isLost }, at) => {
      if (isLost === true) event('recovery:packet_lost', { header: header(first + at) });
    });
    timeMs += 1;
  });
  return loadBytes(new TextEncoder().encode(records.map((one) => `\x1e${JSON.stringify(one)}\n`).join('')))
    .pipeline.state;
}
