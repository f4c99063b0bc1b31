/** Files that are no trace: known by their first bytes. */
import { expect, test } from 'vitest';
import { fileKind } from '../../../../../src/app/state/traces/shown-digest.ts';

test('a digest is known by its first bytes; a file that cannot be read is none', async () => {
  const magic = [0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a];
  expect(await fileKind(new File([Uint8Array.from([...magic, 1])], 'x.qlog'))).toBe('digest');
  expect(await fileKind(new File(['{"qlog_version":"0.3"}'], 'x.qlogscope'))).toBe('trace');
  expect(await fileKind(new File([], 'empty'))).toBe('trace');
  const gone = {
    slice: () => {
      throw new DOMException('gone', 'NotReadableError');
    },
  };
  expect(await fileKind(gone)).toBe('trace');
});

test.each([
  '{ "qlogscope-table": 1, "traces": [',
  '{"schema":1,"file":"a.sqlog"',
  '[\n {"schema": 1, "file": "a"',
  '\uFEFF{"schema":7,"file":"a"',
])('rows of a table: %j', async (head) => {
  expect(await fileKind(new File([head], 'check.json'))).toBe('records');
  expect(await fileKind(new File([`x${head}`], 'check.json'))).toBe('trace');
});
