/** A file that fills the memory it may take: what was read is kept and judged, and the page says how far it came. */
import { expect, it } from 'vitest';
import type { TimeRange } from '../../../../../src/engine/input/bytes/source.ts';
import { columnBudget } from '../../../../../src/engine/reading/budgets/column-budget.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';

const RECORD = (i: number) =>
  `\x1e{"time":${i},"name":"transport:packet_sent","data":{"header":{"packet_type":"1RTT","packet_number":${i}},"raw":{"length":1200},"frames":[{"frame_type":"stream","stream_id":0,"offset":${i * 1100},"length":1100}]}}\n`;
const HEADER =
  '\x1e{"qlog_version":"0.3","qlog_format":"JSON-SEQ","trace":{"vantage_point":{"type":"server"},"common_fields":{"time_format":"relative","reference_time":0}}}\n';
const PACKETS = 20_000;
const TEXT = HEADER + Array.from({ length: PACKETS }, (_, i) => RECORD(i)).join('');

async function open(maxColumnBytes?: number, range?: TimeRange): Promise<Snapshot> {
  let snapshot: Snapshot | null = null;
  const session = new TraceSession(
    (newest) => {
      snapshot = newest;
    },
    null,
    maxColumnBytes,
  );
  await session.open({ kind: 'file', file: new File([TEXT], 'large.sqlog'), ...(range && { range }) });
  if (snapshot === null) throw new Error('no snapshot came');
  return snapshot;
}

it('is read to its end if there is enough memory', async () => {
  const { summary, messages } = await open();
  expect(summary.events).toBe(PACKETS);
  expect(messages.map(({ kind }) => kind)).not.toContain('too-large');
});

it('ends when the columns are full, keeps what was read and states how much that is', async () => {
  const { phase, summary, messages, progress, extent } = await open(600_000);
  expect(phase).toBe('ready');
  expect(summary.events).toBeGreaterThan(1000);
  expect(summary.events).toBeLessThan(PACKETS);
  // Relative times are ms: the last packet read is the last that is drawn.
  expect(extent.toUs).toBe((summary.events - 1) * 1000);
  expect(progress.inflatedBytes).toBeLessThan(TEXT.length);
  const message = messages.find(({ kind }) => kind === 'too-large');
  expect(message?.level).toBe('warning');
  expect(message?.text).toContain(
    `The ${summary.events.toLocaleString('en-US')} events before it are shown.`,
  );
  expect(message?.text).toMatch(
    /reading stopped after [\d.,]+ .B, up to [\d.,]+ s of the trace, when [\d.,]+ .B of memory/,
  );
});

it('is read for a time range, and states what was left out', async () => {
  const { summary, messages, extent } = await open(600_000, { fromUs: 15_000_000, toUs: 15_999_000 });
  expect(summary.events).toBe(1000);
  expect(summary.packetsSent).toBe(1000);
  expect(extent).toEqual({ fromUs: 15_000_000, toUs: 15_999_000 });
  expect(messages.find(({ kind }) => kind === 'time-range')?.text).toBe(
    'Only 15.000 s to 15.999 s of the trace is shown, as was asked: 19,000 of its 20,000 events lie outside and were ' +
      'left out. What was in flight before is not known.',
  );
  expect(messages.map(({ kind }) => kind)).not.toContain('too-large');
});

it('may use a quarter of a small machine’s memory, and 2 GiB of any other', () => {
  expect(columnBudget(4)).toBe(1024 ** 3);
  expect(columnBudget(32)).toBe(2 * 1024 ** 3);
});
