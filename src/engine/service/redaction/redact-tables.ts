/** Redacts exact figures, points of series, packets and notes: allow-lists of fields. */
import type { PacketFacts } from '../../reading/contract/packet-facts';
import type { Measured, Rows } from '../../reading/contract/parts';
import { redactHeld } from '../../reading/contract/traffic-redaction';

export function redactMeasured(measured: Measured): Measured {
  const { fromUs, toUs, sentBytes, ackedBytes, receivedBytes, packetsSent, packetsLost } = measured;
  const { transitions, ptos, ptoMethod, rttUs, rttOrigin, roundTrips, cwndFromBytes, cwndToBytes } = measured;
  return {
    fromUs,
    toUs,
    sentBytes,
    ackedBytes,
    receivedBytes,
    packetsSent,
    packetsLost,
    transitions,
    ptos,
    ptoMethod,
    rttUs,
    rttOrigin,
    roundTrips,
    cwndFromBytes,
    cwndToBytes,
  };
}

/** Types of frames are words of the schema, what they say are our own words and numbers; why there are none may quote the log. */
export function redactPacket(facts: PacketFacts): PacketFacts {
  const { space, packetNumber, sizeBytes, sentUs, fate, settledUs, resent, sentRow } = facts;
  const { frames, whyNoFrames, framesLeftOut, ackedUs, ackRow, ackedBy, lostUs, lostRow } = facts;
  const { lossIsLogged, lostBy, lossKind, resendsKnown, resentIn, resentCount, resends, resendsCount } =
    facts;
  return {
    space,
    packetNumber,
    sizeBytes,
    sentUs,
    fate,
    settledUs,
    resent,
    sentRow,
    framesLeftOut,
    frames: frames?.map(({ type, text }) => ({ type, text })) ?? null,
    whyNoFrames: whyNoFrames === null ? null : 'not known',
    ackedUs,
    ackRow,
    ackedBy,
    lostUs,
    lostRow,
    lossIsLogged,
    lossKind,
    lostBy: lostBy && {
      trigger: lostBy.trigger,
      isLogged: lostBy.isLogged,
      ackedAbove: lostBy.ackedAbove,
    },
    resendsKnown,
    resentIn: [...resentIn],
    resentCount,
    resends: [...resends],
    resendsCount,
    streams: facts.streams.map(({ id, held }) => ({ id, held: redactHeld(held) })),
  };
}

/** Names of series come from our own tables. */
export function redactRows({ fromUs, columns }: Rows): Rows {
  return {
    fromUs,
    columns: columns.map(({ info: { id, name, unit, shape, origin }, timesUs, values, entry }) => ({
      info: { id, name, unit, shape, origin },
      timesUs,
      values,
      entry,
    })),
  };
}

/** The shareable fields of a note: text and anchor. */
export interface NoteText {
  readonly id: string;
  readonly text: string;
  readonly anchor:
    | { readonly kind: 'time'; readonly timeUs: number }
    | { readonly kind: 'range'; readonly fromUs: number; readonly toUs: number }
    | { readonly kind: 'finding'; readonly key: string };
}

export function redactNote({ id, text, anchor }: NoteText): NoteText {
  switch (anchor.kind) {
    case 'time':
      return { id, text, anchor: { kind: 'time', timeUs: anchor.timeUs } };
    case 'range':
      return { id, text, anchor: { kind: 'range', fromUs: anchor.fromUs, toUs: anchor.toUs } };
    case 'finding':
      return { id, text, anchor: { kind: 'finding', key: anchor.key } };
  }
}
