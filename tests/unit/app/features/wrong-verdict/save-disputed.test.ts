/** The file of a verdict that is called wrong, as the page makes it, dropped into a folder of the corpus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  disputedEnding,
  disputedFile,
  disputedRange,
} from '../../../../../src/app/features/wrong-verdict/save-disputed.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type { FileConnection } from '../../../../../src/engine/reading/stages/connection-list.ts';
import { disputedLog, disputedVerdict } from '../../../../../src/sharing/report/records/disputed-verdict.ts';
import { contradicting, disputedEntries } from '../../../../support/corpus/disputed.ts';
import { tracePath } from '../../../../support/corpus/list.ts';
import { openSubject } from '../../../../support/corpus/subject.ts';
import { exportOf, openStored } from '../../../../support/export.ts';
import { readTrace } from '../../../../support/load.ts';
import { openBytes } from '../../../../support/panel-context.ts';
import { strictFault } from '../../../../support/qlog-strict.ts';

const NAME = 'secret-name.sqlog';

let snapshot: Snapshot;
let connections: readonly FileConnection[];
let spiral: Finding;
const folder = mkdtempSync(join(tmpdir(), 'disputed-'));

beforeAll(async () => {
  const bytes = readTrace(tracePath('rate-cubic-buggy-s12.server.sqlog.gz'));
  snapshot = (await openBytes(bytes)).snapshot;
  connections = await openStored(bytes, NAME);
  spiral = snapshot.findings.find(({ id }) => id === 'death-spiral') as Finding;
});

afterAll(() => rmSync(folder, { recursive: true }));

async function fileOf(answer: Answer, finding = spiral): Promise<Uint8Array> {
  const blob = await disputedFile(
    (request) => exportOf(connections, { ...request, connection: 0 }),
    { name: NAME, snapshot },
    finding,
    answer,
  );
  return new Uint8Array(await blob.arrayBuffer());
}

async function drop(file: string, answer: Answer): Promise<void> {
  writeFileSync(join(folder, file), await fileOf(answer));
}

const judgedOf = (entry: ReturnType<typeof disputedEntries>[number]) =>
  contradicting(
    entry.disputed,
    openSubject(entry).connections.flatMap(({ analysis }) => analysis.verdicts.findings),
  );

describe('a verdict that is called wrong', () => {
  test('is a case of the corpus as soon as its file stands in the folder', async () => {
    await drop('a.sqlog.gz', { expected: 'healthy', because: '  The application was idle.  ' });
    await drop('b.sqlog.gz', { expected: 'death-spiral', because: '' });
    const [wrong, right] = disputedEntries(pathToFileURL(`${folder}/`));
    expect(wrong?.disputed).toMatchObject({ expected: 'healthy', because: 'The application was idle.' });
    expect(wrong?.disputed.finding).toMatchObject({
      id: 'death-spiral',
      severity: 'critical',
      startMs: spiral.startUs / 1000,
      verdict: spiral.verdict,
    });
    // The interval alone is judged as the whole trace was: the one label holds, the other is what is to be mended.
    expect(judgedOf(right!)).toEqual([]);
    expect(judgedOf(wrong!)).toHaveLength(1);
    expect(judgedOf(wrong!)[0]).toContain('The window (cwnd) stayed at');
  });

  test('is a valid log without anything that the share options could add', async () => {
    const bytes = await fileOf({ expected: 'other', because: 'no' });
    const text = gunzipSync(bytes).toString('utf8');
    expect(strictFault(text)).toBeNull();
    expect(text).not.toContain('secret-name');
    expect(text).not.toContain('wall_clock_time');
    expect(bytes.length).toBeLessThan(300_000);
  });

  test('holds the interval with a margin, within the trace', () => {
    const { fromUs, toUs } = disputedRange(spiral, snapshot);
    expect(fromUs).toBeLessThan(spiral.startUs);
    expect(toUs).toBeGreaterThanOrEqual(spiral.endUs);
    expect([Number.isInteger(fromUs), Number.isInteger(toUs)]).toEqual([true, true]);
    const whole = { ...spiral, startUs: snapshot.extent.fromUs, endUs: snapshot.extent.toUs };
    expect(disputedRange(whole, snapshot)).toEqual(snapshot.extent);
  });

  test('has a name that says which finding of which time it is', () => {
    expect(disputedEnding({ ...spiral, startUs: 2_043_900 })).toBe('-death-spiral-2044ms.sqlog.gz');
    expect(disputedEnding({ ...spiral, startUs: -1 })).toBe('-death-spiral-0ms.sqlog.gz');
  });

  test('cannot be saved of a finding that the trace does not have', async () => {
    const gone = fileOf({ expected: 'other', because: '' }, { ...spiral, key: 'death-spiral.9' });
    await expect(gone).rejects.toThrow('no longer has this finding');
  });
});

describe('the corpus', () => {
  test('takes no log without a label for a case', async () => {
    const { file } = await exportOf(connections, {
      ...{ connection: 0, fromUs: 0, toUs: 1000, options: SHARE_NOTHING, fileName: NAME },
    });
    const bare = mkdtempSync(join(tmpdir(), 'disputed-'));
    writeFileSync(join(bare, 'x.sqlog.gz'), new Uint8Array(await file.arrayBuffer()));
    expect(() => disputedEntries(pathToFileURL(`${bare}/`))).toThrow('x.sqlog.gz holds no disputed verdict');
    rmSync(bare, { recursive: true });
  });

  test('has no case without its folder', () => {
    expect(disputedEntries(pathToFileURL(`${folder}/none/`))).toEqual([]);
  });

  test('an export without a header takes no label', async () => {
    const disputed = disputedVerdict(snapshot as never, spiral.key, 'other', '');
    await expect(disputedLog(new Blob(['{"time":1}\n']), disputed!)).rejects.toThrow('no header');
    await expect(disputedLog(new Blob(['\x1e{']), disputed!)).rejects.toThrow('no header');
  });
});
