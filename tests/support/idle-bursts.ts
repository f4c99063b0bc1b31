/**
 * The bursts that a simulated sender began with nothing in flight, from the text of its trace alone: how far ahead of each the
 * recovery boundary lies by the rule of the defect, which counts all time since the last send as idle.
 */

interface Traced {
  readonly time: number;
  readonly name?: string;
  readonly data: {
    readonly header?: { readonly packet_type: string; readonly packet_number: number };
    readonly raw?: { readonly length: number };
    readonly frames?: readonly { readonly frame_type: string }[];
    readonly bytes_in_flight?: number;
    readonly congestion_window?: number;
    readonly ssthresh?: number;
  };
}

export interface IdleBurst {
  /** Of its first packet. */
  readonly atMs: number;
  /** From its first packet to the boundary; negative where the boundary lies before it, NaN where there is none. */
  readonly leadMs: number;
  /** The window at its first packet. */
  readonly cwndBytes: number;
  /** From its first packet to the last one before anything is received. */
  lengthMs: number;
  packets: number;
  /** The window where the first ACK of it leaves nothing in flight; NaN where it does not. */
  thenBytes: number;
}

/** Its records after the header. */
export function tracedEvents(text: string): readonly Traced[] {
  return text
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line.slice(1)));
}

export function idleBursts(text: string): readonly IdleBurst[] {
  const bursts: IdleBurst[] = [];
  const sentMs = new Map<string, number>();
  let [boundaryMs, lastSendMs, newestLostMs] = [Number.NaN, Number.NaN, Number.NaN];
  let [inFlight, cwndBytes, ssthresh] = [0, 0, Number.POSITIVE_INFINITY];
  /** Something was received since the last burst began; nothing of it was acknowledged or lost yet. */
  let [isAnswered, isOpen] = [true, false];
  for (const { time, name, data } of tracedEvents(text)) {
    const key = `${data.header?.packet_type} ${data.header?.packet_number}`;
    const isEliciting = data.frames?.some((frame) => frame.frame_type !== 'ack') === true;
    const burst = bursts.at(-1);
    if (name === 'quic:packet_received') isAnswered = true;
    else if (name === 'quic:packet_sent' && isEliciting) {
      if (inFlight === 0 && !Number.isNaN(lastSendMs)) {
        if (cwndBytes >= ssthresh) boundaryMs += time - lastSendMs;
        const leadMs = boundaryMs - time;
        bursts.push({ atMs: time, leadMs, cwndBytes, lengthMs: 0, packets: 1, thenBytes: Number.NaN });
        [isAnswered, isOpen] = [false, true];
      } else if (burst !== undefined && !isAnswered) {
        burst.lengthMs = time - burst.atMs;
        burst.packets++;
      }
      sentMs.set(key, time);
      lastSendMs = time;
      inFlight += data.raw?.length ?? 0;
    } else if (name === 'recovery:packet_lost')
      newestLostMs = Math.max(sentMs.get(key) as number, Number.isNaN(newestLostMs) ? 0 : newestLostMs);
    else if (name === 'recovery:metrics_updated') {
      inFlight = data.bytes_in_flight ?? inFlight;
      cwndBytes = data.congestion_window ?? cwndBytes;
      ssthresh = data.ssthresh ?? ssthresh;
      // One reduction per recovery period: the loss of what was sent before the boundary moves nothing.
      if (!Number.isNaN(newestLostMs) && !(newestLostMs <= boundaryMs)) boundaryMs = time;
      newestLostMs = Number.NaN;
      if (isAnswered && isOpen && burst !== undefined) {
        if (inFlight === 0) burst.thenBytes = cwndBytes;
        isOpen = false;
      }
    }
  }
  return bursts;
}
