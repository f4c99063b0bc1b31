/**
 * What `convert` says of inputs that are no trace, or hold other things beside one: the reason, the exit status, and
 * nothing where nothing is wrong. Rows and series are report/figures/series-rows.test.ts's.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../../../src/engine/reading/contract/share-options.ts';
import { convert } from '../../../../../../src/node/cli/commands/convert/convert.ts';
import { makeZip } from '../../../../../support/bytes-zip.ts';
import { readTrace } from '../../../../../support/load.ts';
import { Scenario } from '../../../../../support/scenario.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const TRACE = utf8(
  new Scenario().cwnd(13_500).burst({ packets: 4, rttMs: 20, gapMs: 1 }).cwnd(14_850).text(),
);
const README = utf8('These are notes.\n');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-convert-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CWND = 'time_ms,cwnd_bytes\n0,13500\n21,14850\n';

async function converted(name: string, content: Uint8Array, format: 'csv' | 'qlog' = 'csv') {
  const path = join(folder, name);
  writeFileSync(path, content);
  let out = '';
  const warnings: string[] = [];
  const status = await convert(
    {
      ...{
        name: 'convert',
        path,
        format,
        options: SHARE_NOTHING,
        series: format === 'csv' ? ['cwnd'] : null,
      },
      ...{ fromMs: null, toMs: null, trace: null, output: null },
    },
    {
      stdout: {
        write: (text) => {
          out += text;
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      },
      warn: (line) => warnings.push(line.replace(folder, '')),
      openStdin: () => Promise.reject(new Error('standard input is not asked for')),
      startThread: () => {
        throw new Error('one file needs no further thread');
      },
      readingThreads: null,
    },
  );
  return { status, out, warnings };
}

describe('convert', () => {
  test('to a qlog writes the trace, which opens with the same rows', async () => {
    const { status, out, warnings } = await converted('q.sqlog', TRACE, 'qlog');
    expect([status, warnings]).toEqual([0, []]);
    expect(await converted('q-again.sqlog', utf8(out))).toEqual({ status: 0, out: CWND, warnings: [] });
  });

  test('to a qlog takes a debug log of NGINX', async () => {
    const log = readTrace(
      new URL('../../../../../corpus/nginx/debug-connection.log.gz', import.meta.url).pathname,
    );
    const { status, out } = await converted('n.log', log, 'qlog');
    expect(status).toBe(0);
    const [qlog, own] = [await converted('n.sqlog', utf8(out)), await converted('n2.log', log)];
    expect(qlog.out).toBe(own.out);
    expect(out).not.toContain('127.0.0.1');
  });

  test('of a trace writes its rows and warns of nothing', async () => {
    expect(await converted('a.sqlog', TRACE)).toEqual({ status: 0, out: CWND, warnings: [] });
  });

  test('of a file that is not a trace reports why, and nothing else', async () => {
    const { status, out, warnings } = await converted('README.md', README);
    expect([status, out]).toEqual([2, '']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^\/README\.md: Not a qlog trace/);
  });

  test('of an empty file reports that', async () => {
    const { status, warnings } = await converted('empty.qlog', new Uint8Array(0));
    expect(status).toBe(2);
    expect(warnings).toHaveLength(1);
  });

  test('of a zip skips other files, before or after the trace', async () => {
    for (const names of [
      ['README.md', 'a.sqlog'],
      ['a.sqlog', 'z.txt'],
    ]) {
      const entries = names.map((name) => ({
        name,
        content: name === 'a.sqlog' ? TRACE : README,
        method: 8 as const,
      }));
      expect(await converted('a.zip', makeZip(entries).bytes)).toEqual({
        status: 0,
        out: CWND,
        warnings: [],
      });
    }
  });

  test('of a zip without a trace reports that', async () => {
    const { bytes } = makeZip([{ name: 'README.md', content: README, method: 8 }]);
    const { status, warnings } = await converted('none.zip', bytes);
    expect(status).toBe(2);
    expect(warnings).toHaveLength(1);
  });
});
