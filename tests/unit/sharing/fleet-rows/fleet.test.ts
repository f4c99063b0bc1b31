/** A fleet that is read and asked: what it answers is what one counts by hand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainLine } from '../../../../src/engine/base/text/plain.ts';
import type { Value } from '../../../../src/sharing/fleet-rows/column.ts';
import type { FleetQuery } from '../../../../src/sharing/fleet-rows/contract.ts';
import { Fleet } from '../../../../src/sharing/fleet-rows/fleet.ts';
import type { FleetTrace } from '../../../../src/sharing/fleet-rows/schema.ts';
import { cellsOf } from '../../../../src/sharing/fleet-rows/shown-columns.ts';
import { fleetRow, ill, parquetOf, sourceOf } from '../../../support/fleet-files.ts';

const DAY = 864e5;
const AT = Date.UTC(2026, 2, 1);

async function opened(...files: readonly (readonly FleetTrace[])[]): Promise<Fleet> {
  const sources = files.map((rows, i) => sourceOf(parquetOf(rows, { groupRows: 7 }), `${i}.parquet`));
  const fleet = await Fleet.open(sources, () => undefined);
  await fleet.complete;
  return fleet;
}

const QUERY: FleetQuery = {
  ...{ filter: '', finding: null, by: 'version', picked: null },
  order: { key: 'worst', reversed: false },
};

const filesOf = (fleet: Fleet): readonly string[] =>
  fleet.rows({ from: 0, count: 1000 }).map(({ file }) => file);

describe('what is counted', () => {
  const rows = [
    ill({
      file: 'e1/a',
      host: 'e1',
      implementation: 'quiche',
      version: '0.30.0',
      recorded: AT,
      day: '2026-03-01',
    }),
    ill({
      file: 'e1/b',
      host: 'e1',
      implementation: 'quiche',
      version: '0.31.0',
      recorded: AT + DAY,
      cost_ms: 7000,
    }),
    fleetRow({ file: 'e2/c', host: 'e2', implementation: 'quiche', version: '0.30.0', recorded: AT + DAY }),
    fleetRow({ file: 'e2/d', host: 'e2', severity: 'unjudged', not_judged: 'death-spiral stuck-window' }),
    fleetRow({
      file: 'e2/e',
      severity: 'failed',
      failure_kind: 'time',
      failure: 'too slow',
      connection: null,
    }),
    ill({ file: 'e3/f', copy_of: 'e1/a' }),
    fleetRow({
      file: 'e3/g',
      severity: 'warning',
      worst: 'pto-storm',
      findings: 'pto-storm',
      alarms: 'pto-storm',
      not_judged: 'death-spiral',
    }),
  ];

  test('of any alarm: failures, copies and what could not be judged count nowhere', async () => {
    const answer = await (await opened(rows)).query(QUERY);
    expect(answer).toMatchObject({ rows: 7, shown: 7, copies: 1, filterError: null });
    expect(answer.severities).toMatchObject({ critical: 2, warning: 1, none: 1, unjudged: 1, failed: 1 });
    expect(answer.total).toMatchObject({ judged: 4, hits: 3, infos: 0, share: Number.NaN });
  });

  test('of a finding: of the traces whose log holds enough for its rule', async () => {
    const answer = await (await opened(rows)).query({ ...QUERY, finding: 'death-spiral' });
    expect(answer.total).toMatchObject({ judged: 3, hits: 2 });
    const groups = Object.fromEntries(answer.groups.map((group) => [group.id, group]));
    expect(groups['quiche 0.30.0']).toMatchObject({
      traces: 2,
      judged: 2,
      hits: 1,
      firstMs: AT,
      lastMs: AT + DAY,
    });
    expect(groups['quiche 0.31.0']).toMatchObject({ costMs: 7000, medianCostMs: 7000, firstHitMs: AT + DAY });
    expect(groups['']).toMatchObject({ traces: 3, judged: 0, hits: 0 });
    expect(answer.findings[0]).toEqual({ id: 'pto-storm', traces: 3, isAlarm: true });
    expect(answer.cost?.rows.reduce((sum, n) => sum + n, 0)).toBe(2);
  });

  test('the cost of a finding that is not the worst alarm of its trace is not known', async () => {
    const answer = await (await opened(rows)).query({ ...QUERY, finding: 'pto-storm' });
    expect(answer.total.hits).toBe(3);
    expect(answer.cost).toBeNull();
  });

  test('every group has an id of its own, and the filter that shows it alone', async () => {
    const nameless = [
      fleetRow({ version: '0.30.0', host: '' }),
      fleetRow({ version: '0.31.0', day: '2026-03-01', recorded_from: 'file' }),
    ];
    const fleet = await opened([...rows, ...nameless]);
    for (const by of ['version', 'host', 'day', 'rule', 'controller', 'role', 'quality'] as const) {
      const { groups } = await fleet.query({ ...QUERY, by });
      expect(new Set(groups.map(({ id }) => id)).size, by).toBe(groups.length);
      for (const { filter, traces } of groups) {
        const alone = await fleet.query({ ...QUERY, by, filter });
        expect(alone.filterError, filter).toBeNull();
        expect(alone.shown - alone.copies, filter).toBe(traces);
      }
    }
  });

  test('steps of the timeline hold every row that has a time', async () => {
    const { timeline } = await (await opened(rows)).query({ ...QUERY, finding: 'death-spiral' });
    expect(timeline).toMatchObject({ fromMs: AT, stepMs: 3600e3 });
    const [all] = timeline?.lines ?? [];
    expect(all?.judged.reduce((sum, n) => sum + n, 0)).toBe(3);
    expect(all?.hits[0]).toBe(1);
    expect(all?.hits[24]).toBe(1);
  });

  test('a version is held against what was before it', async () => {
    const of = (version: string, days: number, sick: number, healthy: number): readonly FleetTrace[] => {
      const known = { implementation: 'quiche', version, recorded: AT + days * DAY };
      return [
        ...Array.from({ length: sick }, () => ill(known)),
        ...Array.from({ length: healthy }, () => fleetRow(known)),
      ];
    };
    const fleet = await opened([
      ...of('0.28.0', 0, 50, 50),
      ...of('0.29.0', 1, 1, 99),
      ...of('0.29.0', 6, 2, 98),
      ...of('0.30.0', 5, 60, 40),
      // Another stack, and a date that is when a file was copied: neither is what was before.
      ...of('0.29.9', 3, 90, 0).map((row) => ({ ...row, implementation: 'ngtcp2' })),
      ...of('0.29.8', 4, 90, 0).map((row): FleetTrace => ({ ...row, recorded_from: 'file' })),
    ]);
    const asked = { ...QUERY, finding: 'death-spiral', picked: 'quiche 0.30.0' };
    const { beforeAfter } = await fleet.query(asked);
    expect(beforeAfter).toMatchObject({
      id: 'quiche 0.30.0',
      group: { judged: 100, hits: 60 },
      others: [
        { kind: 'previous', id: 'quiche 0.29.0', share: { judged: 200, hits: 3 } },
        { kind: 'earlier', share: { judged: 300, hits: 53 } },
      ],
    });
    expect(beforeAfter?.difference?.share).toBeCloseTo(0.585);
    expect(beforeAfter?.difference?.low).toBeGreaterThan(0.4);
    const first = (await fleet.query({ ...asked, picked: 'quiche 0.28.0' })).beforeAfter;
    expect(first).toMatchObject({ others: [], difference: null });
    const undated = await fleet.query({ ...asked, picked: 'quiche 0.29.8' });
    expect(undated).toMatchObject({ undated: 90, beforeAfter: { others: [], difference: null } });
    const role = await fleet.query({ ...asked, by: 'role', picked: '' });
    expect(role.beforeAfter?.others).toMatchObject([{ kind: 'others', share: { judged: 0 } }]);
  });

  test('a day is held against the day before it; the dates of files are one group, in no first day', async () => {
    const rows = [1, 1, 3, 4].flatMap((days, i) =>
      Array.from({ length: 6 }, () =>
        (i === 2 ? ill : fleetRow)({
          ...{ recorded: AT + days * DAY, day: `2026-03-0${days + 1}` },
          recorded_from: i === 1 ? 'file' : 'log',
        }),
      ),
    );
    const fleet = await opened(rows);
    const answer = await fleet.query({ ...QUERY, by: 'day', picked: '2026-03-04' });
    expect(answer.groups.map(({ id, traces, firstMs }) => [id, traces, firstMs])).toEqual([
      ['2026-03-02', 6, AT + DAY],
      ['2026-03-04', 6, AT + 3 * DAY],
      ['2026-03-05', 6, AT + 4 * DAY],
      ['file', 6, Number.NaN],
    ]);
    expect(answer.beforeAfter?.others).toMatchObject([{ kind: 'previous', id: '2026-03-02' }]);
    expect(answer.undated).toBe(6);
    const [all] = answer.timeline?.lines ?? [];
    expect(all?.judged.reduce((sum, n) => sum + n, 0)).toBe(18);
  });
});

describe('orders', () => {
  const rows = [
    fleetRow({ file: 'b', cost_ms: 5, recorded: AT + 5, version: '0.9.0', goodput: -1 }),
    ill({ file: 'a', cost_ms: null, recorded: AT + 1, version: '0.30.0', ill_share: 0.2, goodput: 1e9 }),
    ill({ file: 'ä', cost_ms: 5000, recorded: AT + 3, version: null, ill_share: 0.9, goodput: 0.001 }),
    fleetRow({
      file: 'c',
      severity: 'warning',
      cost_ms: 0.5,
      recorded: null,
      version: '0.10.0',
      goodput: null,
    }),
  ];
  test.each([
    ['worst', false, 'ä a c b'],
    ['worst', true, 'b c a ä'],
    ['file', false, 'a b c ä'],
    ['file', true, 'ä c b a'],
    ['cost', false, 'ä b c a'],
    ['cost', true, 'c b ä a'],
    ['version', false, 'b c a ä'],
    ['goodput', false, 'b ä a c'],
    ['goodput', true, 'a ä b c'],
  ] as const)('%s, reversed %s', async (key, reversed, files) => {
    const fleet = await opened(rows);
    await fleet.query({ ...QUERY, order: { key, reversed } });
    expect(filesOf(fleet).join(' ')).toBe(files);
  });

  test('dates that differ by a second, and what has none last', async () => {
    const fleet = await opened([
      fleetRow({ file: 'none', recorded: null }),
      fleetRow({ file: 'late', recorded: AT + 2000 }),
      fleetRow({ file: 'early', recorded: AT + 1000 }),
    ]);
    await fleet.query({ ...QUERY, order: { key: 'recorded', reversed: false } });
    expect(filesOf(fleet)).toEqual(['early', 'late', 'none']);
  });
});

/** Without halves of surrogate pairs, which UTF-8 cannot hold, and as a text is kept: what is not seen is an escape by then. */
const text = (maxLength: number, minLength = 0) =>
  fc.string({ unit: 'grapheme', minLength, maxLength }).map(plainLine);

