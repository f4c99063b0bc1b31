/**
 * `npm run test:shared`: folders of recordings dropped whole. Many connections of the same servers lie beside each other,
 * with names and headers alike, and both logs of most; none is joined to another.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type NamedLog, segmentGroups } from '../../src/engine/segments/grouping.ts';
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

test('wire, paths, quiche and quiche-more in one heap hold nothing that is joined', () => {
  const logs = logsIn('wire', 'paths', 'quiche', 'quiche-more');
  expect(logs.length).toBeGreaterThan(100);
  expect(namesOf(logs)).toEqual([]);
});
