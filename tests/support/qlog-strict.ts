/**
 * Is a text a valid qlog JSON text sequence? Written from the drafts (RFC 7464; main-schema-02 to -05 for 0.3, -06 to
 * -08 for 0.4, -09 to -14 for `file_schema`; quic-events), and from nothing of `src`. It names the first thing wrong.
 */

type Json = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PACKET_TYPES = [
  'initial',
  'handshake',
  '0RTT',
  '1RTT',
  'retry',
  'version_negotiation',
  'stateless_reset',
  'unknown',
];
const VANTAGE_POINTS = ['client', 'server', 'network', 'unknown'];
const PACKETS = /:packet_(?:sent|received)$/;
const METRICS = [
  ...['min_rtt', 'smoothed_rtt', 'latest_rtt', 'rtt_variance', 'pto_count', 'congestion_window'],
  ...['bytes_in_flight', 'ssthresh', 'packets_in_flight', 'pacing_rate'],
];

class Invalid extends Error {}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Invalid(what);
}

/** RS, JSON text, LF, and nothing between. */
function recordsOf(text: string): readonly Json[] {
  must(text.startsWith('\x1e') && text.endsWith('\n'), 'begins with RS and ends with LF');
  return text
    .slice(1)
    .split('\x1e')
    .map((record, i) => {
      must(
        record.endsWith('\n') && !record.slice(0, -1).includes('\n'),
        `record ${i} is one line ended by LF`,
      );
      const parsed: unknown = JSON.parse(record);
      must(isObject(parsed), `record ${i} is an object`);
      return parsed;
    });
}

function checkHeader(header: Json): string {
  const { qlog_version: version, file_schema: schema, trace } = header;
  must(isObject(trace), 'the header holds one trace');
  must(header.traces === undefined, 'a sequence has no traces');
  const { vantage_point: point, common_fields: common } = trace;
  must(isObject(point) && VANTAGE_POINTS.includes(String(point.type)), 'a vantage point with a type');
  must(isObject(common), 'common fields');
  if (schema === undefined) {
    must(version === '0.3' || version === '0.4', 'a known qlog_version');
    must(header.qlog_format === 'JSON-SEQ', 'qlog_format is JSON-SEQ');
    must(common.time_format === 'relative', 'times are relative');
    must(typeof common.reference_time === 'number', 'the reference time is a number');
    return String(version);
  }
  must(version === undefined, 'either a version or a schema');
  must(schema === 'urn:ietf:params:qlog:file:sequential', 'a sequential file');
  must(header.serialization_format === 'application/qlog+json-seq', 'its serialization format');
  const schemas = trace.event_schemas;
  must(Array.isArray(schemas) && schemas.length > 0, 'event schemas');
  must(
    schemas.every((uri) => /^urn:ietf:params:qlog:events:quic(?:-\d+)?$/.test(String(uri))),
    'known event schemas',
  );
  must(common.time_format === 'relative_to_epoch', 'times are relative to an epoch');
  const reference = common.reference_time;
  must(isObject(reference), 'the reference time is an object');
  if (reference.clock_type === 'monotonic')
    must(reference.epoch === 'unknown', 'a monotonic clock has no epoch');
  else {
    must(reference.clock_type === 'system', 'a known clock');
    must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(String(reference.epoch)), 'an RFC 3339 epoch');
  }
  return 'schema';
}

function checkSizes(raw: unknown, where: string): void {
  if (raw === undefined) return;
  must(isObject(raw), `${where}: raw is an object`);
  for (const [key, value] of Object.entries(raw)) {
    must(key === 'length' || key === 'payload_length', `${where}: ${key} in raw`);
    must(typeof value === 'number' && value >= 0, `${where}: raw.${key} is a size`);
  }
}

function checkFrame(frame: unknown, where: string): void {
  must(isObject(frame), `${where}: a frame is an object`);
  must(typeof frame.frame_type === 'string' && /^[a-z_]+$/.test(frame.frame_type), `${where}: frame_type`);
  checkSizes(frame.raw, where);
  const ranges = frame.acked_ranges;
  if (ranges === undefined) return;
  must(Array.isArray(ranges), `${where}: acked_ranges is a list`);
  for (const range of ranges) {
    must(
      Array.isArray(range) && (range.length === 1 || range.length === 2),
      `${where}: a range has one or two numbers`,
    );
    must(
      range.every((number) => typeof number === 'number' && number >= 0),
      `${where}: ranges hold packet numbers`,
    );
  }
}

function checkData(name: string, data: Json, where: string): void {
  if (PACKETS.test(name)) {
    const { header, frames } = data;
    must(
      isObject(header) && PACKET_TYPES.includes(String(header.packet_type)),
      `${where}: header.packet_type`,
    );
    checkSizes(data.raw, where);
    if (frames !== undefined) {
      must(Array.isArray(frames), `${where}: frames is a list`);
      for (const frame of frames) checkFrame(frame, where);
    }
  }
  if (name.endsWith('metrics_updated')) {
    for (const metric of METRICS) {
      const value = data[metric];
      must(
        value === undefined || (typeof value === 'number' && value >= 0),
        `${where}: ${metric} is a number`,
      );
    }
  }
  if (name.endsWith('congestion_state_updated'))
    must(typeof data.new === 'string', `${where}: new is a text`);
  if (name.endsWith('packets_acked')) {
    must(
      data.packet_numbers === undefined || Array.isArray(data.packet_numbers),
      `${where}: packet_numbers is a list`,
    );
  }
}

const NAMESPACES: { readonly [version: string]: RegExp } = {
  '0.3': /^(?:transport|recovery|connectivity|security|quic|http|qpack|loglevel):[a-z_]+$/,
  '0.4': /^(?:quic|recovery|connectivity|security|h3|qpack|loglevel):[a-z_]+$/,
  schema: /^(?:quic|recovery|http3?|qpack|loglevel):[a-z_]+$/,
};

/** @returns what is wrong, in words; null where nothing is. */
export function strictFault(text: string): string | null {
  try {
    const [header, ...events] = recordsOf(text);
    must(header !== undefined, 'a header');
    const namespaces = NAMESPACES[checkHeader(header)] as RegExp;
    let before = Number.NEGATIVE_INFINITY;
    events.forEach(({ time, name, data }, i) => {
      const where = `event ${i} (${String(name)})`;
      must(typeof time === 'number' && Number.isFinite(time), `${where}: time is a number`);
      must(time >= before, `${where}: times do not descend`);
      before = time;
      must(typeof name === 'string' && namespaces.test(name), `${where}: a name of this version`);
      must(isObject(data), `${where}: data is an object`);
      checkData(name, data, where);
    });
    return null;
  } catch (error) {
    if (error instanceof Invalid || error instanceof SyntaxError) return error.message;
    throw error;
  }
}
