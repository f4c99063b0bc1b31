/** The schema of `check --json`: its exact keys, in their order, and no value that JSON cannot carry. */
import { describe, expect, test } from 'vitest';
import type { SkippedRecord } from '../../../../../src/engine/reading/contract/quality.ts';
import { jsonReporter } from '../../../../../src/node/cli/commands/check/report-json.ts';
import {
  emptyRecord,
  recordErrors,
  ruleOf,
  type TraceRecord,
} from '../../../../../src/sharing/report/records/trace-record.ts';
import { trafficRecord } from '../../../../../src/sharing/report/records/traffic-record.ts';
import { judgedRecord, spiral } from '../../../../support/cli-report.ts';
import { MADE_TOTALS } from '../../../../support/traffic.ts';

const KEYS = [
  'schema',
  'file',
  'hash',
  'segments',
  'trace',
  'connectionsNotJudged',
  'role',
  'side',
  'marks',
  'dialect',
  'implementation',
  'durationMs',
  'events',
  'skipped',
  'datagramsSent',
  'packetsSent',
  'bytesSent',
  'packetsLost',
  'spuriousLosses',
  'rttSamples',
  'lossKinds',
  'path',
  'account',
  'cwndMinBytes',
  'cwndMaxBytes',
  'rttMinMs',
  'streams',
  'http',
  'connectivity',
  'ended',
  'controller',
  'findings',
  'remarks',
  'notJudged',
  'errors',
  'baseline',
];
const FINDING_KEYS = [
  'id',
  'severity',
  'confidence',
  'startMs',
  'endMs',
  'variant',
  'exit',
  'cause',
  'knownDefect',
  'cost',
  'closedLoop',
  'explainedBy',
  'verdict',
  'evidence',
  'closeUp',
  'baselineState',
  'muted',
];

const written = (record: TraceRecord): TraceRecord => {
  const report = {
    record,
    path: 'a.qlog',
    rules: [],
    messages: [],
    failure: null,
    seconds: 0,
  };
  const text = jsonReporter().trace(report);
  expect(text.endsWith('\n')).toBe(true);
  expect(text.trimEnd()).not.toContain('\n');
  return JSON.parse(text);
};

describe('a judged trace', () => {
  const record = written(judgedRecord());

  test('has exactly these keys, in this order', () => {
    expect(Object.keys(record)).toEqual(KEYS);
    expect(Object.keys(record.controller)).toEqual(['best', 'fits', 'fit', 'words']);
    expect(record.findings.map((finding) => Object.keys(finding))).toEqual([FINDING_KEYS]);
    const [row] = record.findings[0]?.evidence ?? [];
    expect(Object.keys(row ?? {})).toEqual([
      ...['id', 'name', 'value', 'unit', 'normal', 'threshold', 'holds', 'needed', 'deciding'],
    ]);
    expect(record.findings[0]?.closeUp).toEqual({
      startMs: 2050,
      endMs: 2120,
      steps: [
        { ms: 2064.476, kind: 'ack', words: 'An ACK arrives for 2,700 B' },
        { ms: 2064.553, kind: 'send', words: 'The next burst is sent' },
      ],
    });
    expect(record.findings[0]?.cost).toBeNull();
    expect(record.errors.map((error) => Object.keys(error))).toEqual([
      ['file', 'offset', 'record', 'reason'],
    ]);
  });

  test('gives times in ms on the trace’s own clock', () => {
    expect(record.durationMs).toBe(10_000);
    expect(record.rttMinMs).toBe(13);
    expect(record.findings[0]).toMatchObject({ startMs: 2044.4, endMs: 9986.9 });
  });

  test('has null where the trace holds nothing or a figure could not be measured, never a missing key', () => {
    const bare = written(
      judgedRecord(
        { ...spiral(), confidence: Number.NaN, endUs: Number.POSITIVE_INFINITY },
        {
          lossesKnown: false,
          cwndMinBytes: Number.NaN,
          cwndMaxBytes: Number.NaN,
          minRttUs: Number.NaN,
          implementation: null,
          container: null,
          qlogVersion: 'unknown',
          vantagePoint: 'network',
          side: 'unknown',
        },
      ),
    );
    expect(Object.keys(bare)).toEqual(KEYS);
    expect(bare).toMatchObject({
      role: 'unknown',
      side: 'unknown',
      dialect: 'unknown unknown',
      implementation: null,
      packetsLost: null,
      lossKinds: null,
      cwndMinBytes: null,
      cwndMaxBytes: null,
      rttMinMs: null,
    });
    expect(bare.findings[0]).toMatchObject({ confidence: null, endMs: null });
    expect(bare.findings[0]?.evidence.map(({ value }) => value)).toEqual([2700, null]);
  });

  test('tells the path in time, in ms and Mbit/s; null for what is not known', () => {
    const first = {
      fromUs: 0,
      toUs: 2e6,
      rttMinUs: 20_500,
      rate: 2.5,
      proof: 'proved',
      by: 'start',
    } as const;
    const second = {
      fromUs: 2e6,
      toUs: 3e6,
      rttMinUs: 80_000,
      rate: Number.NaN,
      proof: null,
      by: 'rtt',
    } as const;
    expect(written(judgedRecord(null, { path: [first, second] })).path).toEqual([
      { fromMs: 0, toMs: 2000, rttMinMs: 20.5, rateMbit: 20, proof: 'proved', by: 'start' },
      { fromMs: 2000, toMs: 3000, rttMinMs: 80, rateMbit: null, proof: null, by: 'rtt' },
    ]);
  });

  test('counts the losses by what dropped them', () => {
    const counts = { 'queue-full': 4, policed: 3, burst: 2, random: 1, 'too-large': 6, unknown: 7 };
    const judged = written(judgedRecord(null, { lossKinds: { counts, benign: 5 } }));
    expect(judged.lossKinds).toEqual({
      queueFull: 4,
      policed: 3,
      burst: 2,
      random: 1,
      tooLarge: 6,
      unknown: 7,
      benign: 5,
    });
  });

  test('names implementation and dialect as one text each', () => {
    expect(record).toMatchObject({ implementation: 'quiche 0.30.0', dialect: 'JSON-SEQ 0.3' });
  });
});

