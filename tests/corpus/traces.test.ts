/**
 * The copied corpus: each trace is read once and judged once, and everything that is claimed of it is a test of its own.
 * The claims stand in tests/support/corpus.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALARM_CLAIMS, confusion } from '../support/corpus/claims-alarms.ts';
import { CLOSE_UP_CLAIMS } from '../support/corpus/claims-close-ups.ts';
import { DIALECT_CLAIMS, holdTable } from '../support/corpus/claims-dialects.ts';
import { END_CLAIMS, END_FILES, holdEndAlone, holdEndRows } from '../support/corpus/claims-ends.ts';
import { HELD_CLAIMS } from '../support/corpus/claims-held.ts';
import { JUDGED_CLAIMS, testGoldens } from '../support/corpus/claims-judged.ts';
import { MODEL_CLAIMS } from '../support/corpus/claims-models.ts';
import { ORDER_CLAIMS } from '../support/corpus/claims-order.ts';
import { PATH_CLAIMS } from '../support/corpus/claims-paths.ts';
import { RECORDING_CLAIMS } from '../support/corpus/claims-recording.ts';
import { holdReplayTogether, printReplay, REPLAY_CLAIMS } from '../support/corpus/claims-replay.ts';
import { REPORT_CLAIMS } from '../support/corpus/claims-report.ts';
import { printScan, SCAN_CLAIMS } from '../support/corpus/claims-scan.ts';
import { ENTRIES, LABELS } from '../support/corpus/list.ts';
import { openSubject, type Subject } from '../support/corpus/subject.ts';

const CLAIMS = [
  ...ALARM_CLAIMS,
  ...REPLAY_CLAIMS,
  ...MODEL_CLAIMS,
  ...DIALECT_CLAIMS,
  ...JUDGED_CLAIMS,
  ...HELD_CLAIMS,
  ...CLOSE_UP_CLAIMS,
  ...SCAN_CLAIMS,
  ...ORDER_CLAIMS,
  ...PATH_CLAIMS,
  ...END_CLAIMS,
  ...RECORDING_CLAIMS,
  ...REPORT_CLAIMS,
];

// Named whole: `npm run test:changed` runs some of them by their names, and `$file` would be cut at 40 characters.
describe.each(ENTRIES.map((entry) => [entry.file, entry] as const))('%s', (_, entry) => {
  let subject: Subject | null = null;
  beforeAll(() => {
    subject = openSubject(entry);
  });
  // One trace at a time is held.
  afterAll(() => {
    subject = null;
  });

  for (const { name, files, check } of CLAIMS) {
    if (!files.has(entry.file)) continue;
    test(name, async () => {
      if (subject === null) throw new Error('the trace was not read');
      await check(subject);
    });
  }
});

test.each(END_FILES)('%s is in the corpus for how it ended alone', holdEndAlone);

describe('all traces together', () => {
  afterAll(() => {
    confusion.print('death-spiral alarms per case');
    printReplay();
    printScan();
  });

  test('intervals are right to less than a round trip, as a median', () => {
    const { start, end } = confusion.medianErrorRtts();
    expect(start).toBeLessThan(1);
    expect(end).toBeLessThan(1);
  });

  test('flight, RTTs, PTOs and losses that are rebuilt are those that were logged', holdReplayTogether);

  test('a row of one name says the same in all rules about the end', holdEndRows);

  test('the table in docs/formats.md is what the corpus gives', holdTable);

  test('the corpus holds every kind and release that was recorded', () => {
    const kinds = ['a', 'a0', 'b', 'c', 'd', 'e', 'f', 'g', 'i', 'j', 'k', 'l', 'm', 'old', 'old26'];
    expect([...new Set(LABELS.map((label) => label.case))].sort()).toEqual(kinds);
    expect([...new Set(LABELS.map((label) => label.version))].sort()).toEqual(['0.24.9', '0.26.0', '0.30.0']);
  });

  testGoldens();
});
