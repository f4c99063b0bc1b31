/** A file of marks is recognised by its first bytes; no trace and no other file that the page opens is taken for one. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formatOfHead, MARKS_HEAD_BYTES } from '../../../../src/sharing/outside/marks-head.ts';
import { MADE_FOREIGN } from '../../../support/foreign-files.ts';

describe('the first bytes', () => {
  test.each([
    ['csv', 'time,name\n2026-11-21T06:36:02Z,deploy\n'],
    ['csv', '\uFEFF"Timestamp";"event"\r\n1795242962926;a\r\n'],
    ['csv', 'name\tts\n'],
    ['csv', 'wann,wer\n2026-11-21 06:36:02Z,x\n'],
    ['csv', 'time\n1795242962\n'],
    ['json', '{"time":"2026-11-21T06:36:02Z","name":"deploy"}'],
    ['json', '{"level":"info","ts":1795242962.926,"msg":"alarm"}'],
    ['json', '{"name":"a","timestamp":1795242962926}'],
    ['json', '{"startsAt":"2026-11-21T06:36:02.926Z","alertname":"HighLoss"}'],
    ['openmetrics', '# HELP steal CPU steal\n# TYPE steal gauge\n'],
    ['openmetrics', 'steal{cpu="0"} 0.4 1795242962926\n'],
    [null, '{"time":0,"name":"transport:packet_sent","data":{}}'],
    [null, '{"time":1795242962926,"name":"quic:packet_sent","data":{}}'],
    [null, '{"qlog_version":"0.3","time":1795242962926}'],
    [null, '{"time":12.5,"name":"a"}'],
    [null, '{"by":{"time":1795242962926}}'],
    [null, '{"log":"x","stream":"stdout","time":"2026-11-21T06:36:02Z"}'],
    [null, 'time is up\n'],
    [null, 'a,b\n1,2\n'],
    [null, '# a heading, as Markdown has it\n'],
    [null, ''],
  ])('%s: %s', (format, head) => {
    expect(formatOfHead(head)).toBe(format);
  });

  test('of no other kind of file that the page names are those of marks', () => {
    const texts = Object.values(MADE_FOREIGN).flatMap(({ made }) =>
      made.flatMap((one) => (typeof one === 'string' ? one.slice(0, MARKS_HEAD_BYTES) : [])),
    );
    expect(texts.length).toBeGreaterThan(15);
    expect(texts.filter((text) => formatOfHead(text) !== null)).toEqual([]);
  });

  test('of no trace of the corpus are those of marks', () => {
    const folders = ['traces', 'other', 'paths', 'wire'];
    const heads = folders.flatMap((folder) =>
      readdirSync(new URL(`../../../corpus/${folder}`, import.meta.url), {
        recursive: true,
        encoding: 'utf8',
      })
        .filter((name) => /\.gz$/.test(name))
        .map((name) => {
          const bytes = readFileSync(new URL(`../../../corpus/${folder}/${name}`, import.meta.url));
          return [name, gunzipSync(bytes).subarray(0, MARKS_HEAD_BYTES).toString()] as const;
        }),
    );
    expect(heads.length).toBeGreaterThan(50);
    expect(heads.filter(([, head]) => formatOfHead(head) !== null)).toEqual([]);
  });
});
