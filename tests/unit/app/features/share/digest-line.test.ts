/** The line above a digest: what it was made from, what it lacks, where nothing is drawn, and how its trace is opened. */
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DigestLine } from '../../../../../src/app/features/share/digest-line.tsx';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { EXAMPLES } from '../../../../../src/app/state/traces/examples.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { DigestFacts, WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type { TraceRef } from '../../../../../src/sharing/link/state.ts';
import { HandTrace, madeSnapshot } from '../../../../support/hand-trace.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';

const FACTS: DigestFacts = {
  ...{
    holdsAccount: true,
    held: ['congestion'],
    empty: [],
    visible: { fromUs: 0, toUs: 10e6 },
    closeUps: [],
    messagesLeftOut: 0,
  },
  blocks: [{ fromUs: 0, toUs: 10e6, columnUs: 1e5 }],
  givenUp: {
    panels: [],
    evidence: 'none',
    reasons: false,
    findings: 0,
    notes: 0,
    closeUps: 0,
    outline: false,
  },
  originMs: null,
};
const NOTHING_DRAWN = 'Nothing is drawn where the digest has no values.';

let app: AppState;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('document', { baseURI: 'https://page.example/' });
  app = new AppState();
});
afterEach(() => vi.unstubAllGlobals());

function digest(known: Partial<DigestFacts> = {}, ref: TraceRef | null = null): HandTrace {
  const hand = new HandTrace(app);
  Object.defineProperty(hand.file, 'digest', { value: { ref, encoded: null, place: null } });
  hand.say({ digest: { ...FACTS, ...known } });
  return hand;
}
const line = (hand: HandTrace): Markup =>
  markupOf(
    createElement(DigestLine, { trace: hand.trace, snapshot: hand.trace.snapshot.get() ?? madeSnapshot() }),
    app,
  );

test('a trace that is none has no such line', () => {
  const hand = digest();
  hand.say({ revision: 2 });
  expect(line(hand).html).toBe('');
});

describe('what it says', () => {
  test('is of which columns it is made, and when it begins where that is known', () => {
    expect(line(digest()).words).toMatch(
      /^Digest: this is a summary of a trace, not the trace\. It holds no events /,
    );
    expect(line(digest()).words).toMatch(
      /Its values are the smallest and largest of 100 columns of 100 ms over the whole trace\.\s*$/,
    );
    expect(line(digest()).words).not.toContain('Time 0');
    expect(line(digest({ originMs: Date.UTC(2026, 2, 8, 14, 5, 9, 250) })).words).toContain(
      'Time 0 is 2026-03-08 14:05:09.250 UTC.',
    );
    // A hostile file may hold any number.
    expect(line(digest({ originMs: 9e15 })).words).not.toContain('Time 0');
  });

  test('is what was left out; of several digests each by its letter, folded', () => {
    const lacking = { givenUp: { ...FACTS.givenUp, notes: 1 } };
    const alone = digest(lacking);
    expect(
      line(alone)
        .all('class', 'digest-lacks')
        .map(({ words }) => words),
    ).toEqual(['Left out when it was made: 1 note.']);
    expect(line(digest()).all('class', 'digest-lacks')).toEqual([]);
    const other = digest({ messagesLeftOut: 2 });
    app.files.show(alone.file);
    alone.trace.set.add(other.trace);
    const both = line(alone);
    expect(both.all('class', 'digest-lacks').map(({ words }) => words)).toEqual([
      'A: Left out when it was made: 1 note.',
      'B: Left out when it was made: 2 messages about the reading of the file.',
    ]);
    expect(both.named('summary').map(({ words }) => words)).toEqual([
      'Panels and details were left out of 2 traces to make it small',
    ]);
  });

  const shown = (window: Partial<WindowAnswer['window']>, range = { fromUs: 0, toUs: 10e6 }): string => {
    const hand = digest();
    hand.trace.set.setWidth(500);
    hand.trace.showRange(range);
    hand.trace.answer.set({
      window: { fromUs: 0, columnUs: 1e5, columns: 100, ...window },
      parts: NO_PARTS,
      series: [],
    } as unknown as WindowAnswer);
    return line(hand).one('data-testid', 'digest-limit').words;
  };

  test('is that nothing is drawn where it has no values, but for a last column that is cut', () => {
    expect(shown({})).not.toContain(NOTHING_DRAWN);
    expect(shown({ columns: 99 })).not.toContain(NOTHING_DRAWN);
    expect(shown({ columns: 98 })).toContain(NOTHING_DRAWN);
    expect(shown({ fromUs: 2e6, columns: 80 })).toContain(NOTHING_DRAWN);
    expect(shown({ columns: 98 }, { fromUs: 1e6, toUs: 5e6 })).not.toContain(NOTHING_DRAWN);
    expect(shown({ columns: 1, columnUs: 10e6 })).toContain(NOTHING_DRAWN);
  });
});

test.each([
  [
    'Choose the trace file',
    'replaces its digest',
    { kind: 'file', fingerprint: { name: 'a', sizeBytes: 1, hash: 'x' } },
  ],
  ['Choose the trace file', 'is not known', null],
  [
    'Open the trace from logs.example:8443',
    'replaces its digest',
    { kind: 'src', url: 'https://logs.example:8443/a.qlog' },
  ],
  [
    'Open the trace from the store',
    'replaces its digest',
    { kind: 'stored', object: `${'0'.repeat(64)}.gz` },
  ],
  ['Open the example itself', 'replaces its digest', { kind: 'example', id: EXAMPLES[0]?.id ?? '' }],
  ['Choose the trace file', 'replaces its digest', { kind: 'example', id: 'no-such-example' }],
  [
    'Simulate the run again',
    'replaces its digest',
    { kind: 'run', scenario: 'incident', variant: 'defect', seed: 1, end: 'sender', fields: [] },
  ],
] as readonly (readonly [string, string, TraceRef | null])[])(
  '"%s" opens its trace, which %s',
  (button, words, ref) => {
    const markup = line(digest({}, ref));
    expect(markup.one('data-testid', 'digest-open').words).toBe(button);
    expect(markup.words).toContain(words);
  },
);
