/** Parquet files of a fleet made by hand: rows with what a test gives, all else null. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { columnsOf, parquetMetadata, schemaOf } from '../../src/node/cli/commands/check/parquet.ts';
import { type FleetSource, openPart } from '../../src/sharing/fleet-rows/parquet-parts.ts';
import type { FleetTrace } from '../../src/sharing/fleet-rows/schema.ts';
import { TRACE_COLUMNS } from '../../src/sharing/fleet-rows/trace-columns.ts';

const EMPTY = Object.fromEntries(TRACE_COLUMNS.map(({ name }) => [name, null])) as unknown as FleetTrace;

/** A trace that was judged and has nothing. */
export function fleetRow(known: Partial<FleetTrace> = {}): FleetTrace {
  const judged = {
    schema: 1,
    file: 'a.sqlog',
    connection: 0,
    severity: 'none',
    findings: '',
    not_judged: '',
  };
  return { ...EMPTY, ...judged, ...known };
}

/** A trace with a death spiral. */
export function ill(known: Partial<FleetTrace> = {}): FleetTrace {
  const spiral = {
    severity: 'critical',
    findings: 'death-spiral pto-storm',
    alarms: 'death-spiral pto-storm',
    worst: 'death-spiral',
  };
  return fleetRow({
    ...spiral,
    worst_start_ms: 2000,
    worst_end_ms: 9000,
    cost_ms: 5000,
    ill_share: 0.7,
    ...known,
  });
}

interface MadeFile {
  /** Rows of a row group. */
  readonly groupRows?: number;
  /** Columns that the file does not hold. */
  readonly without?: readonly string[];
  readonly metadata?: readonly { readonly key: string; readonly value: string }[];
}

export function parquetOf(
  rows: readonly FleetTrace[],
  { groupRows = 1000, without = [], metadata }: MadeFile = {},
): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  const isHeld = ({ name }: { readonly name: string }): boolean => !without.includes(name);
  const [root, ...elements] = schemaOf('traces');
  const held = elements.filter(isHeld);
  const parquet = new ParquetWriter({
    writer,
    schema: [{ ...(root as object), name: 'root', num_children: held.length }, ...held],
    kvMetadata: [...(metadata ?? parquetMetadata('traces'))],
  });
  void parquet.write({ columnData: columnsOf('traces', rows).filter(isHeld), rowGroupSize: groupRows });
  void parquet.finish();
  return new Uint8Array(writer.getBuffer());
}

export function sourceOf(bytes: Uint8Array<ArrayBuffer>, name = 'fleet.parquet'): FleetSource {
  return {
    name,
    sizeBytes: bytes.length,
    slice: async (from, to) => bytes.slice(from, to).buffer,
  };
}

export const partOf = (bytes: Uint8Array<ArrayBuffer>, name?: string) => openPart(sourceOf(bytes, name));
