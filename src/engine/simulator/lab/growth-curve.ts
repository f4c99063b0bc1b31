/** The window of a controller after a reduction, driven by an ideal ACK clock: one ACK per packet, spread evenly over the round trip. */
import { type ControllerSettings, createController } from '../../sender/congestion/controller-settings';

export interface GrowthCurve {
  /** Since the reduction, s; evenly spaced. */
  readonly seconds: readonly number[];
  /** Packets. */
  readonly windows: readonly number[];
}

export interface GrowthSettings {
  /** The window before the reduction, packets. */
  readonly before: number;
  readonly rttMs: number;
  /** It is followed until the window is above this, packets, but no longer than `mostSeconds`. */
  readonly endWindow: number;
  readonly mostSeconds: number;
  readonly samples: number;
}

/** Any size: windows are counted in packets. */
const PACKET_BYTES = 1000;
/** How often the window is noted before the times of the samples are known. */
const NOTES_PER_RTT = 50;

export function growthBehindReduction(
  controller: ControllerSettings,
  { before, rttMs, endWindow, mostSeconds, samples }: GrowthSettings,
): GrowthCurve {
  const model = createController(controller, PACKET_BYTES, before * PACKET_BYTES);
  const rttUs = rttMs * 1000;
  model.lost(0, -rttUs, before * PACKET_BYTES);
  // In recovery the window is level: the first ACK that grows it is of a packet sent after the loss.
  const timesUs = [0, rttUs];
  const windows = [model.cwndBytes, model.cwndBytes];
  let nowUs = rttUs;
  while (model.cwndBytes < endWindow * PACKET_BYTES && nowUs < mostSeconds * 1e6) {
    nowUs += (rttUs * PACKET_BYTES) / model.cwndBytes;
    model.sampled?.(nowUs, nowUs - rttUs, rttUs);
    model.acked(nowUs, nowUs - rttUs, PACKET_BYTES, rttUs);
    if (nowUs < timesUs[timesUs.length - 1] + rttUs / NOTES_PER_RTT) continue;
    timesUs.push(nowUs);
    windows.push(model.cwndBytes);
  }
  return sampled(timesUs, windows, nowUs, samples);
}

/** Windows at even times, between two that were noted in proportion. */
function sampled(
  timesUs: readonly number[],
  windows: readonly number[],
  endUs: number,
  samples: number,
): GrowthCurve {
  let at = 0;
  const seconds = Array.from({ length: samples }, (_, i) => (endUs * i) / (samples - 1) / 1e6);
  const means = seconds.map((time) => {
    while (at + 2 < timesUs.length && timesUs[at + 1] <= time * 1e6) at++;
    const [fromUs, toUs] = [timesUs[at], timesUs[at + 1]];
    const [from, to] = [windows[at], windows[at + 1]];
    return (from + (to - from) * Math.min(1, (time * 1e6 - fromUs) / (toUs - fromUs))) / PACKET_BYTES;
  });
  return { seconds, windows: means };
}
