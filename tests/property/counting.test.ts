/**
 * One rule of counting: of the same runs the table, its filter, groups, their JSON and their report, a fleet, its filter and the SQL of
 * docs/fleet.md give the same numbers, and so does the command, which reads them itself. Hits, infos and judged runs of each rule are held
 * against a count that is written here by the words of docs/compare.md.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortTitle, titleOfRule } from '../../src/engine/base/text/rule-titles.ts';
import { surveyFile } from '../../src/engine/service/answers/survey.ts';
import { INFO_ONLY } from '../../src/engine/service/compare/counting.ts';
import { compileRowFilter, isFilterError } from '../../src/engine/service/filter/index.ts';
import { readFileRows } from '../../src/node/cli/commands/rows/file-rows.ts';
import { surveyRows, type TraceRow } from '../../src/sharing/figures/rows.ts';
import { Fleet } from '../../src/sharing/fleet-rows/fleet.ts';
import { copiedRows } from '../../src/sharing/fleet-rows/rows.ts';
import type { FileRows, FleetTrace } from '../../src/sharing/fleet-rows/schema.ts';
import { groupsDocument } from '../../src/sharing/report/comparison-document.ts';
import { groupsRecord } from '../../src/sharing/report/records/comparison-record.ts';
import { checkRows } from '../../src/sharing/table/check-rows.ts';
import { ROW_FIELDS } from '../../src/sharing/table/row-fields.ts';
import { groupRows } from '../../src/sharing/table/row-groups.ts';
import { runIdOf } from '../../src/sharing/table/row-words.ts';
import { runGroups, sharesOf } from '../../src/sharing/table/run-groups.ts';
import { shareRows } from '../../src/sharing/table/share-rows.ts';
import { run } from '../support/cli-here.ts';
import { parquetOf, sourceOf } from '../support/fleet-files.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { SHARE_ALL } from '../support/redacted.ts';
import { draws } from '../support/tier.ts';

/** Alarms, a spiral too short for one, receivers that cannot tell, and runs with nothing. */
const FILES = [
  'applimited-buggy-lowwin.server.sqlog.gz',
  'mtu1500-l-cubic-buggy-s08.server.sqlog.gz',
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rate-cubic-buggy-s03.client.sqlog.gz',
  'rate-cubic-fixed-s17.server.sqlog.gz',
  'rate-reno-s12.server.sqlog.gz',
];

interface Numbers {
  readonly hits: number;
  readonly infos: number;
  readonly judged: number;
}
type Counts = { readonly [id: string]: Numbers };

/** A run of the folder: a file of the list, under a name of its own. */
interface Drawn {
  readonly name: string;
  readonly file: string;
}

const rowOf = new Map<string, TraceRow>();
const fleetOf = new Map<string, FileRows>();
const folder = mkdtempSync(join(tmpdir(), 'qlogscope-counting-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  for (const name of FILES) {
    const path = corpusPath(name);
    const file = new File([readFileSync(path)], name);
    const [row] = surveyRows(name, await surveyFile({ kind: 'file', file }));
    const rows = await readFileRows({ path, file: { file: name, bytes: file.size, writtenMs: 0 } }, '1');
    if (row === undefined || rows === null) throw new Error(`${name} holds no trace`);
    rowOf.set(name, row);
    fleetOf.set(name, rows);
  }
}, 300_000);

const given = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not there');
  return value;
};
const rowsOf = (runs: readonly Drawn[]): readonly TraceRow[] =>
  runs.map(({ name, file }) => ({ ...given(rowOf.get(file)), name }));

const idsIn = (rows: readonly TraceRow[]): readonly string[] => [
  ...new Set(rows.flatMap(({ findings }) => findings.map(({ id }) => id))),
];

/** By the words of docs/compare.md, over the runs without their copies. */
function counted(rows: readonly TraceRow[], ids: readonly string[]): Counts {
  const runs = [...new Map(rows.map((row) => [runIdOf(row), row])).values()];
  return Object.fromEntries(
    ids.map((id) => {
      const has = ({ findings }: TraceRow, isAlarm: boolean): boolean =>
        findings.some((one) => one.id === id && (!isAlarm || one.severity !== 'info'));
      const isHit = (row: TraceRow): boolean => has(row, !INFO_ONLY.includes(id));
      const judged = runs.filter((row) => isHit(row) || !(row.notJudged ?? []).includes(id));
      const hits = judged.filter(isHit);
      return [
        id,
        {
          hits: hits.length,
          infos: judged.filter((row) => has(row, false)).length - hits.length,
          judged: judged.length,
        },
      ];
    }),
  );
}

