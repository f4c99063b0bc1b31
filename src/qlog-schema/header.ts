/**
 * Reads a file header: version, container, clock, columns, vantage point, connection ids and, if known, the
 * implementation that wrote it. One function for the first record of a sequence, a contained document without its
 * events, a bare trace, and files older than the first draft.
 *
 * Sources: draft-ietf-quic-qlog-main-schema-00 to -14, draft-marx-qlog-main-schema-00 to -02.
 */
import { type Implementation, recogniseImplementation } from './implementations';
import { type SimulationWord, simulationOf } from './simulators';
import { describeTime, type TimeDescription } from './time';
import { asArray, asObject, asText, type JsonObject, labelOf, shortText } from './values';
import { familyOf, type QlogFamily, versionOf } from './versions';

export type VantagePoint = 'client' | 'server' | 'network' | 'unknown';

/** Texts are as they were logged: whoever shows one cleans it. */
export interface TraceHeader extends TimeDescription {
  /** `qlog_version`, else the QUIC event schema (`quic-12`), else the file schema, else `unknown`. */
  readonly version: string;
  readonly family: QlogFamily;
  /** `JSON-SEQ`, `JSON`, `NDJSON` as stated in the file, if it is. */
  readonly format: string | null;
  readonly title: string | null;
  readonly implementation: string | null;
  readonly implementationVersion: string | null;
  /** How the implementation was identified, see `recogniseImplementation`. */
  readonly recognised: Implementation | null;
  readonly vantagePoint: VantagePoint;
  readonly vantageName: string | null;
  /** Column names of event arrays in lower case, null if the header names none. */
  readonly eventFields: readonly string[] | null;
  /** The group id that all events share unless they have their own. */
  readonly groupId: string | null;
  /** Group ids that events of draft-00 and -01 reference by index. */
  readonly groupIds: readonly string[] | null;
  /** Original Destination Connection ID: matches the files of client and server. */
  readonly odcid: string | null;
  /** What an export says of the log before its range (exported-range.ts), as it stands there; null for any other log. */
  readonly range: JsonObject | null;
  /** What it says of a simulator that wrote it, or what proves one (simulators.ts); empty for any other log. */
  readonly simulation: readonly SimulationWord[];
}

/** Its field in `common_fields`. */
export const RANGE_KEY = 'qlogscope_range';

function vantageOf(trace: JsonObject | null): VantagePoint {
  const point = trace?.vantage_point ?? trace?.vantagepoint;
  const type = (asText(asObject(point)?.type) ?? asText(point) ?? '').toLowerCase();
  return type === 'client' || type === 'server' || type === 'network' ? type : 'unknown';
}

function isErrorEntry(entry: unknown): boolean {
  return asObject(entry)?.error_description !== undefined;
}

/** `traces[]`, or `connections[]` of files older than draft-00. */
function entriesOf(file: JsonObject): readonly unknown[] {
  return asArray(file.traces) ?? asArray(file.connections) ?? [];
}

/** Cached entries of the last files: a document with thousands of traces reads them as often. */
const entriesByFile = new WeakMap<JsonObject, readonly JsonObject[]>();

/** Traces in the order in which their events are numbered: entries without an `events` array are not numbered. */
function traceEntries(file: JsonObject): readonly JsonObject[] {
  const memo = entriesByFile.get(file);
  if (memo !== undefined) return memo;
  const entries = findTraceEntries(file);
  entriesByFile.set(file, entries);
  return entries;
}

function findTraceEntries(file: JsonObject): readonly JsonObject[] {
  const entries = entriesOf(file)
    .filter((entry) => !isErrorEntry(entry))
    .map(asObject)
    .filter((entry) => entry !== null);
  const withEvents = entries.filter(({ events }) => events !== undefined);
  return withEvents.length > 0 ? withEvents : entries;
}

/** A trace without a file around it: its keys are at the top level. */
function isBareTrace(file: JsonObject): boolean {
  const keys = ['events', 'vantage_point', 'vantagepoint', 'common_fields', 'event_fields', 'fields'];
  return keys.some((key) => file[key] !== undefined);
}

/** Number of traces with events in a contained document. */
export function traceCount(file: JsonObject): number {
  if (file.traces === undefined && file.connections === undefined) return isBareTrace(file) ? 1 : 0;
  return traceEntries(file).length;
}

const MAX_ERRORS = 16;
const MAX_ERROR_TEXT = 300;

/** Traces that could not be written: `{error_description, uri?}` entries (main-schema, "TraceError"). */
export function traceErrors(file: JsonObject): readonly string[] {
  const errors = [file.trace, ...entriesOf(file)].filter(isErrorEntry);
  const texts = errors.slice(0, MAX_ERRORS).map((entry) => {
    const object = asObject(entry);
    const text = asText(object?.error_description) ?? 'no description';
    const uri = asText(object?.uri);
    return (uri === null ? text : `${text} (${uri})`).slice(0, MAX_ERROR_TEXT);
  });
  const left = errors.length - texts.length;
  return left > 0 ? [...texts, `and ${left} more`] : texts;
}

/**
 * Reads the header of a file: the first record of a sequence, or a contained file without its events.
 * @param file the parsed top-level object.
 * @param trace index among the contained traces with events; ignored if `trace` is present.
 * @returns the header with null for anything absent or of the wrong type; never throws.
 */
export function readHeader(file: JsonObject, trace = 0): TraceHeader {
  const inner = asObject(file.trace) ?? traceEntries(file)[trace] ?? (isBareTrace(file) ? file : null);
  const common = asObject(inner?.common_fields);
  const configuration = asObject(inner?.configuration) ?? asObject(file.configuration);
  const columns = asArray(inner?.event_fields) ?? asArray(inner?.fields);
  const eventFields = columns?.map((column) => (asText(column) ?? '').toLowerCase()) ?? null;
  const ids = asArray(common?.group_ids) ?? asArray(common?.group_id);
  const recognised = recogniseImplementation(file, inner);
  const time = describeTime(common, configuration, eventFields, inner?.starttime);
  // Each key is written out: an object of so many that begins with those of another is a slow one, ten times the size.
  return {
    timeFormat: time.timeFormat,
    timeFormatStated: time.timeFormatStated,
    referenceTimeMs: time.referenceTimeMs,
    hasReference: time.hasReference,
    unitsPerMs: time.unitsPerMs,
    version: versionOf(file, inner),
    family: familyOf(file),
    format: asText(file.qlog_format) ?? asText(file.serialization_format),
    title: shortText(inner?.title) ?? shortText(file.title),
    implementation: recognised?.name ?? null,
    implementationVersion:
      recognised?.version ?? shortText(file.code_version) ?? shortText(configuration?.code_version),
    recognised,
    vantagePoint: vantageOf(inner),
    vantageName: asText(asObject(inner?.vantage_point)?.name),
    eventFields,
    groupId: ids === null ? labelOf(common?.group_id ?? inner?.connectionid) : null,
    groupIds: ids?.map((id) => labelOf(id) ?? '') ?? null,
    odcid: labelOf(common?.ODCID ?? common?.odcid),
    range: asObject(common?.[RANGE_KEY]),
    simulation: simulationOf(file, inner, common),
  };
}

/** True when a parsed object looks like a qlog header: it has a version or a trace. */
export function looksLikeHeader(file: JsonObject): boolean {
  const keys = ['qlog_version', 'file_schema', 'trace', 'traces', 'connections'];
  return keys.some((key) => file[key] !== undefined);
}
