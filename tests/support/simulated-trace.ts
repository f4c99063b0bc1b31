/** What the trace of one end of a simulated run says, read as text: by the records alone, and by nothing of the engine. */

interface Record {
  readonly time: number;
  readonly name: string;
  readonly data: {
    readonly owner?: string;
    readonly initial_max_data?: number;
    readonly header?: { readonly packet_type: string; readonly packet_number: number };
    readonly raw?: { readonly length: number };
    readonly frames?: readonly {
      readonly frame_type: string;
      readonly offset?: number;
      readonly length?: number;
      readonly maximum?: number;
      readonly acked_ranges?: readonly (readonly number[])[];
    }[];
    readonly bytes_in_flight?: number;
    readonly congestion_window?: number;
    readonly trigger?: string;
  };
}

/** `id` is a packet's type and number. */
export interface TracedPacket {
  readonly id: string;
  readonly time: number;
  readonly size: number;
  readonly elicits: boolean;
}

export interface SimulatedTrace {
  readonly records: readonly Record[];
  readonly sent: ReadonlyMap<string, TracedPacket>;
  readonly received: readonly TracedPacket[];
  /** As declared, in order. */
  readonly lost: readonly string[];
  /** Packets that an ACK which was received names. */
  readonly acked: ReadonlySet<string>;
  /** By packet with data of the application: where it ends, and the credit of its time. */
  readonly sentEnds: readonly { readonly end: number; readonly credit: number }[];
  /** HANDSHAKE_DONE was sent, or received. */
  readonly isDone: boolean;
  /** As logged last. */
  readonly flightBytes: number;
}

export function traceOf(text: string): SimulatedTrace {
  const [, ...records] = text
    .split('\x1e')
    .slice(1)
    .map((record) => JSON.parse(record) as Record);
  const sent = new Map<string, TracedPacket>();
  const received: TracedPacket[] = [];
  const lost: string[] = [];
  const acked = new Set<string>();
  const sentEnds: { end: number; credit: number }[] = [];
  let credit = Number.POSITIVE_INFINITY;
  let isDone = false;
  let flightBytes = 0;
  for (const { time, name, data } of records) {
    const { header, frames = [] } = data;
    const type = header?.packet_type ?? '';
    const id = `${type} ${header?.packet_number}`;
    const elicits = frames.some(({ frame_type: type }) => type !== 'ack' && type !== 'connection_close');
    const packet = { id, time, size: data.raw?.length ?? 0, elicits };
    if (name === 'quic:parameters_set' && data.owner === 'remote') credit = data.initial_max_data ?? credit;
    if (name === 'quic:packet_sent') sent.set(id, packet);
    if (name === 'quic:packet_received') received.push(packet);
    if (name === 'recovery:packet_lost') lost.push(id);
    flightBytes = data.bytes_in_flight ?? flightBytes;
    for (const frame of frames) {
      const isSent = name === 'quic:packet_sent';
      if (frame.frame_type === 'handshake_done') isDone = true;
      if (isSent && frame.frame_type === 'stream')
        sentEnds.push({ end: (frame.offset ?? 0) + (frame.length ?? 0), credit });
      if (!isSent && frame.frame_type === 'max_data') credit = Math.max(credit, frame.maximum ?? 0);
      if (isSent) continue;
      for (const [from = 0, to = from] of frame.acked_ranges ?? [])
        for (let number = from; number <= to; number++) acked.add(`${type} ${number}`);
    }
  }
  return { records, sent, received, lost, acked, sentEnds, isDone, flightBytes };
}