/** By the filter of the table: what it shows of each kind, copies once. */
function byFilter(rows: readonly TraceRow[], ids: readonly string[]): Counts {
  const shown = (text: string): number => {
    const filter = compileRowFilter(text, ROW_FIELDS);
    if (isFilterError(filter)) throw new Error(filter.text);
    return new Set(rows.filter(filter).map(runIdOf)).size;
  };
  const all = new Set(rows.map(runIdOf)).size;
  return Object.fromEntries(
    ids.map((id) => {
      const hits = shown(`finding = ${id}`);
      const infos = shown(`info = ${id}`);
      return [id, { hits, infos, judged: all - shown(`notjudged = ${id} and not finding = ${id}`) }];
    }),
  );
}

const groupsOf = (rows: readonly TraceRow[]) =>
  groupRows(
    rows.map((row) => ({ key: row.name, row })),
    { by: 'folder', patterns: '', hand: [], names: new Map(), withReceivers: true },
  ).groups.map(({ name, nameFrom, rows: own, copies }) => ({
    ...{ name, nameFrom, copies, runs: [] },
    rows: own.map(({ row }) => row),
  }));

interface ShareRecord extends Numbers {
  readonly group: string;
}

const ofRecord = (record: object, place: number): Counts =>
  Object.fromEntries(
    (
      record as {
        readonly findings: readonly { readonly id: string; readonly shares: readonly ShareRecord[] }[];
      }
    ).findings.map(({ id, shares }) => {
      const { hits, infos, judged } = given(shares[place]);
      return [id, { hits, infos, judged }];
    }),
  );

/** As the report of the groups says it: `8 of 19 (…), 42 % (…); 2 as info, 1 not judged`. */
function byReport(rows: readonly TraceRow[]): Counts {
  const groups = groupsOf(rows);
  const shares = sharesOf(groups);
  const table = groupsDocument(runGroups(groups), shares).sections[0]?.blocks[0];
  if (table?.kind !== 'table') throw new Error('no table of shares');
  return Object.fromEntries(
    table.rows.map(([title = '', cell = ''], i) => {
      const { id, severity } = given(shares[i]);
      expect(title).toBe(`${shortTitle(titleOfRule(id))} (${severity})`);
      const [, hits, judged] = given(/^(\d+) of (\d+)/.exec(cell) ?? undefined);
      return [
        id,
        { hits: Number(hits), infos: Number(/(\d+) as info/.exec(cell)?.[1] ?? 0), judged: Number(judged) },
      ];
    }),
  );
}

/** Rows of a fleet with these runs: of several of one file the first counts, as the job marks them. */
function fleetRows(runs: readonly Drawn[]): readonly FleetTrace[] {
  const first = new Map<string, string>();
  return runs.flatMap(({ name, file }) => {
    const original = first.get(file);
    const own = given(fleetOf.get(file));
    const info = { file: name, bytes: 1, writtenMs: 0 };
    if (original !== undefined) return copiedRows(own, file, original, info).traces;
    first.set(file, name);
    return own.traces.map((row) => ({ ...row, file: name }));
  });
}

async function byFleet(rows: readonly FleetTrace[], ids: readonly string[]): Promise<[Counts, Counts]> {
  const fleet = await Fleet.open([sourceOf(parquetOf(rows))], () => undefined);
  await fleet.complete;
  const [counts, filtered]: [Record<string, Numbers>, Record<string, Numbers>] = [{}, {}];
  for (const id of ids) {
    const query = { by: 'version', order: { key: 'file', reversed: false }, picked: null } as const;
    const { total, shown: all, copies } = await fleet.query({ ...query, filter: '', finding: id });
    counts[id] = { hits: total.hits, infos: total.infos, judged: total.judged };
    const shown = async (filter: string): Promise<number> => {
      const answer = await fleet.query({ ...query, filter: `(${filter}) and not has copy`, finding: null });
      expect(answer.filterError, filter).toBeNull();
      return answer.shown;
    };
    filtered[id] = {
      hits: await shown(`finding = ${id}`),
      infos: await shown(`info = ${id}`),
      judged: all - copies - (await shown(`notjudged = ${id} and not finding = ${id}`)),
    };
  }
  return [counts, filtered];
}

const DOCS = readFileSync(fileURLToPath(new URL('../../docs/fleet.md', import.meta.url)), 'utf8');

