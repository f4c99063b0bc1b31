/**
 * `npm run test:shared`: every trace of `../shared/traces/quiche`, on a machine that has them. It fails with a
 * clear word where they are not, and is no part of `npm test`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { Confusion, judge, type Label } from '../support/judge.ts';
import { loadTrace } from '../support/load.ts';

const folder = new URL('../../../shared/traces/quiche/', import.meta.url);
const manifest = new URL('manifest.json', folder);
const labels = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Label[]) : [];
const confusion = new Confusion();

afterAll(() => confusion.print(`death-spiral alarms per case, ${labels.length} traces`));

test('the shared traces are on this machine', () => {
  expect(labels.length, `no manifest at ${manifest.pathname}`).toBeGreaterThan(0);
});

for (const label of labels) {
  test(`${label.case} ${label.file}: an alarm stands exactly where one is due`, () => {
    confusion.add(label, judge(label, loadTrace(new URL(label.file, folder).pathname)));
  });
}

test('intervals are right to less than a round trip, as a median', () => {
  const { start, end } = confusion.medianErrorRtts();
  expect(start).toBeLessThan(1);
  expect(end).toBeLessThan(1);
});
