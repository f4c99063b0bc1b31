/**
 * The idle rule of the death spiral on every sender's trace of `../shared/traces` whose build is known: it is the cause
 * of no finding on a sound sender, and what is said of the version is what the manifest has.
 */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { runDetectors } from '../support/held-detectors.ts';
import { loadTrace } from '../support/load.ts';
import { inputsOf } from '../support/read-log.ts';

interface Run {
  readonly file: string;
  readonly impl: string;
  readonly version: string;
  readonly cc: string;
  readonly is_sender: boolean;
  /** `on`, `off`, `absent (bug in release)`. */
  readonly fix: string;
}

const FOLDERS = ['quiche', 'quiche-more', 'runs'];
const folderOf = (name: string): URL => new URL(`../../../shared/traces/${name}/`, import.meta.url);

const runs = FOLDERS.flatMap((name) => {
  const manifest = new URL('manifest.json', folderOf(name));
  const all = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Run[]) : [];
  return all
    .filter((run) => run.is_sender)
    .map((run) => ({ ...run, path: new URL(run.file, folderOf(name)) }));
});

const hasDefect = ({ cc, fix }: Run): boolean => cc === 'cubic' && fix !== 'on';
const counts = new Map<string, { traces: number; proven: number; alone: number }>();

afterAll(() => console.table(Object.fromEntries(counts)));

test('the shared traces are on this machine', () => {
  expect(runs.filter(hasDefect).length).toBeGreaterThan(50);
  expect(runs.filter((run) => !hasDefect(run)).length).toBeGreaterThan(50);
});

for (const run of runs) {
  test(`${run.cc}, fix ${run.fix}: ${run.file}`, () => {
    const [input] = inputsOf(loadTrace(run.path.pathname));
    if (input === undefined) throw new Error('no connection');
    const proven = runDetectors(input).findings.filter(({ cause }) => cause !== null);
    const kind = hasDefect(run) ? `${run.version} with the defect` : `${run.version} ${run.cc} without it`;
    const count = counts.get(kind) ?? { traces: 0, proven: 0, alone: 0 };
    count.traces++;
    if (proven.length > 0) count.proven++;
    if (proven.some(({ id }) => id === 'idle-rule')) count.alone++;
    counts.set(kind, count);
    if (!hasDefect(run)) expect(proven.map(({ id }) => id)).toEqual([]);
    for (const { knownDefect } of proven) {
      expect(knownDefect).toMatchObject({ implementation: run.impl, version: run.version });
      expect(knownDefect?.standing).toBe(run.fix === 'off' ? 'fixed' : 'affected');
    }
  });
}