test('any rows in any number of files and row groups are those that were written', async () => {
  const row = fc.record({
    file: text(40),
    hash: fc.option(text(64)),
    severity: fc.constantFrom('critical', 'warning', 'none', 'unjudged', 'failed'),
    version: fc.option(text(6)),
    cost_ms: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
    copy_of: fc.option(text(5, 1)),
    recorded: fc.option(fc.integer({ min: 0, max: 4e12 })),
    digest: fc.option(fc.uint8Array({ minLength: 1, maxLength: 20 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(row, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
      async (files) => {
        // Rows of the same file and bytes are one: no two of these are.
        const made = files.map((rows, i) =>
          rows.map((known, j) =>
            fleetRow({
              ...(known as Partial<FleetTrace>),
              hash: known.hash === null ? null : `${i}.${j} ${known.hash}`,
            }),
          ),
        );
        const fleet = await opened(...made);
        const all = made.flat();
        expect(fleet.opened).toMatchObject({ rows: all.length, parts: files.length });
        expect(fleet.problems).toEqual([]);
        const answer = await fleet.query({ ...QUERY, filter: 'not has copy' });
        expect(answer.shown).toBe(all.filter(({ copy_of }) => copy_of === null).length);
        await fleet.query(QUERY);
        const shown = fleet.rows({ from: 0, count: all.length });
        expect(shown.length).toBe(all.length);
        for (const { row: number, file, cells, copyOf } of shown) {
          const expected = all[number] as FleetTrace;
          expect(file).toBe(expected.file);
          // An empty text is no text.
          const values: { readonly [column: string]: unknown } = expected;
          expect(cells).toEqual(
            cellsOf((column) => (values[column] || values[column] === 0 ? values[column] : null) as Value),
          );
          expect(copyOf).toBe(expected.copy_of ?? null);
        }
        const at = Math.floor(all.length / 2);
        const { hash, digest } = await fleet.detail({ row: at });
        expect(hash ?? '').toBe(all[at]?.hash ?? '');
        expect(digest).toEqual(all[at]?.digest ?? null);
      },
    ),
    { numRuns: 30 },
  );
});

test('a row says how its trace came about, and that its date is the time of its file', async () => {
  const fleet = await opened([
    fleetRow({ file: 'a', recorded: AT, recorded_from: 'log' }),
    fleetRow({ file: 'b', recorded: AT, recorded_from: 'file', marks: 'simulated what-if' }),
    fleetRow({ file: 'c', recorded: AT, recorded_from: 'file' }),
  ]);
  await fleet.query({ ...QUERY, order: { key: 'file', reversed: false } });
  const rows = fleet.rows({ from: 0, count: 3 });
  expect(rows.map(({ marks }) => marks)).toEqual([[], ['simulated', 'what-if', 'file-time'], ['file-time']]);
  expect(rows.map(({ cells }) => cells.recorded)).toEqual([
    '2026-03-01 00:00:00',
    '2026-03-01 00:00:00 (time of the file)',
    '2026-03-01 00:00:00 (time of the file)',
  ]);
  const shown = async (filter: string) => (await fleet.query({ ...QUERY, filter })).shown;
  expect([await shown('origin = simulated'), await shown('has origin')]).toEqual([1, 1]);
});

describe('rows that are there already', () => {
  const rows = (host: string): readonly FleetTrace[] => [
    ill({ file: `${host}/a`, hash: 'a'.repeat(64), host, duration_ms: 9 }),
    fleetRow({ file: `${host}/b`, hash: 'b'.repeat(64), connection: 0, duration_ms: 8 }),
    fleetRow({ file: `${host}/b`, hash: 'b'.repeat(64), connection: 1, duration_ms: 8 }),
    fleetRow({ file: `${host}/c.zip!/x`, hash: 'c'.repeat(64), duration_ms: 7 }),
    fleetRow({ file: `${host}/c.zip!/y`, hash: 'c'.repeat(64), duration_ms: 7 }),
    fleetRow({ file: `${host}/d`, hash: null, severity: 'failed', failure: 'too slow', connection: null }),
    ill({ file: `${host}/e`, hash: 'a'.repeat(64), copy_of: `${host}/a`, duration_ms: 9 }),
  ];

  test('are not added again, whichever file holds them', async () => {
    const [once, twice] = [await opened(rows('e1')), await opened(rows('e1'), rows('e1'))];
    const merged = await opened([...rows('e1'), ...rows('e1')]);
    const answer = await once.query(QUERY);
    expect(once.opened).toMatchObject({ rows: 7, again: 0 });
    for (const fleet of [twice, merged]) {
      expect(fleet.opened).toMatchObject({ rows: 7, again: 7 });
      expect(await fleet.query(QUERY)).toEqual(answer);
      expect(filesOf(fleet)).toEqual(filesOf(once));
    }
  });

  test('of the same bytes under another name are copies, as those that a table names', async () => {
    const fleet = await opened(rows('e1'), rows('e2'));
    const answer = await fleet.query({ ...QUERY, order: { key: 'file', reversed: false } });
    // A failure has no bytes: it is like no other.
    expect(answer).toMatchObject({ rows: 14, shown: 14, copies: 7, severities: { failed: 2, critical: 1 } });
    const shown = fleet.rows({ from: 0, count: 14 });
    expect(shown.filter(({ copyOf }) => copyOf !== null).map(({ file, copyOf }) => [file, copyOf])).toEqual([
      ['e1/e', 'e1/a'],
      ['e2/a', 'e1/a'],
      ['e2/b', 'e1/b'],
      ['e2/b', 'e1/b'],
      ['e2/c.zip!/x', 'e1/c.zip!/x'],
      ['e2/c.zip!/y', 'e1/c.zip!/y'],
      ['e2/e', 'e2/a'],
    ]);
    expect((await fleet.query({ ...QUERY, filter: 'has copy' })).shown).toBe(7);
    expect((await fleet.detail({ row: 7 })).hash).toBe('a'.repeat(64));
  });

  test('are told by their bytes: others may begin and last alike', async () => {
    const alike = ['a', 'b', 'c'].map((file) =>
      fleetRow({ file, hash: file.repeat(64), recorded: AT, duration_ms: 5 }),
    );
    expect(await (await opened(alike)).query(QUERY)).toMatchObject({ rows: 3, copies: 0 });
  });

  test('of a file that was judged anew the newest is there', async () => {
    const [old, anew] = [1, 3].map((schema) => [
      fleetRow({
        ...{ file: 'a', hash: 'a'.repeat(64), duration_ms: 5, schema },
        severity: schema === 3 ? 'critical' : 'none',
      }),
    ]);
    for (const fleet of [await opened(old ?? [], anew ?? []), await opened(anew ?? [], old ?? [])])
      expect(await fleet.query(QUERY)).toMatchObject({ rows: 1, severities: { critical: 1 } });
  });
});
