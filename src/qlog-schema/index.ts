/**
 * The qlog format as data: event names, fields, frames, headers. It stands alone (no import from the
 * rest of the project), so that it could be published by itself.
 */
export { EVENT_DEFINITIONS, EventKind, eventKindOf } from './event-kinds';
export {
  discardedSpaceOf,
  METRIC_FIELDS,
  MetricField,
  PacketSpace,
  packetSpaceOf,
  UNLIMITED_BYTES,
} from './fields';
export { flagsOfFrame, isAckFrame, PacketFlag } from './frames';
export {
  asNumber,
  asObject,
  looksLikeHeader,
  readHeader,
  type TimeFormat,
  type TraceHeader,
  type VantagePoint,
} from './versions';
