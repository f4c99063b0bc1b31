/**
 * Which finding stands on which trace of the corpus: golden results in findings.json, looked at one by one, each
 * with the reason why it is right that it stands there. What is missing and what is new are both failures.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../src/app/examples.ts';
import { DETECTORS } from '../../src/detect/detectors.ts';
import { runDetectors } from '../../src/detect/runner.ts';
import { loadTrace } from '../support/load.ts';
import { inputsOf } from '../support/read-log.ts';

interface Golden {
  readonly id: string;
  readonly severity: string;
  readonly because: string;
}

const here = new URL('./', import.meta.url);
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, here), 'utf8')) as T;
const golden = read<{ readonly [file: string]: readonly Golden[] }>('findings.json');
const filesOf = (manifest: string): readonly string[] =>
  read<readonly { readonly file: string }[]>(manifest).map(({ file }) => file);
const quiche = filesOf('manifest.json');
const examples = new Set(EXAMPLES.map((example) => example.file));

function pathOf(file: string): string {
  const folder = examples.has(file) ? '../../public/examples/' : quiche.includes(file) ? 'traces/' : 'other/';
  return new URL(folder + file, here).pathname;
}

test('every trace of the corpus has its golden results, and each a reason', () => {
  expect(Object.keys(golden).sort()).toEqual([...quiche, ...filesOf('other/manifest.json')].sort());
  expect(
    Object.values(golden)
      .flat()
      .filter(({ because }) => because.length < 20),
  ).toEqual([]);
});

test.each(Object.keys(golden))('%s: the findings are those of the golden results', (file) => {
  const found = inputsOf(loadTrace(pathOf(file))).flatMap((input) => runDetectors(input).findings);
  const named = found.map(({ id, severity }) => `${id} ${severity}`).sort();
  expect(named).toEqual((golden[file] ?? []).map(({ id, severity }) => `${id} ${severity}`).sort());
  expect(found.filter(({ id }) => id === 'detector-failed')).toEqual([]);
  // Each can be checked: figures in the verdict, rows of evidence, panels to look at.
  for (const finding of found) {
    expect(finding.verdict).toMatch(/\d/);
    // A note may be what misses an alarm by one row: a trap that is too short.
    const failing = finding.evidence.filter(({ needed, holds }) => needed && !holds);
    expect(finding.severity === 'info' ? [] : failing).toEqual([]);
    expect(finding.evidence.length).toBeGreaterThan(0);
    expect(finding.panels.length).toBeGreaterThan(0);
    expect(finding.endUs).toBeGreaterThanOrEqual(finding.startUs);
  }
});

test('the rules that no trace of the corpus shows are known', () => {
  const shown = new Set(
    Object.values(golden)
      .flat()
      .map(({ id }) => id),
  );
  const silent = DETECTORS.map(({ id }) => id).filter((id) => !shown.has(id));
  // Their tests are scenarios: tests/unit/detect.
  expect(silent).toEqual([
    'multiple-reductions',
    'idle-inflation',
    'accounting-mismatch',
    'flow-control-limited',
  ]);
});
