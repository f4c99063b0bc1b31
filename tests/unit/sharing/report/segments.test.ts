/** The report of a trace of several files: which they are, what shows it, what is missing, with and without their names. */
import { expect, test } from 'vitest';
import { DEFAULT_CHOICES } from '../../../../src/drawing/view/choices.ts';
import type { Evidence } from '../../../../src/engine/input/bytes/source.ts';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../src/engine/service/answers/session.ts';
import { toMarkdown } from '../../../../src/sharing/report/document/markdown.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { segmentsRecord } from '../../../../src/sharing/report/records/segments-record.ts';
import { reportedTrace } from '../../../../src/sharing/report/shared-trace.ts';
import { segmentRows, segmentsFigure } from '../../../../src/sharing/report/words/segment-words.ts';
import { tracePath } from '../../../support/corpus/list.ts';
import { cutLog, partsOf } from '../../../support/cut-trace.ts';
import { readTrace } from '../../../support/load.ts';
import { inputOf } from '../../../support/report-input.ts';

const LOG = cutLog(readTrace(tracePath('aioquic-1.7.2_cubic-loss5MB_server.qlog.gz')));

/** Files `logs/it's N.qlog`, those of these numbers, as the page opens them. */
async function opened(
  cuts: readonly number[],
  numbers: readonly number[],
  evidence: Evidence,
): Promise<Snapshot> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  const parts = partsOf(LOG, cuts);
  const names = numbers.map((n) => `logs/it's ${n}.qlog`);
  const files = numbers.map((n, i) => new File([new Uint8Array(parts[n] as Uint8Array)], names[i] as string));
  await session.open({ kind: 'segments', files, names, evidence });
  return newest as unknown as Snapshot;
}

function reportOf(snapshot: Snapshot, fileName: boolean): string {
  const trace = {
    ...{ name: `logs/it's 0.qlog (${snapshot.segments.length} files)`, snapshot, contexts: null },
    ...{ choices: DEFAULT_CHOICES, figureId: 'f', dismissed: [], notes: [], visible: null, closeUps: [] },
    ...{ panels: [], fingerprints: [] },
  };
  return toMarkdown(postMortem(inputOf(reportedTrace(trace, { ...SHARE_NOTHING, fileName }))));
}

const ID = 'original connection id';

test('with names its command names all files, and the appendix says what is missing before each', async () => {
  const report = reportOf(await opened([3000, 6000, 9000], [0, 2, 3], ID), true);
  expect(report).toContain(
    "npx qlogscope check 'logs/it'\\''s 0.qlog' 'logs/it'\\''s 2.qlog' 'logs/it'\\''s 3.qlog'\n",
  );
  expect(report).toContain(`- **Files:** 3, same ${ID}; up to 630 packets in none of them\n`);
  expect(report).toContain(`- **One connection:** same ${ID}\n`);
  expect(report).toContain("- **1\\. logs/it's 0.qlog:** 3,000 events from 0.000 s\n");
  expect(report).toMatch(
    /- \*\*2\\\. logs\/it's 2\.qlog:\*\* 3,000 events from 2\.\d{3} s; up to 630 packets missing before it\n/,
  );
  expect(report).toContain("- logs/it's 2.qlog: up to 630 packets sent before this file begins");
});

test('without names it says their number, and which of them a message is about', async () => {
  const report = reportOf(await opened([3000, 6000, 9000], [0, 2, 3], 'none'), false);
  expect(report).not.toContain("it's");
  expect(report).toContain('npx qlogscope check FILES…\n');
  expect(report).toContain('FILES… are the 3 files of the trace.');
  expect(report).toContain(
    '- **Files:** 3, assumed to be of one connection; up to 630 packets in none of them\n',
  );
  expect(report).toContain('- **One connection:** assumed: no id in them proves it;');
  expect(report).toContain('- **File 1:** 3,000 events from 0.000 s\n');
  expect(report).toContain('- file 2: up to 630 packets sent before this file begins');
});

test.each([
  [5, null],
  [6, 'MORE… is the other 1 file of the trace: see the appendix.'],
  [8, 'MORE… are the other 3 files of the trace: see the appendix.'],
] as const)('of %i files it names five', async (files, note) => {
  const numbers = Array.from({ length: files }, (_, i) => i);
  const cuts = numbers.slice(1).map((n) => n * 2000);
  const report = reportOf(await opened(cuts, numbers, ID), true);
  const [command] = /npx qlogscope check .*/.exec(report) ?? [''];
  expect(command.match(/\.qlog'/g)).toHaveLength(5);
  expect(command.endsWith(' MORE…')).toBe(note !== null);
  expect(report.includes('of the trace: see the appendix.')).toBe(note !== null);
  if (note !== null) expect(report).toContain(note);
  expect(report.match(/^- \*\*\d\\\. logs/gm)).toHaveLength(files);
});

test('a place that the message names is not said twice', async () => {
  const [first, second] = partsOf(LOG, [3000]) as [Uint8Array, Uint8Array];
  const text = new TextDecoder().decode(second);
  const damaged = new TextEncoder().encode(text.replace('"name": "transport:', '"name" "transport:'));
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  const names = ['a.0.qlog', 'a.1.qlog'];
  const files = [first, damaged].map((one, i) => new File([new Uint8Array(one)], names[i] as string));
  await session.open({ kind: 'segments', files, names, evidence: ID });
  const [line] = /^- file 2: Record .*/m.exec(reportOf(newest as unknown as Snapshot, false)) ?? [''];
  expect(line.match(/at byte/g)).toHaveLength(1);
  expect(line).toMatch(/could not be read and was skipped\. The other [\d,]+ events are shown\.$/);
});

test('files that a link names as one trace are said to be unchecked', async () => {
  const snapshot = await opened([3000], [0, 1], 'link');
  expect(segmentsFigure(snapshot)).toBe('2, one trace in a link, not checked');
  expect(segmentRows(snapshot)[0]?.[1]).toContain('whether they are of one connection was not checked');
  expect(segmentsRecord(snapshot.segments, snapshot.segmentEvidence)?.sameId).toBeNull();
});
