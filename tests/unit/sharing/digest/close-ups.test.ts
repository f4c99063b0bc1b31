/** Close-ups in a digest: steps and columns travel as far as the budget allows, and what does not is named. */
import { beforeAll, describe, expect, test } from 'vitest';
import { lackedWords } from '../../../../src/app/controls/digest-words.ts';
import { extremesOf, increaseOf, rangeText } from '../../../../src/drawing/panels/build/answer-values.ts';
import { closeUpRequest } from '../../../../src/drawing/panels/close-up/close-up-window.ts';
import type { CloseUp } from '../../../../src/engine/findings/finding/finding';
import type { WindowAnswer } from '../../../../src/engine/reading/contract/snapshot.ts';
import { answerFrom, digestFacts, snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { CLOSE_UP_COLUMNS, DETAILS, FULL_DETAIL, reduceTo } from '../../../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest, fromBase64url } from '../../../../src/sharing/digest/pack.ts';
import { type SurveyedTrace, surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import frozen from './frozen-digests.json';

function opened(bytes: Uint8Array): Digest {
  const read = decodeDigest(bytes);
  if ('reason' in read) throw new Error(read.reason);
  return read.digest;
}

let trace: SurveyedTrace;
let made: Digest;
let digest: Digest;
beforeAll(async () => {
  trace = await surveyTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  made = makeDigest(trace.input());
  digest = opened(encodeDigest(reduceTo(made, trace, FULL_DETAIL), FULL_DETAIL.levels));
});

describe('with room for it', () => {
  test('every finding keeps its steps, and the columns of their picture', () => {
    const { findings } = trace.snapshot;
    expect(digest.findings.map(({ closeUp }) => closeUp)).toEqual(findings.map(({ closeUp }) => closeUp));
    expect(digestFacts(digest).closeUps).toEqual(
      findings.filter(({ closeUp }) => closeUp !== null).map(({ key }) => key),
    );
    expect(digest.givenUp.closeUps).toBe(0);
    expect(lackedWords(digestFacts(digest))).not.toContain('close-up');
  });

  test('its range is answered as finely as the trace answers it, though the digest is coarse there', () => {
    const [finding] = digest.findings;
    const closeUp = finding?.closeUp as CloseUp;
    const request = closeUpRequest(closeUp, 0, CLOSE_UP_COLUMNS);
    const own = trace.input().closeUps.find(({ key }) => key === finding?.key)?.answer as WindowAnswer;
    const answer = answerFrom(digest, request);
    expect(digest.blocks[0]?.window.columnUs).toBeGreaterThan(8 * request.window.columnUs);
    const figures = (from: WindowAnswer, id: string): string =>
      rangeText(extremesOf(from, id, closeUp.fromUs, closeUp.toUs), String);
    expect(figures(answer, 'cwnd')).toBe(figures(own, 'cwnd'));
    expect(figures(answer, 'bytes-in-flight')).toBe('0 to 2700');
    const sent = increaseOf(own, 'sent-total', closeUp.fromUs, closeUp.toUs);
    expect(sent).toBeGreaterThan(10_000);
    expect(increaseOf(answer, 'sent-total', closeUp.fromUs, closeUp.toUs) / sent).toBeCloseTo(1, 2);
    expect(
      Math.max(
        ...answer.series.flatMap(({ id, values }) =>
          id === 'boundary-lead' ? [...values].filter((us) => us > 0) : [],
        ),
      ),
    ).toBeGreaterThan(10_000);
  });

  test('what panels ask of that range is answered as without it', () => {
    const closeUp = digest.findings[0]?.closeUp as CloseUp;
    const request = {
      ...closeUpRequest(closeUp, 0, 500),
      series: ['cwnd', 'ssthresh', 'smoothed-rtt'],
    };
    expect(answerFrom(digest, request)).toEqual(answerFrom({ ...digest, closeUps: [] }, request));
  });
});

test('the selected finding’s picture is given up last, and what is given up is named', () => {
  const selected = trace.snapshot.findings[2]?.key ?? '';
  const kept = DETAILS.map((detail) => {
    const priorities = { ...trace, finding: selected };
    // As the page asks for them: the selected one first.
    const closeUps = [...made.closeUps].sort(
      (a, b) => Number(b.key === selected) - Number(a.key === selected),
    );
    return reduceTo({ ...made, closeUps }, priorities, detail);
  });
  const pictures = kept.map(({ closeUps }) => closeUps.length);
  expect([...pictures].sort((a, b) => b - a)).toEqual(pictures);
  expect(new Set(pictures)).toEqual(new Set([made.closeUps.length, 4, 1, 0]));
  const one = kept.find(({ closeUps }) => closeUps.length === 1) as Digest;
  expect(one.closeUps[0]?.key).toBe(selected);
  expect(lackedWords(digestFacts(one))).toContain(`pictures of ${one.givenUp.closeUps} close-ups`);
  // Its steps go with the other explanations.
  expect(kept.at(-1)?.findings.map(({ closeUp }) => closeUp)).toEqual([null]);
});

test('a digest of an older version has none, and opens', () => {
  const old = frozen.filter(({ version, digest: packed }) => Number(version) < 3 && packed !== undefined);
  expect(old.length).toBeGreaterThan(1);
  for (const { digest: packed } of old) {
    const read = opened(fromBase64url(packed ?? '') as Uint8Array);
    expect(read.closeUps).toEqual([]);
    expect(read.findings.every(({ closeUp }) => closeUp === null)).toBe(true);
    expect(snapshotOf(read, 1).digest).toMatchObject({ closeUps: [], givenUp: { closeUps: 0 } });
  }
});
