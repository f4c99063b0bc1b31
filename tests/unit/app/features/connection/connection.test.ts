/** The life of a connection on the page: when it is asked for, its one line, and its steps, paths and parameters in words. */
import fc from 'fast-check';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionBody } from '../../../../../src/app/features/connection/connection-body.tsx';
import { ConnectionCard } from '../../../../../src/app/features/connection/connection-card.tsx';
import { connectionWords } from '../../../../../src/app/features/connection/connection-words.ts';
import { lifeOfTrace } from '../../../../../src/app/features/connection/life-of-trace.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import type { HandshakeFacts } from '../../../../../src/engine/base/text/handshake-words.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { DigestFacts } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type {
  Connectivity,
  LifeStep,
  LifeStepKind,
  PathChange,
} from '../../../../../src/engine/sender/transport/connectivity/connectivity.ts';
import { HandTrace, madeSnapshot } from '../../../../support/hand-trace.ts';
import { type Markup, markupOf } from '../../../../support/markup.ts';
import { draws, SEED } from '../../../../support/tier.ts';

const NOTHING: Connectivity = {
  ...{ steps: [], leftOut: 0, phases: [], parameters: [], paths: [], amplificationLimited: [] },
  ...{ version: null, alpn: null, serverName: null, handshakeUs: Number.NaN, closeReason: null },
};
const FACTS: HandshakeFacts = { findings: [], summary: {} };
const step = (kind: LifeStepKind, text: string = kind, timeUs = 0): LifeStep => ({
  kind,
  text,
  timeUs,
  row: 3,
});
const steps = (...kinds: readonly LifeStepKind[]): readonly LifeStep[] => kinds.map((kind) => step(kind));
const phase = (of: Connectivity['phases'][number]['phase']) =>
  ({ phase: of }) as Connectivity['phases'][number];
const path = (known: Partial<PathChange> = {}): PathChange => ({
  ...{ timeUs: 2e6, why: 'migration', by: 'remote', validatedUs: 2.05e6, from: null, to: null },
  ...known,
});

describe('the line', () => {
  test.each([
    ['nothing of the handshake is logged, end not logged', {}],
    ['handshake 32.4 ms, end not logged', { handshakeUs: 32_400 }],
    ['handshake complete, end not logged', { steps: steps('handshake-complete') }],
    ['no record shows that the handshake completed, end not logged', { phases: [phase('initial')] }],
    // Data alone says nothing of the handshake.
    ['nothing of the handshake is logged, end not logged', { phases: [phase('one-rtt')] }],
    ['handshake 1.00 s, 1 Retry, end not logged', { handshakeUs: 1e6, steps: steps('retry') }],
    ['handshake 1.00 s, 2 Retries, end not logged', { handshakeUs: 1e6, steps: steps('retry', 'retry') }],
    [
      'handshake 1.00 s, Version Negotiation, end not logged',
      { handshakeUs: 1e6, steps: steps('version-negotiation') },
    ],
    ['handshake 1.00 s, 0-RTT, end not logged', { handshakeUs: 1e6, phases: [phase('zero-rtt')] }],
    [
      'handshake 1.00 s, keys updated once, end not logged',
      { handshakeUs: 1e6, steps: steps('keys-updated') },
    ],
    [
      'handshake 1.00 s, keys updated 2 times, end not logged',
      { handshakeUs: 1e6, steps: steps('keys-updated', 'keys-updated') },
    ],
    ['handshake 1.00 s, path changed once, end not logged', { handshakeUs: 1e6, paths: [path()] }],
    ['handshake 1.00 s, path changed 2 times, end not logged', { handshakeUs: 1e6, paths: [path(), path()] }],
    [
      'handshake 1.00 s, held 30.0 ms by the amplification limit, end not logged',
      {
        handshakeUs: 1e6,
        amplificationLimited: [
          { fromUs: 0, toUs: 10_000 },
          { fromUs: 50_000, toUs: 70_000 },
        ],
      },
    ],
    [
      'handshake 1.00 s, closed by the client: H3_NO_ERROR (0x100)',
      { handshakeUs: 1e6, steps: [step('closed', 'Closed by the client: H3_NO_ERROR (0x100)')] },
    ],
  ] as readonly (readonly [string, Partial<Connectivity>])[])('%s', (words, life) => {
    expect(connectionWords({ ...NOTHING, ...life }, FACTS)).toBe(words);
  });

  test('says that the handshake never completed where that was found, but not of one whose length is known', () => {
    const failed = { findings: [{ id: 'handshake-failed' }], summary: {} };
    const negotiated = { findings: [], summary: { ending: { how: 'version-negotiated' } } };
    for (const facts of [failed, negotiated]) {
      expect(connectionWords({ ...NOTHING, steps: steps('handshake-complete') }, facts)).toBe(
        'handshake never completed, end not logged',
      );
      expect(connectionWords({ ...NOTHING, handshakeUs: 5000 }, facts)).toBe(
        'handshake 5.00 ms, end not logged',
      );
    }
  });
});

