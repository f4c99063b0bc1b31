/**
 * The canonical events as small numbers: event-names.ts maps spellings to them, the rest of the project switches on
 * them. Names are those of the newest draft.
 *
 * Not here: spellings (event-names.ts), lookup (name-lookup.ts).
 */

/** Numeric ids of the canonical events, small enough for a byte column. `other` is any event not listed. */
export const EventKind = {
  other: 0,
  packetSent: 1,
  packetReceived: 2,
  packetLost: 3,
  packetsAcked: 4,
  metricsUpdated: 5,
  congestionStateUpdated: 6,
  keyDiscarded: 7,
  recoveryParametersSet: 8,
  parametersSet: 9,
  mtuUpdated: 10,
  timerUpdated: 11,
  ecnStateUpdated: 12,
  packetDropped: 13,
  connectionStarted: 14,
  connectionClosed: 15,
  spuriousLoss: 16,
  packetBuffered: 17,
  markedForRetransmit: 18,
  udpDatagramsSent: 19,
  udpDatagramsReceived: 20,
  udpDatagramDropped: 21,
  framesCreated: 22,
  framesParsed: 23,
  streamDataMoved: 24,
  datagramDataMoved: 25,
  streamStateUpdated: 26,
  connectionDataBlockedUpdated: 27,
  streamDataBlockedUpdated: 28,
  datagramDataBlockedUpdated: 29,
  connectionStateUpdated: 30,
  connectionIdUpdated: 31,
  spinBitUpdated: 32,
  serverListening: 33,
  tupleAssigned: 34,
  migrationStateUpdated: 35,
  keyUpdated: 36,
  parametersRestored: 37,
  versionInformation: 38,
  alpnInformation: 39,
  carefulResumePhaseUpdated: 40,
  httpFrameCreated: 64,
  httpFrameParsed: 65,
  httpStreamTypeSet: 66,
  httpPriorityUpdated: 67,
} as const;

export type EventKind = (typeof EventKind)[keyof typeof EventKind];

/** Whether an event is one of QUIC; those of HTTP/3 have the kinds from here on. */
export function isOfTransport(kind: number): boolean {
  return kind !== EventKind.other && kind < EventKind.httpFrameCreated;
}

/**
 * How well a logged name is known: `transport` has its own kind, `known` belongs to another schema or is a log message
 * (HTTP/3, QPACK, log levels, a stack's own events), `unknown` is neither.
 */
export type NameStatus = 'transport' | 'known' | 'unknown';
