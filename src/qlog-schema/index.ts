/**
 * The qlog format as data: event names, fields, frames, headers, quirks. It stands alone (no import from the rest of
 * the project), so that it could be published separately.
 *
 * Not here: event-fields.ts, errors.ts, error-texts.ts, exported-range.ts. What needs them, the export above all, imports
 * them from there, so that they are fetched with it.
 */
export { codeNamed } from './error-codes';
export { BlockReason, EventFact, StateTrigger } from './event-fact';
export { EventKind, isOfTransport, type NameStatus } from './event-kinds';
export { EVENT_DEFINITIONS } from './event-names';
export type {
  ExportedRange,
  LoggedQuantity,
  MovedSends,
  RttEstimate,
  UnsettledPackets,
} from './exported-range';
export {
  type ExportOption,
  type Fact,
  type FieldDefinition,
  fieldsOf,
  type Holder,
  type Source,
  sourceOf,
  sourcesOf,
  type ValueType,
} from './field';
export { DATA_FRAMES, FRAME_FIELDS, type FrameColumn } from './frame-fields';
export { flagsOfFrame, isAckFrame, PacketFlag } from './frames';
export {
  looksLikeHeader,
  RANGE_KEY,
  readHeader,
  type TraceHeader,
  traceCount,
  traceErrors,
  type VantagePoint,
} from './header';
export {
  HTTP_KEYS,
  HttpFact,
  HttpFrame,
  httpFrameOf,
  type LoggedHttp,
  MAX_HTTP_TEXT,
  NO_HTTP,
} from './http';
export { type Implementation, implementationOfEvent } from './implementations';
export {
  ADDRESS_KEYS,
  ADDRESS_OBJECTS,
  ALPN_KEYS,
  type KeyLevel,
  LIFE_KINDS,
  type LoggedLife,
  PATH_DATA_KEYS,
  PATH_ID_KEYS,
  type ParameterValue,
  RARE_PACKETS,
  SERVER_NAME_KEYS,
  TOKEN_KEYS,
} from './life';
export { METRIC_FIELDS, MetricField, metricName, UNLIMITED_BYTES } from './metric-fields';
export { eventKindOf, type KnownName, lookUpName } from './name-lookup';
export {
  LOSS_TRIGGERS,
  type LossTrigger,
  MAX_PACKET_BYTES,
  PACKET_FIELDS,
  PACKET_NUMBER_LIMIT,
  PACKET_SIZES,
  PAYLOAD_OVERHEAD_BYTES,
  type PacketColumn,
  type SizeSource,
} from './packet-fields';
export { discardedSpaceOf, PacketSpace, packetSpaceOf } from './packet-spaces';
export { OTHER_PARAMETERS } from './parameter-fields';
export {
  compareVersions,
  effectsOf,
  loggedFamily,
  QUIRKS,
  type Quirk,
  type QuirkEffects,
  quirksOf,
} from './quirks';
export { type EventFields, READ_EVENTS, type ReadWhere } from './read-events';
export { SIMULATION_KEY, type SimulationWord } from './simulators';
export { StateNamer } from './state-names';
export {
  CLOSE_FRAMES,
  type LoggedTermination,
  STATELESS_RESET,
  TERMINATIONS,
  TRANSPORT_ERRORS,
} from './termination';
export { type TimeDescription, type TimeFormat, timeFormatNamed } from './time';
export {
  FIRST_PARAMETER,
  PARAMETER_NAMES,
  type ParameterOwner,
  PEER_ACK_DELAY_EXPONENT,
  PEER_MAX_ACK_DELAY,
  PEER_MAX_DATA,
  TO_OWN,
} from './transport-parameters';
export {
  asArray,
  asFlag,
  asNumber,
  asObject,
  asText,
  type JsonObject,
  labelOf,
  MAX_SHOWN_TEXT,
} from './values';
export type { QlogFamily } from './versions';
