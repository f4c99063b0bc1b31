/** Redacts the outline of a trace (`contract/outline.ts`): figures, our own words, and the names of states. */
import type { NamedTime, Outline } from '../contract/outline';
import type { Redactor } from './redactor';

export function redactOutline(outline: Outline, { states }: Redactor): Outline {
  const { landmarks, arrived, milestones, outcome, completedUs, afterLastLoss: after } = outline;
  const { initialCwndBytes, medianCwndBytes, medianRttUs, maxAckDelayUs, probeTimeouts } = outline;
  const { startUs, handshakeUs, firstDataUs, firstLossUs, lastLossUs } = landmarks;
  const named = (times: readonly NamedTime[], nameOf: (name: string) => string): readonly NamedTime[] =>
    times.map(({ name, us }) => ({ name: nameOf(name), us }));
  return {
    landmarks: { startUs, handshakeUs, firstDataUs, firstLossUs, lastLossUs },
    arrived: { quantity: arrived.quantity, timesUs: arrived.timesUs, bytes: arrived.bytes },
    milestones: milestones.map(({ bytes, timeUs }) => ({ bytes, timeUs })),
    ...{ outcome, completedUs, initialCwndBytes, medianCwndBytes, medianRttUs, maxAckDelayUs, probeTimeouts },
    states: named(outline.states, (name) => states.redact(name)),
    // Names of limits are our own.
    limits: named(outline.limits, (name) => name),
    afterLastLoss: after && {
      lastLossUs: after.lastLossUs,
      cwndBytes: after.cwndBytes,
      highestCwndBytes: after.highestCwndBytes,
      doubledUs: after.doubledUs,
      roundTrips: after.roundTrips,
    },
  };
}
