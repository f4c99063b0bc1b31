/**
 * What stands around the events: version, vantage point, common fields, configuration and, for event arrays, the
 * names of their columns, in the words of each draft. Which of it comes where in the file is `containers.ts`.
 * Sources: main-schema drafts 00 to 14, draft-marx-qlog-main-schema-00 to -02.
 */
import type { Column, Dialect, Shape, Version } from './dialect.ts';
import type { JsonObject, TraceModel } from './model.ts';
import { referenceTime, START_MS, timeColumn } from './written-times.ts';

/** How the file names its container; NDJSON is a word of draft-02 only. */
function formatWord({ container, version }: Dialect): 'JSON' | 'JSON-SEQ' | 'NDJSON' {
  if (container.kind === 'lines') return version === 'draft-02' ? 'NDJSON' : 'JSON-SEQ';
  return container.kind === 'seq' ? 'JSON-SEQ' : 'JSON';
}

function schemaWords(dialect: Dialect): JsonObject {
  const sequence = formatWord(dialect) !== 'JSON';
  return {
    file_schema: `urn:ietf:params:qlog:file:${sequence ? 'sequential' : 'contained'}`,
    serialization_format: `application/qlog+json${sequence ? '-seq' : ''}`,
  };
}

/** Keys of the file object besides its traces. */
export function fileFields(dialect: Dialect): JsonObject {
  const title = 'a recorded connection';
  const format = { qlog_format: formatWord(dialect) };
  switch (dialect.version) {
    case 'quic-12':
      return { ...schemaWords(dialect), title };
    case 'quic-12+0.3':
      return { ...schemaWords(dialect), title, ...format, qlog_version: '0.3' };
    case '0.4':
    case '0.3':
    case 'draft-02':
      return { qlog_version: dialect.version, ...format, title };
    case 'draft-02-wip':
    case 'draft-01':
    case 'draft-00':
    case '0.1':
      return { qlog_version: dialect.version, title };
  }
}

const isOld = (version: Version): boolean => ['draft-00', 'draft-01', '0.1'].includes(version);

/** Keys of the trace object besides its events. @param group names the connection; null where each event does. */
export function traceFields(dialect: Dialect, model: TraceModel, group: string | null): JsonObject {
  const { shape, time, units, version } = dialect;
  const reference = referenceTime(dialect);
  const columns = shape.kind === 'array' ? { event_fields: columnNames(dialect, shape) } : {};
  const stated = time.stated && time.format !== 'mixed' ? time.format : 'relative';
  const draft = version === 'quic-12' || version === 'quic-12+0.3';
  return {
    ...(draft ? { event_schemas: ['urn:ietf:params:qlog:events:quic-12'] } : {}),
    title: 'a recorded connection',
    common_fields: {
      ...(group === null ? {} : { group_id: group, ODCID: group }),
      protocol_type: isOld(version) ? 'QUIC_HTTP3' : ['QUIC'],
      ...(time.stated ? { time_format: stated } : {}),
      ...(reference === undefined ? {} : { reference_time: reference }),
    },
    vantage_point: {
      name: 'writer',
      type: version === 'draft-00' ? model.vantagePoint.toUpperCase() : model.vantagePoint,
    },
    ...(isOld(version) ? { configuration: { time_offset: 0, time_units: units } } : {}),
    ...columns,
  };
}

/** The same for a connection from before the first draft. */
export function connectionFields(dialect: Dialect, model: TraceModel, group: string): JsonObject {
  const { shape } = dialect;
  return {
    quic_version: '0xff00000d',
    vantagepoint: model.vantagePoint.toUpperCase(),
    connectionid: group,
    starttime: START_MS / 1000,
    ...(shape.kind === 'array' ? { fields: columnNames(dialect, shape) } : {}),
  };
}

type ArrayShape = Extract<Shape, { kind: 'array' }>;

function columnNames(dialect: Dialect, shape: ArrayShape): readonly string[] {
  return shape.columns.map((column) => columnName(column, dialect, shape));
}

function columnName(column: Column, { time, container }: Dialect, shape: ArrayShape): string {
  switch (column) {
    case 'time':
      return container.kind === 'connections' ? 'time' : timeColumn(time);
    case 'group':
      return 'group_id';
    case 'path':
      return 'path_id';
    case 'event':
      return shape.case === 'upper' ? 'EVENT_TYPE' : shape.eventColumn;
    case 'category':
    case 'trigger':
    case 'data':
      return shape.case === 'upper' ? column.toUpperCase() : column;
  }
}
