/** A process of rows that hangs, grows or ends: the file that did it is a row that says so, and the next one is read. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RowEngine } from '../../../../../../src/node/cli/commands/check/row-engine.ts';

/** Speaks as `qlogscope rows`, and does what the name of the file says. */
const PROGRAM = `
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
process.stdout.write('{"fleet":2}\\n');
const kept = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { path, file, failed } = JSON.parse(line);
  if (failed === undefined) {
    if (file === 'hangs') for (;;);
    if (file === 'grows') for (;;) { kept.push(new Uint8Array(16e6).fill(1)); await new Promise((r) => setTimeout(r, 20)); }
    if (file === 'ends') process.exit(3);
    if (file === 'ends once' && !existsSync(path)) { writeFileSync(path, ''); process.exit(3); }
  }
  process.stdout.write(JSON.stringify({ traces: [{ file, failed, pid: process.pid, digest: file === 'digest' ? 'AQI=' : null }], findings: [] }) + '\\n');
}
`;

let folder = '';
let engine: RowEngine;
/** Ends what hangs soon: a busy machine may need as long for what does not. */
let hasty: RowEngine;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-engine-'));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  engine = new RowEngine(join(folder, 'program.mjs'), { seconds: 120, memoryMb: 300 });
  hasty = new RowEngine(join(folder, 'program.mjs'), { seconds: 10, memoryMb: 300 });
});
afterAll(() => {
  engine.end();
  hasty.end();
  rmSync(folder, { recursive: true, force: true });
});

async function rowOf(file: string, by = engine): Promise<Record<string, unknown>> {
  const answer = await by.rows({ path: join(folder, 'marker'), file, bytes: 0, writtenMs: 0 });
  if ('skipped' in answer) throw new Error('skipped');
  return answer.traces[0] as never;
}

test('it stays warm: two files are read by one process', async () => {
  const [first, second] = [await rowOf('a'), await rowOf('b')];
  expect(first.failed).toBeUndefined();
  expect(second.pid).toBe(first.pid);
});

test('bytes come back as bytes', async () => {
  expect((await rowOf('digest')).digest).toEqual(Uint8Array.of(1, 2));
});

test('a file at which it hangs is a row with the reason, and the next is read', async () => {
  expect((await rowOf('hangs', hasty)).failed).toMatchObject({ kind: 'time', seconds: 10 });
  expect((await rowOf('next', hasty)).failed).toBeUndefined();
});

test.each([
  ['grows', { kind: 'memory', mb: 300 }],
  ['ends', { kind: 'ended' }],
])('a file at which it %s is a row with the reason, and the next is read', async (file, failed) => {
  expect((await rowOf(file)).failed).toMatchObject(failed);
  expect((await rowOf('next')).failed).toBeUndefined();
});

test('one that ended for another reason gets a second chance', async () => {
  expect((await rowOf('ends once')).failed).toBeUndefined();
});

test('a program that does not start is an error, not a hang', async () => {
  const none = new RowEngine(join(folder, 'gone.mjs'), { seconds: 5, memoryMb: 300 });
  await expect(none.rows({ path: 'x', file: 'x', bytes: 0, writtenMs: 0 })).rejects.toThrow(
    /could not be started/,
  );
});