/** The `CASE` of docs/fleet.md, read condition by condition: `array_contains(split(COLUMN, ' '), 'ID')`. */
function bySql(rows: readonly FleetTrace[], ids: readonly string[]): Counts {
  const cases = given(/CASE\n([\s\S]*?)\n {2}END AS spiral\nFROM traces/.exec(DOCS)?.[1]).split('\n');
  const steps = cases.map((line) => {
    const [, negated, column, value] = given(
      /^ {4}WHEN (NOT )?(?:severity = 'failed'|array_contains\(split\((\w+), ' '\), 'death-spiral'\)) THEN (NULL|true|false)$/.exec(
        line,
      ) ?? undefined,
    );
    return { negated: negated !== undefined, column, value };
  });
  const spiral = (row: FleetTrace, id: string, isInfoOnly: boolean): string => {
    for (const { negated, column, value } of steps) {
      // Of a rule that raises no alarm the text asks for `findings` in place of `alarms`.
      const name = (column === 'alarms' && isInfoOnly ? 'findings' : column) as keyof FleetTrace | undefined;
      const holds =
        name === undefined
          ? row.severity === 'failed'
          : String(row[name] ?? '')
              .split(' ')
              .includes(id);
      if (holds !== negated) return value ?? '';
    }
    return 'NULL';
  };
  const own = rows.filter(({ copy_of }) => copy_of === null);
  return Object.fromEntries(
    ids.map((id) => {
      const values = own.map((row) => spiral(row, id, INFO_ONLY.includes(id)));
      const hits = values.filter((value) => value === 'true').length;
      const infos = own.filter(
        (row, i) => values[i] === 'false' && String(row.findings).split(' ').includes(id),
      ).length;
      return [id, { hits, infos, judged: values.filter((value) => value !== 'NULL').length }];
    }),
  );
}

const RUNS = fc
  .array(fc.constantFrom(...FILES), { minLength: 1, maxLength: 14 })
  .map((files) => files.map((file, i): Drawn => ({ name: `runs/${i}-${file}`, file })));

describe('of runs that are drawn, with copies among them', () => {
  test('table, filter, groups, JSON, report, fleet and SQL give the same numbers', async () => {
    await fc.assert(
      fc.asyncProperty(RUNS, async (runs) => {
        const rows = rowsOf(runs);
        const ids = idsIn(rows);
        const due = counted(rows, ids);
        expect(byFilter(rows, ids)).toEqual(due);
        const groups = groupsOf(rows);
        const shares = sharesOf(groups);
        expect(groups[0]?.copies).toBe(runs.length - new Set(runs.map(({ file }) => file)).size);
        expect(ofRecord(groupsRecord(runGroups(groups), shares), 0)).toEqual(due);
        expect(byReport(rows)).toEqual(due);
        expect(ofRecord({ findings: sharesOf(groupsOf(shareRows(rows, SHARE_ALL))) }, 0)).toEqual(due);
        const fleet = fleetRows(runs);
        expect(await byFleet(fleet, ids)).toEqual([due, due]);
        // Also where no table marks the copies, and where all rows are there twice.
        const unmarked = fleet.map((row) => ({ ...row, copy_of: null }));
        expect(await byFleet([...unmarked, ...unmarked], ids)).toEqual([due, due]);
        expect(bySql(fleet, ids)).toEqual(due);
      }),
      { numRuns: draws(30) },
    );
  });
});

describe('of one folder', () => {
  const runs = [...FILES, ...FILES.slice(0, 1)].map((file, i): Drawn => ({ name: `${i}-${file}`, file }));

  beforeAll(() => {
    for (const { name, file } of runs) copyFileSync(corpusPath(file), join(folder, name));
    writeFileSync(join(folder, '9-broken.sqlog.gz'), 'no trace');
  });

  test('the command gives the same numbers, and says what it left out', async () => {
    const other = mkdtempSync(join(tmpdir(), 'qlogscope-counting-'));
    copyFileSync(corpusPath('rate-026-cubic-s05.server.sqlog.gz'), join(other, 'a.sqlog.gz'));
    const { stdout, stderr, status } = await run(['compare', '--group', folder, '--group', other, '--json']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('9-broken.sqlog.gz')]);
    const record = JSON.parse(stdout);
    expect(record.groups[0]).toMatchObject({ copies: 1, failures: 1 });
    const rows = rowsOf(runs);
    const all = ofRecord(record, 0);
    expect(Object.fromEntries(idsIn(rows).map((id) => [id, all[id]]))).toEqual(counted(rows, idsIn(rows)));
    rmSync(other, { recursive: true });
  });

  test('rows of what check --json prints count as those of the files', async () => {
    const { stdout } = await run(['check', '--json', '--separate', folder]);
    const { rows } = checkRows(stdout, 100);
    const read = rows.filter(({ failure }) => failure === null);
    const ids = idsIn(read);
    expect(counted(read, ids)).toEqual(counted(rowsOf(runs), ids));
    expect(ids.toSorted()).toEqual(idsIn(rowsOf(runs)).toSorted());
    expect(read.map(({ name }) => basename(name)).toSorted()).toEqual(
      runs.map(({ name }) => name).toSorted(),
    );
  });

  test('the same run in both groups is a wrong call that names it', async () => {
    const paths = [`${folder}/0-*`, `${folder}/6-*`];
    const { status, stderr, stdout } = await run(['compare', ...paths.flatMap((path) => ['--group', path])]);
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toMatch(
      /The same run, \S+0-applimited\S+ and \S+6-applimited\S+, is in 0 and in 6: the two are not compared/,
    );
  });
});
