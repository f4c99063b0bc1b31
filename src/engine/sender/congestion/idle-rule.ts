/**
 * What CUBIC does with its boundary at a send with nothing in flight. The boundary is both the start of the growth
 * epoch and the end of what counts as sent in recovery, so that moving it also stops the growth.
 *
 * Otherwise the rules are identical. `shift-from-last-send` is the defect of the death spiral: after every round trip
 * in which the pipe drained it counts the round trip itself as idle time.
 *
 *   send ▮▮ ............ ACK ✓ ▮▮ send        idle by last send: ├────────────────┤ a whole round trip
 *                                             idle by last activity:            ├─┤
 */

/** The rules that a trace is fitted to: those that stacks were seen to ship. */
export const FITTED_IDLE_RULES = [
  'none',
  'reset',
  'shift-from-last-send',
  'shift-clamped',
  'shift-from-last-activity',
  'threshold',
] as const;
export type FittedIdleRule = (typeof FITTED_IDLE_RULES)[number];

/** Those, and further repairs that were proposed; a simulation runs them all. */
export const IDLE_RULES = [
  ...FITTED_IDLE_RULES,
  'shift-epoch-only',
  'shift-skipped',
  'shift-at-ack',
] as const;
export type IdleRule = (typeof IDLE_RULES)[number];

/** `threshold` counts a gap as idle only from this many smoothed RTTs on, unless set otherwise. */
export const IDLE_THRESHOLD_RTTS = 2;

/** A send with nothing in flight. All times in µs. */
export interface IdleSend {
  readonly nowUs: number;
  /** The last in-flight packet before this one. */
  readonly lastSendUs: number;
  /** The last ACK of new data, NaN when there was none. */
  readonly lastAckUs: number;
  /** Smoothed RTT, NaN when unknown. */
  readonly smoothedRttUs: number;
}

/**
 * The boundary after a send with nothing in flight, µs. A boundary of NaN (no loss yet) stays NaN. `reset` begins a new
 * epoch at the send with the current window. `shift-epoch-only` and `shift-at-ack` shift as far as `shift-from-last-send`: what is
 * moved, and when, is the controller's part (cubic.ts). Sources: Linux commits 30927520dbae (shift) and c2e7204d180f (clamp),
 * quiche pull request 2370.
 * @param thresholdRtts see `IDLE_THRESHOLD_RTTS`; used for `threshold` only.
 */
export function shiftedBoundary(
  rule: IdleRule,
  boundaryUs: number,
  send: IdleSend,
  thresholdRtts = IDLE_THRESHOLD_RTTS,
): number {
  const { nowUs, lastSendUs, lastAckUs, smoothedRttUs } = send;
  const sinceSendUs = Math.max(0, nowUs - lastSendUs);
  switch (rule) {
    case 'none':
      return boundaryUs;
    case 'reset':
      return Number.isNaN(boundaryUs) ? boundaryUs : nowUs;
    case 'shift-from-last-send':
    case 'shift-epoch-only':
    case 'shift-at-ack':
      return boundaryUs + sinceSendUs;
    case 'shift-skipped':
      return boundaryUs + sinceSendUs > nowUs ? boundaryUs : boundaryUs + sinceSendUs;
    case 'shift-clamped':
      return Math.min(boundaryUs + sinceSendUs, Math.max(nowUs, boundaryUs));
    case 'shift-from-last-activity':
      return boundaryUs + (lastAckUs > lastSendUs ? Math.max(0, nowUs - lastAckUs) : sinceSendUs);
    case 'threshold':
      return sinceSendUs > thresholdRtts * smoothedRttUs ? boundaryUs + sinceSendUs : boundaryUs;
  }
}
