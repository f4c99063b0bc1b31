/** What a digest answers about the range that is looked at: figures of one range are told for that range only. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../../../src/engine/reading/contract/snapshot.ts';
import { answerFrom, snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

let digest: Digest;
beforeAll(async () => {
  const trace = await surveyTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  const made = makeDigest(trace.input());
  // An RTT of its own, so that it is seen which one is told.
  digest = { ...made, rttUs: 12_345 };
});

/** The answer over the digest's own range, its ends moved by so many columns. */
function answered(fromColumns: number, toColumns: number) {
  const { visible, blocks } = digest;
  const { columnUs } = blocks[0]!.window;
  return answerFrom(digest, {
    connection: 0,
    window: blocks[0]!.window,
    visible: {
      fromUs: visible.fromUs + fromColumns * columnUs,
      toUs: visible.toUs + toColumns * columnUs,
    },
    series: [],
    parts: [],
    model: null,
  });
}

describe('spacing and RTT of a digest', () => {
  test.each([
    [0, 0],
    [1, 0],
    [0, -1],
    [-1, 1],
  ])('are told over its range, ends moved by %d and %d columns', (from, to) => {
    const { spacing, rttUs } = answered(from, to);
    expect(spacing).not.toBeNull();
    expect([spacing, rttUs]).toEqual([digest.spacing, 12_345]);
  });

  test.each([
    [2, 0],
    [-2, 0],
    [0, 2],
    [0, -2],
    [2, 2],
  ])('are not told of it where the ends are moved by %d and %d columns', (from, to) => {
    const { spacing, rttUs } = answered(from, to);
    expect([spacing, rttUs]).toEqual([null, digest.summary.smoothedRttUs]);
  });
});

test('remarks are no findings of it, also in a digest of a version in which they were', () => {
  const finding = digest.findings[0]!;
  const remark = { ...finding, key: 'log-quality.1', id: 'log-quality', severity: 'info' as const };
  const { findings, remarks, connections } = snapshotOf({ ...digest, findings: [remark, finding] }, 1);
  expect([findings, remarks]).toEqual([[finding], [remark]]);
  expect(connections[0]?.worst).toBe(finding.severity);
});

describe('messages that a digest holds', () => {
  const shown = (level: Message['level'], from = digest) =>
    snapshotOf({ ...from, messages: [{ kind: 'cut-off', level, text: 'It ends early.', places: [] }] }, 1)
      .messages[0] as Message;

  test.each(['error', 'warning'] as const)('as %s are of the trace, and no failure of this file', (level) => {
    expect(shown(level)).toMatchObject({
      level: 'warning',
      text: 'In the trace that this digest was made of: It ends early.',
    });
  });

  test('are marked once, also in a digest of a digest; notes are as true of the digest', () => {
    const again = snapshotOf({ ...digest, messages: [shown('error')] }, 1).messages;
    expect(again).toEqual([shown('error')]);
    expect(shown('note').text).toBe('It ends early.');
  });
});
