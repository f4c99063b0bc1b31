/**
 * The qlog format as data: event names, fields, frames, headers, quirks. It stands alone (no import from the rest of
 * the project), so that it could be published separately.
 */
export { EventKind, type NameStatus } from './event-kinds';
export { EVENT_DEFINITIONS } from './event-names';
export {
  ACK_RANGE_KEYS,
  AGGREGATE_LOSS,
  discardedSpaceOf,
  MAX_PACKET_BYTES,
  METRIC_FIELDS,
  METRIC_STATE_KEYS,
  type MetricDefinition,
  MetricField,
  type MetricUnit,
  metricName,
  PACKET_NUMBER_KEYS,
  PACKET_NUMBER_LIMIT,
  PACKET_SPACE_KEYS,
  PACKET_TYPE_KEYS,
  PAYLOAD_OVERHEAD_BYTES,
  PacketSpace,
  packetSpaceOf,
  SIZE_SOURCES,
  type SizeSource,
  UNLIMITED_BYTES,
} from './fields';
export { flagsOfFrame, isAckFrame, PacketFlag } from './frames';
export {
  looksLikeHeader,
  readHeader,
  type TraceHeader,
  traceCount,
  traceErrors,
  type VantagePoint,
} from './header';
export { type Implementation, implementationOfEvent } from './implementations';
export { eventKindOf, type KnownName, lookUpName } from './name-lookup';
export { effectsOf, QUIRKS, type Quirk, type QuirkEffects, quirksOf } from './quirks';
export { StateNamer } from './state-names';
export { type TimeDescription, type TimeFormat, timeFormatNamed } from './time';
export { asArray, asFlag, asNumber, asObject, asText, type JsonObject, labelOf, shownText } from './values';
export type { QlogFamily } from './versions';
