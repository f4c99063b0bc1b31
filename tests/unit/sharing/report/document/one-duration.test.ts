/** Every place that tells how long a trace is tells the same: summary, list of connections, report, record, digest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { duration } from '../../../../../src/engine/base/text/figures.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { cellsOf } from '../../../../../src/node/cli/commands/summary/summary.ts';
import { figuresLine } from '../../../../../src/node/cli/trace-lines.ts';
import { snapshotOf } from '../../../../../src/sharing/digest/answer.ts';
import { makeDigest } from '../../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../../src/sharing/digest/pack.ts';
import { toMarkdown } from '../../../../../src/sharing/report/document/markdown.ts';
import { postMortem } from '../../../../../src/sharing/report/post-mortem.ts';
import { snapshotRecord } from '../../../../../src/sharing/report/records/snapshot-record.ts';
import { summaryFigures } from '../../../../../src/sharing/report/words/summary-words.ts';
import { report } from '../../../../support/cli-report.ts';
import { contain } from '../../../../support/containers.ts';
import { surveyBytes } from '../../../../support/digest-input.ts';
import { asRedacted } from '../../../../support/redacted.ts';
import { acknowledge, metrics, send, type TimedEvent } from '../../../../support/replay-events.ts';
import { inputOf, SPIRAL_PATH, traceInput } from '../../../../support/report-input.ts';
import { utf8 } from '../../../../support/split-all.ts';

/** A tenth of a second of packets from a time on, and a metrics event that is the last one. */
function logFrom(fromMs: number, lastMs: number): Uint8Array {
  const packets = Array.from({ length: 10 }, (_, i): readonly TimedEvent[] => [
    send(fromMs + 10 * i, i),
    acknowledge(fromMs + 10 * i + 5, [[0, i]]),
  ]);
  const events = [...packets.flat(), metrics(lastMs, { congestion_window: 13_500 })];
  const records = events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
  return utf8(contain('JSON-SEQ', records));
}

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-duration-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every place, as milliseconds or as words. */
async function placesOf(bytes: Uint8Array, name: string) {
  const trace = await surveyBytes(bytes, 'trace.sqlog');
  const { snapshot } = trace;
  const digest = decodeDigest(encodeDigest(makeDigest(trace.input()), 1023));
  if ('reason' in digest) throw new Error(digest.reason);
  const fromDigest = snapshotOf(digest.digest, 1);
  const figuresOf = ({ summary, connections, connection }: Snapshot) => [
    summary.durationUs / 1000,
    (connections[connection]?.durationUs ?? Number.NaN) / 1000,
  ];
  const record = snapshotRecord('trace.sqlog', asRedacted(snapshot));
  if (record === null) throw new Error('no record');
  const path = join(folder, `${name}.sqlog`);
  writeFileSync(path, bytes);
  const markdown = toMarkdown(postMortem(inputOf(await traceInput(path))));
  return {
    figures: [...figuresOf(snapshot), ...figuresOf(fromDigest), record.durationMs],
    words: {
      strip: summaryFigures(snapshot),
      check: figuresLine(record),
      table: cellsOf(report(null, { record })),
      markdown,
    },
  };
}

test.each<[what: string, bytes: () => Uint8Array, durationMs: number]>([
  ['that begins at its reference time', () => logFrom(0, 200), 200],
  ['that begins a little later', () => logFrom(40, 240), 200],
  ['that begins much later than it is long', () => logFrom(3_600_000, 3_600_200), 200],
  ['with a pause at its end', () => logFrom(40, 30_040), 30_000],
])('of a log %s', async (what, bytes, durationMs) => {
  const { figures, words } = await placesOf(bytes(), what);
  expect(figures).toEqual([durationMs, durationMs, durationMs, durationMs, durationMs]);
  const said = duration(durationMs * 1000);
  expect(words.strip).toContain(said);
  expect(words.check).toContain(`, ${said}, 21 events`);
  expect(words.table).toContain(said);
  expect(words.markdown).toContain(`${said}, 21 events`);
});

test('the share of a trace that alarms cover is one of that duration', async () => {
  const { snapshot, ...trace } = await traceInput(SPIRAL_PATH, { panels: [] });
  const sentence = (durationUs: number): string =>
    toMarkdown(
      postMortem(
        inputOf({ ...trace, snapshot: { ...snapshot, summary: { ...snapshot.summary, durationUs } } }),
      ),
    ).match(/Critical findings and warnings cover .*/)?.[0] ?? '';
  expect(sentence(snapshot.summary.durationUs)).toContain(` of ${duration(snapshot.summary.durationUs)}, `);
  expect(sentence(20e6)).toContain(' of 20.00 s, ');
  // Findings may begin with the clock, before the first event.
  expect(sentence(1e6)).toContain(' cover 1.00 s of 1.00 s, 100.0 % of the trace.');
});