test('streams and requests have exactly these keys, in this order', () => {
  const { streams, http } = trafficRecord(MADE_TOTALS, undefined);
  expect(Object.keys(streams ?? {})).toEqual([
    ...['count', 'finished', 'reset', 'sentBytes', 'resentBytes', 'receivedBytes', 'repeatedBytes'],
    ...['blockedMs', 'longestBlocked', 'behindGapsMs', 'longestBehindGaps'],
  ]);
  expect(Object.keys(http ?? {})).toEqual([
    ...['count', 'done', 'cancelled', 'reset', 'refused', 'requestBytes', 'responseBytes'],
    ...['medianMs', 'longestMs', 'longestStream', 'medianFirstByteMs', 'longestFirstByteMs'],
    ...['held', 'longestHeld', 'longestOthers'],
  ]);
});

test('an input without a trace has the same keys', () => {
  const record = written(
    emptyRecord('x', null, 0, [{ file: null, offset: 0, record: null, reason: 'Not a qlog trace' }]),
  );
  expect(Object.keys(record)).toEqual(KEYS);
  expect(record).toMatchObject({ trace: null, durationMs: null, findings: [] });
});

test('a finding belongs to the rule that its key begins with, also where that rule failed', () => {
  expect(ruleOf({ key: 'death-spiral.1' })).toBe('death-spiral');
  expect(ruleOf({ key: 'stuck-window.failed' })).toBe('stuck-window');
  expect(ruleOf({ key: 'alone' })).toBe('alone');
});

describe('records that were not read as they stand', () => {
  const problems = (count: number, reason: SkippedRecord['reason'] = 'broken'): readonly SkippedRecord[] =>
    Array.from({ length: count }, (_, i) => ({ record: i + 1, offset: 100 * i, reason, detail: `at ${i}` }));

  test.each([0, 1, 19, 20])('%i of them are listed one by one', (count) => {
    const errors = recordErrors(problems(count), count, []);
    expect(errors).toEqual(
      problems(count).map(({ record, offset, detail }) => ({
        file: null,
        record,
        offset,
        reason: `broken: ${detail}`,
      })),
    );
  });

  test('of more the first twenty are, and one line has the count of all', () => {
    const errors = recordErrors(problems(21), 1234, []);
    expect(errors.slice(0, 20)).toEqual(recordErrors(problems(20), 1234, []));
    expect(errors.slice(20)).toEqual([
      {
        file: null,
        offset: null,
        record: null,
        reason: 'more records than the first 20 are concerned; 1,234 records skipped in all',
      },
    ]);
  });

  test('large ones are not listed, and why reading stopped comes last', () => {
    const failure = { file: null, offset: 77, reason: 'it ends in the middle' };
    const errors = recordErrors([...problems(30, 'large'), ...problems(1)], 1, [failure]);
    expect(errors).toEqual([
      { file: null, record: 1, offset: 0, reason: 'broken: at 0' },
      { record: null, ...failure },
    ]);
  });
});
