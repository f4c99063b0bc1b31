/**
 * The header record of an export. Its values are redacted before; no text of the log's header is copied. The file name is
 * written as an original URI (main-schema-02 to -05): a title would be searched for the name of a stack.
 */
import {
  type ExportedRange,
  RANGE_KEY,
  SIMULATION_KEY,
  type SimulationWord,
  type VantagePoint,
} from '../../../../../qlog-schema';
import { rangeField } from '../../../../../qlog-schema/exported-range';
import type { ExportTarget } from '../../exporting';

export interface SequenceHeader {
  readonly target: ExportTarget;
  /** Names the implementation, since values stay in its units and a reader must know its quirks. */
  readonly title: string;
  readonly role: VantagePoint;
  /** Null where they are unknown or do not leave the device, like the following. */
  readonly fileName: string | null;
  readonly odcid: string | null;
  readonly groupId: string | null;
  /** Time 0 of the trace, which is that of the export, as ms since 1970. */
  readonly originMs: number | null;
  readonly fromUs: number;
  readonly toUs: number;
  /** Number of events at the head that carry earlier values forward. */
  readonly carriedForward: number;
  /** State of the log where the range begins. */
  readonly range: ExportedRange;
  /** What shows that a simulator wrote the log; empty for any other. */
  readonly simulation: readonly SimulationWord[];
}

const MAX_ID = 80;
const MAX_FILE_NAME = 200;

const seconds = (us: number): string => (us / 1e6).toFixed(3);

function description({ fromUs, toUs, carriedForward, originMs }: SequenceHeader): string {
  const head =
    carriedForward === 0
      ? ''
      : ` The first ${carriedForward === 1 ? 'event carries' : `${carriedForward} events carry`} forward what the log said last before it (carried_forward).`;
  const clock = originMs !== null ? '' : ' The time of day is left out.';
  return `Exported by qlogscope: ${seconds(fromUs)} s to ${seconds(toUs)} s on the clock of the log.${head}${clock} Only known fields were written.`;
}

/** Reference time in this form: of an unknown clock without its option. */
function clockFields({ target, originMs }: SequenceHeader): { readonly [key: string]: unknown } {
  if (target.form !== 'schema') return { time_format: 'relative', reference_time: originMs ?? 0 };
  return {
    time_format: 'relative_to_epoch',
    reference_time:
      originMs === null
        ? { clock_type: 'monotonic', epoch: 'unknown' }
        : { clock_type: 'system', epoch: new Date(originMs).toISOString() },
  };
}

function idFields({ odcid, groupId }: SequenceHeader): { readonly [key: string]: unknown } {
  return {
    ...(odcid === null ? {} : { ODCID: odcid.slice(0, MAX_ID) }),
    ...(groupId === null ? {} : { group_id: groupId.slice(0, MAX_ID) }),
  };
}

/** A schema's name may be text of the log. */
function schemaName(schema: string): string {
  return /^quic-\d{1,3}$/.test(schema) ? schema : 'quic';
}

export function sequenceHeader(parts: SequenceHeader): { readonly [key: string]: unknown } {
  const { target, title, role, fileName, range, simulation } = parts;
  const trace = {
    vantage_point: { type: role },
    ...(fileName === null ? {} : { configuration: { original_uris: [fileName.slice(0, MAX_FILE_NAME)] } }),
    common_fields: {
      ...idFields(parts),
      ...clockFields(parts),
      ...(simulation.length === 0 ? {} : { [SIMULATION_KEY]: simulation }),
      [RANGE_KEY]: rangeField(range),
    },
  };
  const about = { title, description: description(parts) };
  const { form, schema } = target;
  if (form !== 'schema') return { qlog_version: form, qlog_format: 'JSON-SEQ', ...about, trace };
  return {
    file_schema: 'urn:ietf:params:qlog:file:sequential',
    serialization_format: 'application/qlog+json-seq',
    ...about,
    trace: { event_schemas: [`urn:ietf:params:qlog:events:${schemaName(schema)}`], ...trace },
  };
}