let app: AppState;
let hand: HandTrace;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  app = new AppState();
  hand = new HandTrace(app);
});
afterEach(() => vi.unstubAllGlobals());

const life = (): Connectivity | null => hand.trace.feature(lifeOfTrace).get();
const named = (version: string): Connectivity => ({ ...NOTHING, version });

describe('the life of a trace', () => {
  test('is asked for once it is read, and again only where it was read again', async () => {
    expect(life()).toBeNull();
    hand.say({ phase: 'reading' });
    expect(hand.asked).toEqual([]);
    hand.say();
    hand.say();
    expect(hand.bodies('connectivity')).toHaveLength(1);
    await hand.answer('connectivity', named('a'));
    expect(life()?.version).toBe('a');
    hand.say({ revision: 2 });
    await hand.answer('connectivity', named('b'));
    expect(life()?.version).toBe('b');
  });

  test('of a trace that was read before is asked for at once; one that cannot be had leaves nothing', async () => {
    hand.say();
    expect(life()).toBeNull();
    await hand.fail('connectivity', 'it is out of memory');
    expect(life()).toBeNull();
    hand.say({ revision: 2 });
    expect(hand.bodies('connectivity')).toHaveLength(1);
  });

  test('of a digest is a part of a window over all of it, of one column', async () => {
    hand.trace.feature(lifeOfTrace);
    hand.say({ digest: {} as DigestFacts });
    expect(hand.bodies('connectivity')).toEqual([]);
    expect(hand.bodies('window')).toMatchObject([
      { parts: ['connectivity'], series: [], model: null, visible: { fromUs: 0, toUs: 10e6 } },
    ]);
    await hand.answer('window', { parts: { ...NO_PARTS, connectivity: named('d') } } as never);
    expect(life()?.version).toBe('d');
  });
});

