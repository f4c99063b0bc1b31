/**
 * The header record of an export. It names the implementation, from the table of known ones and with its dotted version,
 * because values stay in the stack's units and a reader must know its quirks; the clock is the trace's own, so
 * that an instant has the same time in the export. No text of the log's header is copied. The file name, with its
 * option, is written as an original URI (main-schema-02 to -05): a title would be searched for the name of a stack.
 */

import type { VantagePoint } from '../../../qlog-schema';
import type { ShareOptions } from '../../contract/share-options';
import type { ConnectionInfo } from '../../formats/qlog/decode/trace-source';
import { type Form, formOf } from '../../formats/qlog/write/names';
import { dottedVersion, redactIds, redactName, redactOriginMs } from '../../redaction/redact';

export interface HeaderParts {
  readonly info: ConnectionInfo;
  readonly role: VantagePoint;
  readonly options: ShareOptions;
  readonly fileName: string;
  /** Time 0 of the trace as ms since 1970; null where not logged. */
  readonly originMs: number | null;
  readonly fromUs: number;
  readonly toUs: number;
  /** Number of events at the head that carry earlier values forward. */
  readonly carried: number;
}

const MAX_ID = 80;
const MAX_FILE_NAME = 200;

/** `quiche 0.30.1`: name from the table of implementations, and dotted version. */
export function implementationTitle({ implementation, header }: ConnectionInfo): string {
  if (implementation === null) return 'range of a QUIC log';
  const stated = implementation.version ?? header.implementationVersion ?? '';
  const version = dottedVersion(stated) ?? '';
  // Detection uses another spelling of this name.
  const name = implementation.name === 'quic-trace' ? 'quictrace' : implementation.name;
  return version === '' ? name : `${name} ${version}`;
}

const seconds = (us: number): string => (us / 1e6).toFixed(3);

function description({ fromUs, toUs, carried, originMs, options }: HeaderParts): string {
  const head =
    carried === 0
      ? ''
      : ` The first ${carried === 1 ? 'event carries' : `${carried} events carry`} forward what the log said last before it (carried_forward).`;
  const clock = redactOriginMs(originMs, options) !== null ? '' : ' The time of day is left out.';
  return `Exported by qlogscope: ${seconds(fromUs)} s to ${seconds(toUs)} s on the clock of the log.${head}${clock} Only known fields were written.`;
}

/** Reference time in this form: of an unknown clock without its option. */
function clockFields(form: Form, { options, originMs }: HeaderParts): { readonly [key: string]: unknown } {
  const knownMs = redactOriginMs(originMs, options);
  if (form !== 'schema') return { time_format: 'relative', reference_time: knownMs ?? 0 };
  return {
    time_format: 'relative_to_epoch',
    reference_time:
      knownMs === null
        ? { clock_type: 'monotonic', epoch: 'unknown' }
        : { clock_type: 'system', epoch: new Date(knownMs).toISOString() },
  };
}

function idFields({ info, options }: HeaderParts): { readonly [key: string]: unknown } {
  const { groupId, odcid } = redactIds(info, options);
  return {
    ...(odcid === null ? {} : { ODCID: odcid.slice(0, MAX_ID) }),
    ...(groupId === null ? {} : { group_id: groupId.slice(0, MAX_ID) }),
  };
}

/** The header record of an export, to be written as JSON. */
export function exportHeader(parts: HeaderParts): { readonly [key: string]: unknown } {
  const { info, role, options } = parts;
  const form = formOf(info.header.family);
  const name = redactName(parts.fileName, options);
  const trace = {
    vantage_point: { type: role },
    ...(name === null ? {} : { configuration: { original_uris: [name.slice(0, MAX_FILE_NAME)] } }),
    common_fields: { ...idFields(parts), ...clockFields(form, parts) },
  };
  const about = { title: implementationTitle(info), description: description(parts) };
  if (form !== 'schema') return { qlog_version: form, qlog_format: 'JSON-SEQ', ...about, trace };
  const schema = /^quic-\d{1,3}$/.test(info.header.version) ? info.header.version : 'quic';
  return {
    file_schema: 'urn:ietf:params:qlog:file:sequential',
    serialization_format: 'application/qlog+json-seq',
    ...about,
    trace: { event_schemas: [`urn:ietf:params:qlog:events:${schema}`], ...trace },
  };
}
