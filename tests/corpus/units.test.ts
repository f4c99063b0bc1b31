/**
 * A log whose times are in another unit than its header says: read again in that unit, it gives what the log as it was gives, and
 * says which figures contradicted each other. Where it cannot be read twice, what hangs on times is not judged.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { run } from '../support/cli-here.ts';

const FILE = new URL('traces/rtt100-l4s-cubic-buggy-s01.server.sqlog.gz', import.meta.url).pathname;
const TEXT = gunzipSync(readFileSync(FILE)).toString();
const FOLDER = mkdtempSync(join(tmpdir(), 'qlogscope-units-'));

afterAll(() => rmSync(FOLDER, { recursive: true }));

/** The log with its times in another unit, of which `factor` make one ms. */
const inUnit = (factor: number): string =>
  TEXT.replaceAll(/"time":([\d.]+)/g, (_, time) => `"time":${Number((Number(time) * factor).toFixed(9))}`);

async function checked(text: string) {
  const path = join(FOLDER, 'x.sqlog');
  writeFileSync(path, text);
  return reportOf((await run(['check', '--json', path])).stdout);
}

function reportOf(json: string) {
  const { account, findings, remarks, durationMs, rttMinMs, packetsLost } = JSON.parse(json);
  const log = remarks.find(({ id }: { readonly id: string }) => id === 'log-quality')?.verdict ?? '';
  const texts = findings.map(({ verdict }: { readonly verdict: string }) => verdict);
  const rules = findings.map(({ id }: { readonly id: string }) => id);
  return { sentence: account.sentence, rules, texts, durationMs, rttMinMs, packetsLost, log };
}

test.each([
  ['µs', 1000, '0.001', /after about 1\d\d\.\d\d s, and the RTTs that it logs are about 1\d\d ms/],
  ['seconds', 1e-3, '1000', /after about 1\d\d µs, and the RTTs that it logs are about 1\d\d ms/],
])('times in %s', async (_, factor, words, figures) => {
  const { log: before, ...asLogged } = await checked(TEXT);
  const { log, ...again } = await checked(inUnit(factor));
  expect(before).not.toContain('unit');
  expect(log).toContain(`times in a wrong unit, multiplied by ${words}`);
  expect(log).toMatch(figures);
  expect(again).toEqual(asLogged);
});

test('a pipe, which is read once', async () => {
  const { sentence, rules, log } = reportOf((await run(['check', '--json', '-'], inUnit(1000))).stdout);
  expect(sentence).toContain('its times and its RTTs are in different units');
  expect(log).toContain('times in a wrong unit, as they stand, and not judged');
  expect(rules).toEqual(['log-ends']);
});

test('the page reads it again too', async () => {
  const durations = async (text: string): Promise<readonly unknown[]> => {
    let snapshot: Snapshot | null = null;
    const session = new TraceSession((newest) => {
      snapshot = newest;
    }, null);
    await session.open({ kind: 'file', file: new File([text], 'x.sqlog') });
    const { summary } = snapshot as unknown as Snapshot;
    return [summary.durationUs, summary.account?.sentence];
  };
  expect(await durations(inUnit(1000))).toEqual(await durations(TEXT));
});
