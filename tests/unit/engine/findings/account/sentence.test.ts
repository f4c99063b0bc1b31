import { describe, expect, test } from 'vitest';
import type { AccountPart } from '../../../../../src/engine/findings/account/parts.ts';
import {
  type SentenceFacts,
  sentenceOf,
  wordCount,
} from '../../../../../src/engine/findings/account/sentence.ts';

const part = (holder: AccountPart['holder'], cause: AccountPart['cause'], heldMs: number): AccountPart => ({
  holder,
  cause,
  heldUs: heldMs * 1000,
  lostUs: heldMs * 500,
  lostIsAtLeast: false,
  longestUs: heldMs * 1000,
});

/** Of ten seconds; the first part is the main one. */
function said(parts: readonly [AccountPart, ...AccountPart[]], facts: Partial<SentenceFacts> = {}): string {
  return sentenceOf({
    spanUs: 10e6,
    goodputBytes: 10e6,
    parts,
    main: parts[0],
    windowBytes: 9000,
    lossShare: 0.021,
    responses: { count: 0, slowestUs: 0 },
    flat: null,
    rate: 2.5,
    isRateProved: true,
    fullRates: [2.5, 2.5],
    healthy: false,
    isClockJumping: false,
    isFailed: false,
    ...facts,
  });
}

describe('a holder', () => {
  const random = part('window', 'cutRandom', 5790);

  test('with one cause has one share', () => {
    expect(said([random, part('handshake', null, 100)])).toBe(
      '10.0 MB in 10.00 s: the window held the sender 57.9 % of the time; random loss of 2.1 % holds it near 9.0 kB; the path carries 20.0 Mbit/s; 2.90 s lost.',
    );
    expect(said([random, part('window', 'startUp', 200)])).toContain(
      'sender 59.9 % of the time; random loss',
    );
  });

  test('with several causes has the share of the main one as well', () => {
    const text = said([random, part('window', 'fullPath', 3730), part('pacing', 'cutRandom', 200)]);
    expect(text).toContain('the window held the sender 95.2 % of the time; for 57.9 % random loss of 2.1 %');
    expect(wordCount(text)).toBeLessThanOrEqual(30);
  });
});

describe('a full path', () => {
  const parts = [part('window', 'fullPath', 9000)] as const;
  const full = { healthy: true };

  test('has its rate, or both ends of what it was', () => {
    expect(said(parts, full)).toBe('10.0 MB in 10.00 s: the path is full at 20.0 Mbit/s, nothing to gain.');
    expect(said(parts, { ...full, fullRates: [2.4, 2.5] })).toContain('full at 20.0 Mbit/s,');
    expect(said(parts, { ...full, fullRates: [0.625, 2.5] })).toContain('full at 5.0 to 20.0 Mbit/s,');
    expect(said(parts, { ...full, fullRates: [0.1, 2.5] })).toContain('full at 800 kbit/s to 20.0 Mbit/s,');
  });
});
