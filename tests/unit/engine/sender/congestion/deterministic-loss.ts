/**
 * The deterministic loss model of RFC 9438 §5.1: exactly one packet in 1/p is lost, the RTT is constant, the window
 * is always used. Drives a controller through it, one segment of one byte per ACK, and takes the average window.
 */
import type { Controller } from '../../../../../src/engine/sender/congestion/controller.ts';

/** Epochs until the window repeats itself, and those that the average is taken over. */
const SETTLING = 12;
const MEASURED = 12;

/**
 * @param model with datagrams of one byte.
 * @param peak the window at the first loss, segments. CUBIC's curve is level at W_max, so that it comes to its
 *   steady state by the third power of the distance, over thousands of epochs from afar: begin near it.
 * @returns the average window in segments: packets per round trip.
 */
export function averageWindow(model: Controller, peak: number, lossRate: number, rttSeconds: number): number {
  const cwndBytes = model.reduced(peak);
  model.restart({ nowUs: 0, priorCwndBytes: peak, cwndBytes, ssthreshBytes: cwndBytes });
  const packets = Math.round(1 / lossRate);
  const rttUs = rttSeconds * 1e6;
  let nowUs = 0;
  let measuredFromUs = 0;
  for (let epoch = 0; epoch < SETTLING + MEASURED; epoch++) {
    if (epoch === SETTLING) measuredFromUs = nowUs;
    for (let packet = 0; packet < packets; packet++) {
      nowUs += rttUs / model.cwndBytes;
      model.acked(nowUs, nowUs, 1, rttUs);
    }
    model.lost(nowUs, nowUs);
  }
  return (MEASURED * packets * rttUs) / (nowUs - measuredFromUs);
}
