/** What a session tells its detectors about the log: cut and skipped records, counted exactly, and a broken end. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { RawSender } from '../../../../support/raw-sender.ts';

const RTT = 20.0123;

function text(): string {
  const sender = new RawSender().metrics({ congestion_window: 27_000, bytes_in_flight: 0, smoothed_rtt: 20 });
  for (let i = 0; i < 300; i++) {
    sender
      .send()
      .wait(RTT)
      .ack([i, i])
      .metrics({ smoothed_rtt: 20 + (i % 7) });
  }
  return sender.text();
}

async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly [string, number])[]> {
  let last: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    last = snapshot;
  });
  await session.open({ kind: 'file', file: new File([new Uint8Array(bytes)], 'trace.sqlog.gz') });
  const { remarks } = last as unknown as Snapshot;
  const quality = remarks.find(({ id }) => id === 'log-quality');
  return (quality?.evidence ?? []).map(({ id, value }) => [id, value]);
}

test('a complete file has no faults', async () => {
  expect(await rowsOf(new TextEncoder().encode(text()))).toEqual([]);
});

test('more damaged records than are listed are all counted, and the truncated one separately', async () => {
  const broken = text().replaceAll('"acked_ranges":', '"acked_ranges"').slice(0, -4);
  expect(await rowsOf(new TextEncoder().encode(broken))).toEqual(
    expect.arrayContaining([
      ['skipped', 300],
      ['cut', 1],
    ]),
  );
});

test('a damaged end of the compression is reported', async () => {
  const junk = new TextEncoder().encode('this is no gzip member');
  expect(await rowsOf(Buffer.concat([gzipSync(text()), junk]))).toEqual([['broken-off', 1]]);
});
