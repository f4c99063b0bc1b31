/**
 * What a file header says: version, container, clock, vantage point and, where it can be told, the
 * implementation that wrote it. The version decides container and time defaults only; event and
 * field names never follow from it.
 *
 * Sources: draft-ietf-quic-qlog-main-schema-00 to -14, draft-marx-qlog-main-schema-00 to -02.
 */

export type TimeFormat = 'relative' | 'delta' | 'absolute';
export type VantagePoint = 'client' | 'server' | 'network' | 'unknown';

export interface TraceHeader {
  /** `qlog_version`, else the QUIC event schema (`quic-12`), else the file schema, else `unknown`. */
  readonly version: string;
  /** `JSON-SEQ`, `JSON`, `NDJSON` as the file names it, if it does. */
  readonly format: string | null;
  readonly title: string | null;
  readonly implementation: string | null;
  readonly implementationVersion: string | null;
  readonly vantagePoint: VantagePoint;
  /** How the `time` of an event is meant; null when the file does not say. */
  readonly timeFormat: TimeFormat | null;
  /** Number or numeric string in ms; null when absent, symbolic or a struct. */
  readonly referenceTimeMs: number | null;
  /** Divides every time of the file into ms: 1000 when `time_units` is `us`. */
  readonly unitsPerMs: number;
}

type JsonObject = { readonly [key: string]: unknown };

/** Implementations that name themselves in a header, longest names first. */
const IMPLEMENTATIONS = [
  'quic-go',
  'aioquic',
  'ngtcp2',
  'picoquic',
  'mvfst',
  'quiche',
  'quinn',
  'neqo',
  'kwik',
  'noq',
  'xquic',
  's2n-quic',
] as const;

/** A JSON object, or null for anything else (arrays included). */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 ? value : null;
}

/**
 * Reads a number that may be written as a decimal string.
 * @returns the finite number, or null for anything else.
 */
export function asNumber(value: unknown): number | null {
  const decimal = typeof value === 'string' && /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value);
  const number = decimal ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function timeFormatOf(common: JsonObject | null): TimeFormat | null {
  switch (asText(common?.time_format)) {
    case 'relative':
    case 'relative_to_epoch':
      return 'relative';
    case 'delta':
    case 'relative_to_previous_event':
      return 'delta';
    case 'absolute':
      return 'absolute';
    default:
      // A struct reference_time means relative_to_epoch (main-10 on); a bare one means relative times.
      return common !== null && common.reference_time !== undefined ? 'relative' : null;
  }
}

function vantageOf(trace: JsonObject | null): VantagePoint {
  const point = trace?.vantage_point;
  const type = (asText(asObject(point)?.type) ?? asText(point) ?? '').toLowerCase();
  return type === 'client' || type === 'server' || type === 'network' ? type : 'unknown';
}

function implementationOf(texts: readonly (string | null)[]): {
  name: string | null;
  version: string | null;
} {
  for (const text of texts) {
    const lower = text?.toLowerCase() ?? '';
    const name = IMPLEMENTATIONS.find((candidate) => lower.includes(candidate));
    if (name === undefined) continue;
    const after = lower.slice(lower.indexOf(name) + name.length);
    return { name, version: /^[\s/v-]*(\d+(?:\.\d+)+)/.exec(after)?.[1] ?? null };
  }
  return { name: null, version: null };
}

const afterLastColon = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1);

/** From main-09 on there is no version: the event schema says which draft the events follow. */
function versionOf(file: JsonObject, trace: JsonObject | null): string {
  const stated = asText(file.qlog_version);
  if (stated !== null) return stated;
  const schemas = Array.isArray(trace?.event_schemas) ? (trace.event_schemas as readonly unknown[]) : [];
  const events = schemas.map(asText).find((schema) => schema?.includes(':events:quic'));
  if (events != null) return afterLastColon(events);
  const schema = asText(file.file_schema);
  return schema === null ? 'unknown' : afterLastColon(schema);
}

/**
 * Reads the header of a file: the first record of a sequence, or a contained file with its events left out.
 * @param file the parsed top-level object.
 * @param trace index into `traces[]` for contained files; ignored where `trace` is present.
 * @returns the header with null for whatever is absent or of the wrong type; never throws.
 */
export function readHeader(file: JsonObject, trace = 0): TraceHeader {
  const traces = Array.isArray(file.traces) ? (file.traces as readonly unknown[]) : [];
  const inner = asObject(file.trace) ?? asObject(traces[trace]);
  const common = asObject(inner?.common_fields);
  const configuration = asObject(inner?.configuration);
  const implementation = implementationOf([
    asText(file.title),
    asText(inner?.title),
    asText(file.description),
    asText(asObject(inner?.vantage_point)?.name),
  ]);
  return {
    version: versionOf(file, inner),
    format: asText(file.qlog_format) ?? asText(file.serialization_format),
    title: asText(inner?.title) ?? asText(file.title),
    implementation: implementation.name,
    implementationVersion:
      implementation.version ?? asText(file.code_version) ?? asText(configuration?.code_version),
    vantagePoint: vantageOf(inner),
    timeFormat: timeFormatOf(common),
    referenceTimeMs: asNumber(common?.reference_time),
    unitsPerMs: asText(configuration?.time_units) === 'us' ? 1000 : 1,
  };
}

/** True when a parsed object looks like a qlog header: it names a version or holds a trace. */
export function looksLikeHeader(file: JsonObject): boolean {
  return (
    file.qlog_version !== undefined ||
    file.file_schema !== undefined ||
    file.trace !== undefined ||
    file.traces !== undefined
  );
}
