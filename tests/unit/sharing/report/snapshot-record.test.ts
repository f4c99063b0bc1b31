/** The page's record of a trace is the command line's, key by key and figure by figure. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tracesOf } from '../../../../src/node/cli/traces.ts';
import { snapshotRecord } from '../../../../src/sharing/report/snapshot-record.ts';
import type { TraceRecord } from '../../../../src/sharing/report/trace-record.ts';
import { readTrace } from '../../../support/load.ts';
import { openTrace } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { asRedacted } from '../../../support/redacted.ts';

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function byCommandLine(path: string): Promise<TraceRecord> {
  const openStdin = (): never => {
    throw new Error('no standard input here');
  };
  for await (const outcome of tracesOf({ paths: [path], only: null, openStdin })) {
    if (outcome.kind === 'report') return outcome.report.record;
  }
  throw new Error('no record');
}

/** A trace with a record in its middle that is no JSON. */
function damaged(path: string): string {
  const records = new TextDecoder().decode(readTrace(path)).split('\x1e').slice(0, 900);
  records[400] = '{"time":1,,"name":\n';
  const file = join(folder, 'damaged.sqlog');
  writeFileSync(file, records.join('\x1e'));
  return file;
}

describe('the record', () => {
  test.each(['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'rate-cubic-buggy-s03.client.sqlog.gz'])(
    'of %s is the same',
    async (file) => {
      const path = corpusPath(file);
      expect(snapshotRecord(path, asRedacted((await openTrace(path)).snapshot))).toEqual(
        await byCommandLine(path),
      );
    },
  );

  test('of a damaged trace names the same records', async () => {
    const path = damaged(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
    const record = snapshotRecord(path, asRedacted((await openTrace(path)).snapshot));
    expect(record?.errors).toHaveLength(1);
    expect(record).toEqual(await byCommandLine(path));
  });

  test('is null before the trace is judged', async () => {
    const { snapshot } = await openTrace(corpusPath('rate-cubic-buggy-s03.client.sqlog.gz'));
    expect(snapshotRecord('x', asRedacted({ ...snapshot, phase: 'analysing' }))).toBeNull();
    expect(snapshotRecord('x', asRedacted({ ...snapshot, models: null }))).toBeNull();
  });
});
