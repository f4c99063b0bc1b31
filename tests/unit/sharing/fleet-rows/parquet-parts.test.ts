/** Parquet from outside: what is damaged, of another table or a newer version is left out with its reason, the rest is read. */

import { describe, expect, test } from 'vitest';
import { UNKNOWN } from '../../../../src/sharing/figures/words.ts';
import { Fleet } from '../../../../src/sharing/fleet-rows/fleet.ts';
import { pagesOf } from '../../../../src/sharing/fleet-rows/pages.ts';
import { type FleetPart, FleetProblem, openPart } from '../../../../src/sharing/fleet-rows/parquet-parts.ts';
import { TABLE_KEY, VERSION_KEY } from '../../../../src/sharing/fleet-rows/schema.ts';
import { fleetRow, ill, parquetOf, partOf, sourceOf } from '../../../support/fleet-files.ts';

const good = parquetOf([ill({ file: 'good' }), fleetRow({ file: 'also good' })]);
const many = parquetOf(
  Array.from({ length: 200 }, (_, i) =>
    (i % 3 === 0 ? ill : fleetRow)({ file: `host-${i % 7}/${i}`, goodput: i, version: `0.${i % 5}` }),
  ),
  { groupRows: 50 },
);

async function whyNot(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const failure = await partOf(bytes).then(
    () => null,
    (error) => error,
  );
  expect(failure).toBeInstanceOf(FleetProblem);
  return (failure as FleetProblem).message;
}

