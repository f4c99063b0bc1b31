/** Paths that become longer, shorter, slower or faster, on made links; what looks alike stays silent. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { pathLevel } from '../../../../../src/engine/findings/rules/path-level.ts';
import { LINK_RTT_MS, type Link, overLink } from '../../../../support/full-link.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { replayEvents } from '../../../../support/replay-events.ts';

const find = (link: Link) =>
  runDetectors(new DetectInput(replayEvents(overLink(link))), [pathLevel]).findings;
const sentences = (link: Link) => find(link).map(({ title, verdict }) => [title, verdict]);

const RATE = 500;
/** More than the path holds, by an eighth more or less. */
const full = (ms: number): number => (Math.floor(ms / 100) % 2 === 0 ? 40 : 32);
/** Less than it holds. */
const small = (ms: number): number => 8 + (Math.floor(ms / 100) % 4) * 4;

describe('a path that changes', () => {
  const stepAt =
    (ms: number, before: number, after: number) =>
    (atMs: number): number =>
      atMs < ms ? before : after;

  test('became longer, or shorter', () => {
    const link = { endMs: 5000, window: small, bytesPerMs: () => 10_000 };
    const [longer, ...more] = find({ ...link, baseMs: stepAt(2000, LINK_RTT_MS, 60) });
    expect(more).toEqual([]);
    expect(longer).toMatchObject({ key: 'path-level.longer', severity: 'info', variant: 'longer' });
    expect(longer?.startUs).toBeGreaterThan(1.97e6);
    expect(longer?.startUs).toBeLessThan(2.03e6);
    expect(longer?.verdict).toMatch(
      /^From \S+ s on the path is longer: its smallest RTT is 60\.\d ms, before 20\.\d ms\.$/,
    );
    expect(sentences({ ...link, baseMs: stepAt(2000, 60, LINK_RTT_MS) }).map(([title]) => title)).toEqual([
      'Path became shorter',
    ]);
  });

  test('became slower, or faster: both rates proved', () => {
    const slower = sentences({ endMs: 4000, window: full, bytesPerMs: stepAt(2000, RATE, 150) });
    expect(slower).toEqual([
      [
        'Path became slower',
        expect.stringMatching(
          /is slower: it carries 1\.2 Mbit\/s, before 4\.0 Mbit\/s, each proved by a queue or a policer in it\.$/,
        ),
      ],
    ]);
    const faster = sentences({ endMs: 4000, window: full, bytesPerMs: stepAt(2000, 150, RATE) });
    expect(faster.map(([title]) => title)).toEqual(['Path became faster']);
  });

  test('again and again is one finding of each kind, at the largest', () => {
    const bytesPerMs = (ms: number): number => [RATE, 150, 300, 100][Math.floor(ms / 2000)] ?? 100;
    const [slower, faster, ...more] = find({ endMs: 8000, window: full, bytesPerMs });
    expect(more).toEqual([]);
    expect([slower?.variant, faster?.variant]).toEqual(['slower', 'faster']);
    expect(slower?.verdict).toMatch(/; the largest of 2 such changes\.$/);
    expect(faster?.verdict).not.toContain('such changes');
  });
});

describe('silent', () => {
  test('a queue of 10 s, and a window that grows and falls', () => {
    const window = (ms: number): number => (ms < 500 || ms > 10_500 ? 5 : full(ms));
    expect(find({ endMs: 12_000, window, bytesPerMs: () => RATE })).toEqual([]);
    const sawtooth = (ms: number): number => 20 + Math.round((ms % 1500) / 50);
    expect(find({ endMs: 8000, window: sawtooth, bytesPerMs: () => RATE })).toEqual([]);
  });

  test('a path that delivers less because less is sent', () => {
    const window = (ms: number): number => (ms < 2000 ? full(ms) : 2);
    expect(find({ endMs: 4000, window, bytesPerMs: () => RATE })).toEqual([]);
  });
});
