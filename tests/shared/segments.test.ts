/**
 * `npm run test:shared`: folders of recordings dropped whole. Many connections of the same servers lie beside each other,
 * with names and headers alike, and both logs of most; none is joined to another.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type NamedLog, segmentGroups } from '../../src/engine/reading/segments/grouping.ts';
import type { Connection } from '../../src/engine/reading/stages/pipeline.ts';
import { cutLog, partsOf } from '../support/cut-trace.ts';
import { loadBytes, readTrace } from '../support/load.ts';

const TRACES = new URL('../../../shared/traces/', import.meta.url).pathname;
/** A larger one is not like another, and takes long. */
const MAX_STORED_BYTES = 64 * 2 ** 20;

function filesIn(folder: string): readonly string[] {
  if (!existsSync(TRACES + folder)) throw new Error(`no traces at ${TRACES}${folder}`);
  return readdirSync(TRACES + folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.s?qlog(\.gz)?$/.test(name) && statSync(`${TRACES}${folder}/${name}`).size < MAX_STORED_BYTES,
    )
    .map((name) => `${folder}/${name}`);
}

/** The logs of the folders that hold one connection each, as if all were opened together. */
function logsIn(...folders: readonly string[]): readonly NamedLog[] {
  return folders.flatMap(filesIn).flatMap((name) => {
    const { pipeline } = loadBytes(readTrace(TRACES + name));
    const [only, another] = pipeline.connections;
    return only === undefined || another !== undefined ? [] : [{ name, ends: only.ends }];
  });
}

const namesOf = (logs: readonly NamedLog[]): readonly (readonly (string | undefined)[])[] =>
  segmentGroups(logs).map((group) => group.logs.map((log) => logs[log]?.name));

test('the runs, dropped whole, are 90 traces', () => {
  const logs = logsIn('runs');
  expect(logs).toHaveLength(90);
  expect(namesOf(logs)).toEqual([]);
});

/** Every third run in three parts each, as servers name them that rotate, and as one that numbers all its files. */
test.each([
  ['own names', (run: string, part: number) => `${run}.${part}.sqlog`],
  ['one running number', (_: string, part: number, file: number) => `server-${3 * file + part}.sqlog`],
])('runs in parts, by %s: each is joined to its own', (_, nameOf) => {
  const runs = filesIn('runs').filter((__, i) => i % 3 === 0);
  const parts = runs.flatMap((run, file) => {
    const log = cutLog(readTrace(TRACES + run));
    const cuts = [1500, 3000].filter((cut) => cut < log.events.length);
    return partsOf(log, cuts).map((bytes, part) => {
      const { ends } = loadBytes(bytes).pipeline.connections[0] as Connection;
      return { run, part, name: nameOf(run, part, file), ends };
    });
  });
  const found = segmentGroups(parts).map(({ logs }) =>
    logs.map((log) => parts[log] as (typeof parts)[number]),
  );
  expect(found.map((group) => new Set(group.map(({ run }) => run)).size)).toEqual(found.map(() => 1));
  expect(found).toHaveLength(runs.length);
  expect(found.flat()).toHaveLength(parts.length);
  // Half of them, and the other half of others: none continues another.
  const heads = parts.filter(({ run, part }) => part === 0 && runs.indexOf(run) % 2 === 0);
  const tails = parts.filter(({ run, part }) => part === 1 && runs.indexOf(run) % 2 === 1);
  expect(segmentGroups([...heads, ...tails])).toEqual([]);
});

test('wire, paths, quiche and quiche-more in one heap hold nothing that is joined', () => {
  const logs = logsIn('wire', 'paths', 'quiche', 'quiche-more');
  expect(logs.length).toBeGreaterThan(100);
  expect(namesOf(logs)).toEqual([]);
});
