/**
 * Versions of the format. A version decides only the container and the defaults of time: event and field names have
 * their own tables, because files mix them freely (quic-go writes `file_schema`, `qlog_version: "0.3"` and `transport:`
 * names together).
 *
 * Sources: draft-marx-qlog-main-schema-00 to -02, draft-ietf-quic-qlog-main-schema-00 to -14.
 */
import { asArray, asText, type JsonObject, MAX_SHOWN_TEXT, shortText } from './values';

/** `0.3` is not draft-02: the numbering restarted with the IETF drafts. */
export type QlogFamily =
  | 'pre-spec'
  | 'draft-00'
  | 'draft-01'
  | 'draft-02'
  | '0.3'
  | '0.4'
  | 'schema'
  | 'unknown';

const FAMILIES: readonly (readonly [RegExp, QlogFamily])[] = [
  [/^0\.[12]$/, 'pre-spec'],
  [/draft-00/i, 'draft-00'],
  [/draft-01/i, 'draft-01'],
  [/draft-0[23]/i, 'draft-02'],
  [/^0\.3/, '0.3'],
  [/^0\.4/, '0.4'],
];

/** Whether a text names a family. */
export function isFamily(text: string): text is QlogFamily {
  return text === 'schema' || text === 'unknown' || FAMILIES.some(([, family]) => family === text);
}

const afterLastColon = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1);

/** `file_schema` replaced `qlog_version` in main-09; a file that has both belongs to the newer. */
export function familyOf(file: JsonObject): QlogFamily {
  if (asText(file.file_schema) !== null) return 'schema';
  const version = asText(file.qlog_version) ?? '';
  return FAMILIES.find(([pattern]) => pattern.test(version))?.[1] ?? 'unknown';
}

/**
 * The version to display: `qlog_version`, else the QUIC event schema (`quic-12`), else the file schema's last word,
 * else `unknown`. `event_schemas` was in the file in main-09 and -10 and in the trace since.
 */
export function versionOf(file: JsonObject, trace: JsonObject | null): string {
  const stated = shortText(file.qlog_version);
  if (stated !== null) return stated;
  const schemas = asArray(trace?.event_schemas) ?? asArray(file.event_schemas) ?? [];
  const events = schemas.map(asText).find((schema) => schema?.includes(':events:quic'));
  if (events != null) return afterLastColon(events).slice(0, MAX_SHOWN_TEXT);
  const schema = asText(file.file_schema);
  return schema === null ? 'unknown' : `file schema ${afterLastColon(schema)}`.slice(0, MAX_SHOWN_TEXT);
}
