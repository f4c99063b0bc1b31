/** The page's record of a trace is the command line's, key by key and figure by figure. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { redact } from '../../../../../src/engine/service/redaction/redact.ts';
import { tracesOf } from '../../../../../src/node/cli/reading/traces.ts';
import { snapshotRecord } from '../../../../../src/sharing/report/records/snapshot-record.ts';
import type { TraceRecord } from '../../../../../src/sharing/report/records/trace-record.ts';
import { tracePath } from '../../../../support/corpus/list.ts';
import { cutLog, partsOf } from '../../../../support/cut-trace.ts';
import { readTrace } from '../../../../support/load.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { asRedacted } from '../../../../support/redacted.ts';

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Without the hash: what the page saves has none. */
async function byCommandLine(...paths: readonly string[]): Promise<TraceRecord> {
  const openStdin = (): never => {
    throw new Error('no standard input here');
  };
  for await (const outcome of tracesOf({ paths, only: null, openStdin })) {
    if (outcome.kind === 'report') return { ...outcome.report.record, hash: null };
  }
  throw new Error('no record');
}

/** Packet numbers of the sent 1-RTT packets of a log that aioquic wrote, by its text. */
function sentNumbers(log: Uint8Array): readonly number[] {
  const { traces } = JSON.parse(new TextDecoder().decode(log));
  return traces[0].events.flatMap(({ name, data }: { name: string; data: SentPacket }) =>
    name === 'transport:packet_sent' && data.header.packet_type === '1RTT' ? [data.header.packet_number] : [],
  );
}

interface SentPacket {
  readonly header: { readonly packet_type: string; readonly packet_number: number };
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

  describe('of three files, one of them missing before the last and one damaged', () => {
    const bytes = readTrace(tracePath('aioquic-1.7.2_cubic-loss5MB_server.qlog.gz'));
    const [first, , third, last] = partsOf(cutLog(bytes), [3000, 6000, 9000]) as Uint8Array[];
    const damagedThird = new TextEncoder().encode(
      new TextDecoder()
        .decode(third)
        .replace(/"name": ("transport:packet_sent"(?![\s\S]*transport:packet_sent))/, '"name" $1'),
    );
    const logs = [first, damagedThird, last] as Uint8Array[];
    const paths = logs.map((log, i) => {
      const path = join(folder, `log.${i}.qlog`);
      writeFileSync(path, log);
      return path;
    });
    const ofPage = async (): Promise<Snapshot> => {
      let newest: Snapshot | null = null;
      const session = new TraceSession((snapshot) => {
        newest = snapshot;
      });
      const files = logs.map((log, i) => new File([new Uint8Array(log)], `log.${i}.qlog`));
      await session.open({ kind: 'segments', files, names: paths, evidence: 'original connection id' });
      return newest as unknown as Snapshot;
    };

    test('is the same, and lists them with what is missing', async () => {
      const record = await byCommandLine(...paths);
      expect(snapshotRecord('log', asRedacted(await ofPage()))).toEqual(record);
      const [sent, second] = [first, third].map((log) => sentNumbers(log as Uint8Array));
      const missing = Math.min(...(second as number[])) - Math.max(...(sent as number[])) - 1;
      expect(missing).toBeGreaterThan(100);
      expect(record.segments).toMatchObject({
        sameId: 'original connection id',
        files: [
          { file: paths[0], events: 3000, timesStartAnew: false, missingPackets: 0 },
          { file: paths[1], events: 2999, timesStartAnew: false, missingPackets: missing },
          { file: paths[2], missingPackets: 0 },
        ],
      });
      expect(record.errors).toMatchObject([{ file: paths[1], reason: expect.stringContaining('broken') }]);
    });

    test('names no file where names are not told', async () => {
      const { snapshot } = redact({ name: 'log', snapshot: await ofPage() }, SHARE_NOTHING);
      const record = snapshotRecord(null, snapshot);
      expect(record?.segments?.files.map(({ file }) => file)).toEqual(['file 1', 'file 2', 'file 3']);
      expect(record?.errors.map(({ file }) => file)).toEqual(['file 2']);
      expect(JSON.stringify(record)).not.toContain('log.');
    });
  });

  test('is null before the trace is judged', async () => {
    const { snapshot } = await openTrace(corpusPath('rate-cubic-buggy-s03.client.sqlog.gz'));
    expect(snapshotRecord('x', asRedacted({ ...snapshot, phase: 'analysing' }))).toBeNull();
    expect(snapshotRecord('x', asRedacted({ ...snapshot, models: null }))).toBeNull();
  });
});
