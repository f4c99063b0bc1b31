/** Rows of a fleet from real traces: what the record of `check` says, and what makes a row whole. */
import { readFileSync } from 'node:fs';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { FleetColumn } from '../../../../src/sharing/fleet-rows/column.ts';
import { copiedRows, dayOf, type FleetFile, failedRows } from '../../../../src/sharing/fleet-rows/rows.ts';
import { FINDING_COLUMNS, FLEET_VERSION, TABLES } from '../../../../src/sharing/fleet-rows/schema.ts';
import { TRACE_COLUMNS } from '../../../../src/sharing/fleet-rows/trace-columns.ts';
import { fleetRow } from '../../../support/fleet-files.ts';

const FILE: FleetFile = {
  file: 'edge-1/2026/a.sqlog.gz',
  bytes: 12,
  writtenMs: Date.UTC(2026, 2, 31, 23, 59),
};

/** Columns of a frozen table with their types, as Parquet has them (tests/corpus/fleet). */
function frozenColumns(file: string): readonly { readonly name: string; readonly type: string }[] {
  const bytes = readFileSync(new URL(`../../../corpus/fleet/${file}`, import.meta.url));
  const { schema } = parquetMetadata(new Uint8Array(bytes).buffer);
  return schema.slice(1).map(({ name, type, logical_type }) => ({
    name,
    type: logical_type?.type ?? type ?? '',
  }));
}

describe('the schema', () => {
  test.each([1, 2, 3])('has every column of version %i, of its type', (version) => {
    expect(version).toBeLessThanOrEqual(FLEET_VERSION);
    for (const [columns, file] of [
      [TABLES.traces, `v${version}.parquet`],
      [TABLES.findings, `v${version}-findings.parquet`],
    ] as const) {
      const frozen = frozenColumns(file);
      const types = new Map(columns.map(({ name, type }) => [name, type]));
      expect(frozen.map(({ name }) => ({ name, type: types.get(name as never) }))).toEqual(frozen);
    }
  });

  test.each(Object.entries(TABLES))(
    'columns of %s are named once, in lower case',
    (_, columns: readonly FleetColumn[]) => {
      const names = columns.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { name, about } of columns) {
        expect(name).toMatch(/^[a-z][a-z_]*$/);
        expect(about).not.toBe('');
      }
    },
  );
});

describe('a file that gave no trace', () => {
  const { traces, findings } = failedRows(FILE, { kind: 'time', text: 'Too slow.' }, null, '1.2.3');
  test('is one row that says why, with all columns', () => {
    expect(findings).toEqual([]);
    expect(traces.length).toBe(1);
    expect(Object.keys(traces[0] ?? {}).sort()).toEqual(TRACE_COLUMNS.map(({ name }) => name).sort());
    expect(traces[0]).toMatchObject({
      ...{
        schema: FLEET_VERSION,
        file: FILE.file,
        host: 'edge-1',
        folder: 'edge-1/2026',
        connection: null,
        connections: 0,
      },
      ...{
        severity: 'failed',
        failure_kind: 'time',
        failure: 'Too slow.',
        judged_by: '1.2.3',
        file_bytes: 12,
      },
    });
  });

  test('is dated by when it was written', () => {
    expect(traces[0]).toMatchObject({ day: '2026-03-31', recorded: FILE.writtenMs, recorded_from: 'file' });
    const [undated] = failedRows({ ...FILE, writtenMs: null }, { kind: 'x', text: '' }, null, '1').traces;
    expect(undated).toMatchObject({ day: 'unknown', recorded: null, recorded_from: null });
  });
});

test.each([
  [null, 'unknown'],
  [0, '1970-01-01'],
  [Date.UTC(2026, 11, 31, 23, 59, 59, 999), '2026-12-31'],
  [8.64e15, 'unknown'],
  [9e15, 'unknown'],
  [-1e14, 'unknown'],
])('the day of %s is %s', (ms, day) => {
  expect(dayOf(ms)).toBe(day);
});

describe('a copy', () => {
  const finding = Object.fromEntries(FINDING_COLUMNS.map(({ name }) => [name, null]));
  const original = {
    traces: [
      fleetRow({ file: 'a/x.zip!/one', recorded: 5, recorded_from: 'log', connection: 0 }),
      fleetRow({ file: 'a/x.zip!/two', recorded: 7, recorded_from: 'file', connection: 1 }),
    ],
    findings: [{ ...finding, file: 'a/x.zip!/two', connection: 1 } as never],
  };
  const { traces, findings } = copiedRows(original, 'a/x.zip', 'a/x.zip', {
    file: 'b/c/y.zip',
    bytes: 3,
    writtenMs: Date.UTC(2026, 0, 2),
  });
  test('has its own name, folder and date, and says of what it is the copy', () => {
    expect(traces.map(({ file, host, folder, copy_of }) => ({ file, host, folder, copy_of }))).toEqual([
      { file: 'b/c/y.zip!/one', host: 'b', folder: 'b/c', copy_of: 'a/x.zip' },
      { file: 'b/c/y.zip!/two', host: 'b', folder: 'b/c', copy_of: 'a/x.zip' },
    ]);
    expect(traces.map(({ recorded, day }) => [recorded, day])).toEqual([
      [5, null],
      [Date.UTC(2026, 0, 2), '2026-01-02'],
    ]);
    expect(findings).toMatchObject([
      { file: 'b/c/y.zip!/two', host: 'b', copy_of: 'a/x.zip', day: '2026-01-02' },
    ]);
  });
});