describe('the card', () => {
  const card = (): Markup =>
    markupOf(createElement(ConnectionCard, { trace: hand.trace, snapshot: madeSnapshot() }), app);
  const body = (): Markup => markupOf(createElement(ConnectionBody, { trace: hand.trace }), app);

  async function showLife(
    known: Partial<Connectivity>,
    snapshot: Parameters<HandTrace['say']>[0] = {},
  ): Promise<void> {
    hand.trace.feature(lifeOfTrace);
    hand.say(snapshot);
    const kind = snapshot?.digest === undefined ? 'connectivity' : 'window';
    const all = { ...NOTHING, ...known };
    await hand.answer(kind, (kind === 'window' ? { parts: { connectivity: all } } : all) as never);
  }

  test('is there where the log shows something', async () => {
    expect(card().html).toBe('');
    await showLife({ version: '1' });
    expect(card().html).toBe('');
    await showLife({ steps: steps('started') }, { revision: 2 });
    expect(card().one('data-testid', 'connection-line').words).toMatch(/^nothing of the handshake is logged/);
    await showLife({ parameters: [{ name: 'a', own: null, peer: null, usual: '' }] }, { revision: 3 });
    expect(card().all('data-testid', 'connection-line')).toHaveLength(1);
  });

  test('counts times from the first step, and says what is not listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(90), fc.nat(5), async (shown, leftOut) => {
        hand = new HandTrace(app);
        const all = Array.from({ length: shown }, (_, i) =>
          step('keys-updated', `step ${i}`, 1e6 + i * 1000),
        );
        await showLife({ steps: all, leftOut });
        const lines = body().all('data-step');
        expect(lines).toHaveLength(Math.min(40, shown));
        if (shown > 1) expect(lines[1]?.words).toBe('+1.00 ms step 1');
        const further = Math.max(0, shown - 40) + leftOut;
        expect(/(\d+) more are not listed/.exec(body().words)?.[1] ?? '0').toBe(String(further));
        app.files.close(hand.file);
      }),
      { seed: SEED, numRuns: draws(100) },
    );
  });

  test('leads from each step to its record, where one shows it, and from no digest', async () => {
    const several = [step('retry'), { ...step('started'), row: Number.NaN }];
    await showLife({ steps: several });
    expect(
      body()
        .all('data-step')
        .map((line) => line.named('button').length),
    ).toEqual([1, 0]);
    await showLife({ steps: several }, { revision: 2, digest: {} as DigestFacts });
    expect(
      body()
        .all('data-step')
        .map((line) => line.named('button').length),
    ).toEqual([0, 0]);
  });

  test('tells of each change of the path who moved, why, and whether it was validated', async () => {
    const paths = [
      path({ from: '10.0.0.1:1', to: '10.0.0.2:1' }),
      path({ timeUs: 3e6, why: 'rebinding', by: 'local', validatedUs: Number.NaN, from: 'x' }),
      path({ timeUs: 4e6, why: 'preferred-address', by: 'unknown', validatedUs: 3.9e6 }),
      path({ timeUs: 5e6, why: 'unknown' }),
    ];
    await showLife({ paths });
    expect(
      body()
        .all('data-why')
        .map(({ words }) => words),
    ).toEqual([
      '2.000 s: address of the peer, migration; validated after 50.0 ms10.0.0.1:1 → 10.0.0.2:1',
      '3.000 s: address of this endpoint, rebinding (another address without intent); not validated',
      '4.000 s: address of an endpoint, preferred address of the server; validated after 0 µs',
      '5.000 s: address of the peer, reason not known; validated after 0 µs',
    ]);
  });

  test('has facts and parameters as far as they are logged', async () => {
    await showLife({
      ...{ alpn: 'h3', closeReason: '<bye>' },
      parameters: [
        { name: 'max_idle_timeout', own: '30 s', peer: null, usual: '' },
        { name: 'ack_delay_exponent', own: null, peer: '3', usual: '3' },
      ],
    });
    const markup = body();
    expect(markup.named('dt').map(({ words }) => words)).toEqual(['ALPN', 'reason phrase']);
    expect(markup.named('dd').map(({ words }) => words)).toEqual(['h3', '<bye>']);
    const cells = (name: string) =>
      markup
        .one('data-parameter', name)
        .named('td')
        .map(({ words }) => words);
    expect(cells('max_idle_timeout')).toEqual(['30 s', '–', '–']);
    expect(cells('ack_delay_exponent')).toEqual(['–', '3', '3']);
    expect(markup.all('data-testid', 'show-handshake')).toEqual([]);
    await showLife(
      { alpn: 'h3' },
      { revision: 2, summary: { ...madeSnapshot().summary, handshake: { fromUs: 0, toUs: 5 } } },
    );
    expect(body().all('data-testid', 'show-handshake')).toHaveLength(1);
  });
});
