/** Logs whose records have something before them: a prefix in each line, or the brackets of an array around all. */
import { describe, expect, it } from 'vitest';
import { contain } from '../../../../../../support/containers.ts';
import { open } from '../../../../bad-input/open.ts';

const RECORDS = contain('NDJSON', [
  ...[1, 2, 3].map((time) =>
    JSON.stringify({ time, name: 'recovery:metrics_updated', data: { congestion_window: time * 10_000 } }),
  ),
])
  .trim()
  .split('\n');

describe.each([
  'Nov 30 10:00:00 host server[12]: ',
  '2026-11-30T10:00:00.123456789Z stdout F ',
  'server-1  | ',
  '[2026-11-30 10:00:00] info: ',
])('lines that begin with %j', (prefix) => {
  it('lose nothing but that, which is said once', async () => {
    const opened = await open(RECORDS.map((record) => `${prefix}${record}\n`).join(''));
    expect(opened.values('cwnd')).toEqual([10_000, 20_000, 30_000]);
    expect(opened.snapshot.progress).toMatchObject({ events: 3, skippedRecords: 0 });
    expect(opened.message('prefix').level).toBe('note');
    expect(opened.message('prefix').places[0]).toContain(prefix.trim());
    expect(opened.kinds).not.toContain('no-header');
  });

  it('may stand among others, and are found again', async () => {
    const lines = [`${prefix}started`, ...RECORDS.map((record) => prefix + record), `${prefix}stopped`];
    const opened = await open(lines.join('\r\n'));
    expect(opened.values('cwnd')).toEqual([10_000, 20_000, 30_000]);
    expect(await opened.record(2)).toMatchObject({ text: expect.stringContaining('30000') });
  });
});

it.each([
  ['in lines', `[${RECORDS.join(',\n')}]`],
  [
    'indented',
    JSON.stringify(
      RECORDS.map((record) => JSON.parse(record)),
      null,
      2,
    ),
  ],
])('a header as the first element of an array is its header, %s', async (_, text) => {
  const opened = await open(text);
  expect(opened.values('cwnd')).toEqual([10_000, 20_000, 30_000]);
  expect(opened.kinds).not.toContain('no-header');
  expect(opened.snapshot.summary?.qlogVersion).toBe('0.3');
});

it('two logs in one array are two traces', async () => {
  const { snapshot } = await open(`[${[...RECORDS, ...RECORDS].join(',')}]`);
  expect(snapshot.connections).toHaveLength(2);
});

/** Lines of an indented record that hold an object after a key, as of HTTP/3 frames. */
const HEADERS = [':status', 'server'].map((name) => `      "header": {"name": "${name}"}`).join(',\n');
const INDENTED = [1, 2].map(
  (time) => `{\n  "time": ${time},\n  "name": "http:frame_parsed",\n  "data": {\n${HEADERS}\n  }\n}`,
);

it.each([
  ['an array', `[${[RECORDS[0], ...INDENTED].join(',\n')}]`],
  ['a text sequence', [RECORDS[0], ...INDENTED].map((record) => `\x1e${record}\n`).join('')],
])('the keys of a record are no prefix, in %s', async (_, text) => {
  const opened = await open(text);
  expect(opened.snapshot.progress.events).toBe(2);
  expect(opened.kinds).not.toContain('prefix');
});