describe('a file that is left out', () => {
  const withText = (key: string, value: string) => [{ key, value }];
  test.each([
    ['empty', new Uint8Array(0), /^it is empty$/],
    ['cut at the front', good.slice(0, 9), /^it is cut/],
    ['cut at the end', good.slice(0, good.length - 20), /^it is cut: its last bytes/],
    [
      'no Parquet',
      new TextEncoder().encode('{"qlog_version":"0.3"} and more'),
      /^it is no Parquet: its first bytes are not PAR1$/,
    ],
    [
      'of a newer version',
      parquetOf([ill()], { metadata: withText(VERSION_KEY, '4') }),
      /newer qlogscope \(rows of version 4/,
    ],
    [
      'of a version that is none',
      parquetOf([ill()], { metadata: withText(VERSION_KEY, '<b>x') }),
      /newer qlogscope/,
    ],
    ['of another table', parquetOf([ill()], { metadata: withText(TABLE_KEY, '__proto__') }), /another table/],
    [
      'of somebody else',
      parquetOf([ill()], { metadata: [], without: ['severity'] }),
      /not a table of traces/,
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await whyNot(bytes)).toMatch(reason);
  });

  test('whose metadata claims more than the file has', async () => {
    const bytes = good.slice();
    new DataView(bytes.buffer).setUint32(bytes.length - 8, 0x7f_ff_ff_ff, true);
    expect(await whyNot(bytes)).toMatch(/metadata cannot be/);
  });
});

test('a page that claims more than its bytes can give is damaged, and nothing is allocated for it', () => {
  /** Zigzag varints, as in Thrift's compact protocol. */
  const number = (value: number): readonly number[] => {
    const bytes: number[] = [];
    for (let left = 2 * value; ; left = Math.floor(left / 128)) {
      if (left < 128) return [...bytes, left];
      bytes.push((left % 128) | 128);
    }
  };
  const I32 = 0x15;
  const pageOf = (size: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from([
      ...[I32, ...number(0), I32, ...number(size), I32, ...number(10)],
      // Its data: one value, plain, levels by runs; ten bytes.
      ...[0x2c, I32, ...number(1), I32, ...number(0), I32, ...number(3), I32, ...number(3), 0, 0],
      ...new Array(10).fill(0),
    ]);
  const read = (size: number): unknown =>
    pagesOf(pageOf(size), { codec: 'SNAPPY' } as never, { name: 'x', type: 'INT64' } as never, 1).next();
  expect(() => read(1_900_000_000)).toThrow(/claims a size that cannot be/);
  expect(() => read(214)).toThrow(/claims a size that cannot be/);
  expect(() => read(213)).not.toThrow(/claims a size/);
});

test('findings, and the ledger of the job, are no traces and no problem', async () => {
  for (const name of ['out/findings/day=2026-03-01/a.parquet', 'out/_files/a.parquet', '_files/a.parquet'])
    expect(await openPart(sourceOf(good, name))).toBeNull();
  expect(await partOf(parquetOf([ill()], { metadata: [{ key: TABLE_KEY, value: 'findings' }] }))).toBeNull();
});

test('of several files the damaged ones are left out by name, and all others read', async () => {
  // After the first bytes of the first page: pages cannot be read, the metadata can.
  const spoilt = good.slice();
  spoilt.fill(0xff, 4, 200);
  const fleet = await Fleet.open(
    [
      sourceOf(spoilt, 'spoilt.parquet'),
      sourceOf(many, 'many.parquet'),
      sourceOf(new Uint8Array(0), 'empty.parquet'),
      sourceOf(good, 'good.parquet'),
    ],
    () => undefined,
  );
  await fleet.complete;
  expect(fleet.opened).toMatchObject({ rows: 202, parts: 2 });
  expect(fleet.problems.map(({ name }) => name).sort()).toEqual(['empty.parquet', 'spoilt.parquet']);
  const answer = await fleet.query({
    filter: '',
    finding: 'death-spiral',
    by: 'version',
    picked: null,
    order: { key: 'file', reversed: false },
  });
  expect(answer.total).toMatchObject({ judged: 202, hits: 68 });
  expect(fleet.rows({ from: 0, count: 2 }).map(({ file }) => file)).toEqual(['also good', 'good']);
});

test('columns that are damaged and read later are empty in their rows, and the file is named', async () => {
  const bytes = parquetOf([
    ill({ file: 'a', day: '2026-03-01', role: 'server' }),
    ill({ file: 'b', day: '2026-03-02', role: 'server' }),
  ]);
  const { metadata } = (await partOf(bytes)) as FleetPart;
  const spoil = (column: string): Uint8Array<ArrayBuffer> => {
    const meta = metadata.row_groups[0]?.columns.find(
      ({ meta_data }) => meta_data?.path_in_schema[0] === column,
    )?.meta_data;
    const from = Number(meta?.dictionary_page_offset || meta?.data_page_offset);
    return bytes.slice().fill(0xff, from, from + Number(meta?.total_compressed_size));
  };
  for (const [column, filter] of [
    ['day', ''],
    ['role', 'role = server'],
  ] as const) {
    const fleet = await Fleet.open([sourceOf(spoil(column), 'spoilt.parquet')], () => undefined);
    await fleet.complete;
    const answer = await fleet.query({
      filter,
      finding: null,
      by: 'day',
      picked: null,
      order: { key: 'file', reversed: false },
    });
    expect(fleet.opened.rows).toBe(2);
    expect(answer.problems).toMatchObject([{ name: 'spoilt.parquet', leftOut: false }]);
    expect(answer.shown).toBe(filter === '' ? 2 : 0);
    expect(fleet.rows({ from: 0, count: 2 }).map(({ file }) => file)).toEqual(
      filter === '' ? ['a', 'b'] : [],
    );
  }
});

test('dates and costs that cannot be are not known', async () => {
  const known = { implementation: 'quiche', version: '1' };
  const rows = [
    ill({ ...known, recorded: 9e15, cost_ms: 1e300 }),
    ill({ ...known, recorded: -9e15, cost_ms: 5e-324 }),
    ill({ ...known, recorded: Date.UTC(2026, 0, 1), cost_ms: 3 }),
  ];
  const fleet = await Fleet.open([sourceOf(parquetOf(rows))], () => undefined);
  await fleet.complete;
  const answer = await fleet.query({
    filter: '',
    finding: 'death-spiral',
    by: 'version',
    picked: null,
    order: { key: 'recorded', reversed: false },
  });
  expect(answer.timeline?.lines[0]?.hits).toEqual([1]);
  expect(answer.cost).toMatchObject({ rows: [1], unknown: 2, edgesMs: [2, 5] });
  expect(fleet.rows({ from: 0, count: 3 }).map(({ cells }) => cells.recorded)).toEqual([
    '2026-01-01 00:00:00',
    UNKNOWN,
    UNKNOWN,
  ]);
});

test('a column that an older file does not hold is null in its rows, and one that nobody knows is ignored', async () => {
  const older = parquetOf([ill({ file: 'old', idle_rule: 'reset' })], {
    without: ['idle_rule', 'quality', 'judged_by'],
  });
  const fleet = await Fleet.open(
    [
      sourceOf(older, 'x/day=2026-03-07/a.parquet'),
      sourceOf(parquetOf([ill({ idle_rule: 'reset' })]), 'b.parquet'),
    ],
    () => undefined,
  );
  await fleet.complete;
  const answer = await fleet.query({
    filter: '',
    finding: null,
    by: 'rule',
    picked: null,
    order: { key: 'worst', reversed: false },
  });
  expect(answer.groups.map(({ id, traces }) => [id, traces])).toEqual(
    expect.arrayContaining([
      ['', 1],
      ['reset', 1],
    ]),
  );
});

test('the day of the job is in the path, and a column like any other', async () => {
  const bytes = parquetOf([ill()], { without: ['day'] });
  const fleet = await Fleet.open([sourceOf(bytes, 'out/traces/day=2026-03-07/a.parquet')], () => undefined);
  await fleet.complete;
  const { groups } = await fleet.query({
    filter: 'day = 2026-03-07',
    finding: null,
    by: 'day',
    picked: null,
    order: { key: 'worst', reversed: false },
  });
  expect(groups.map(({ id }) => id)).toEqual(['2026-03-07']);
});

test('whatever bytes are changed, a file is read or left out with a reason: nothing hangs, nothing else is thrown', async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % below;
  };
  let leftOut = 0;
  for (let round = 0; round < 150; round++) {
    const bytes = many.slice();
    for (let i = 0; i < 1 + random(6); i++) bytes[random(bytes.length)] = random(256);
    const fleet = await Fleet.open([sourceOf(bytes)], () => undefined);
    await fleet.complete;
    leftOut += fleet.problems.length;
    expect(fleet.opened.rows + fleet.problems.length).toBeGreaterThan(0);
  }
  expect(leftOut).toBeGreaterThan(10);
}, 60_000);
