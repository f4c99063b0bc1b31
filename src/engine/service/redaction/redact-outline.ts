/** Redacts the outline of a trace (`contract/outline.ts`): figures, our own words, and the names of states. */
import { PARAMETER_NAMES } from '../../../qlog-schema/transport-parameters';
import type { LoggedParameters, NamedTime, Outline } from '../../reading/contract/outline';
import { redactTotals } from '../../reading/contract/traffic-redaction';
import type { Redactor } from './redactor';

/** Transport parameters that the schema knows: numbers all of them. */
function numbersOf(parameters: LoggedParameters): LoggedParameters {
  return new Map(
    PARAMETER_NAMES.flatMap((name) => {
      const value = parameters.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

export function redactOutline(outline: Outline, { states }: Redactor): Outline {
  const { landmarks, arrived, milestones, outcome, completedUs, afterLastLoss: after } = outline;
  const { initialCwndBytes, medianCwndBytes, medianRttUs, probeTimeouts, parameters } = outline;
  const { startUs, handshakeUs, firstDataUs, firstLossUs, lastLossUs } = landmarks;
  const named = (times: readonly NamedTime[], nameOf: (name: string) => string): readonly NamedTime[] =>
    times.map(({ name, us }) => ({ name: nameOf(name), us }));
  return {
    landmarks: { startUs, handshakeUs, firstDataUs, firstLossUs, lastLossUs },
    arrived: { quantity: arrived.quantity, timesUs: arrived.timesUs, bytes: arrived.bytes },
    milestones: milestones.map(({ bytes, timeUs }) => ({ bytes, timeUs })),
    outcome,
    completedUs,
    initialCwndBytes,
    medianCwndBytes,
    medianRttUs,
    probeTimeouts,
    // The ids of a connection tell traces of it apart on this device only.
    identity: {
      originalIds: [],
      groupId: null,
      connectionIds: [],
      quicVersion: outline.identity.quicVersion,
    },
    parameters: { own: numbersOf(parameters.own), peer: numbersOf(parameters.peer) },
    states: named(outline.states, (name) => states.redact(name)),
    // Names of holders are our own.
    limits: named(outline.limits, (name) => name),
    afterLastLoss: after && {
      lastLossUs: after.lastLossUs,
      cwndBytes: after.cwndBytes,
      highestCwndBytes: after.highestCwndBytes,
      doubledUs: after.doubledUs,
      roundTrips: after.roundTrips,
    },
    traffic: outline.traffic && redactTotals(outline.traffic),
  };
}
