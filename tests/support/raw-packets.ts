/** When the packets of a log were sent and received, read from its records with JSON.parse. */
import { rawRecords } from './raw-trace.ts';

/** ms by type and number, `1RTT 17`: of packets that arrived several times the first. */
export interface PacketTimes {
  readonly sent: ReadonlyMap<string, number>;
  readonly received: ReadonlyMap<string, number>;
}

export function rawPackets(path: string): PacketTimes {
  const [sent, received] = [new Map<string, number>(), new Map<string, number>()];
  for (const { time, name, data } of rawRecords(path)) {
    const list = /:packet_sent$/.test(name) ? sent : /:packet_received$/.test(name) ? received : null;
    const { packet_type: type, packet_number: number } = (data.header ?? {}) as {
      packet_type?: string;
      packet_number?: number;
    };
    const key = `${type} ${number}`;
    if (list !== null && number !== undefined && !list.has(key)) list.set(key, time);
  }
  return { sent, received };
}
