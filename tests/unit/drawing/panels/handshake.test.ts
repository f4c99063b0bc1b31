/** Handshake: a lane per kind of packets with its marks, and a line of text where the view is much longer. */
import { describe, expect, test } from 'vitest';
import { handshake } from '../../../../src/drawing/panels/handshake.ts';
import type { PanelContext } from '../../../../src/drawing/panels/panel.ts';
import { finding } from '../../../../src/engine/findings/finding/build-finding.ts';
import type { TraceSummary } from '../../../../src/engine/reading/contract/snapshot.ts';
import type {
  Connectivity,
  LifePhase,
} from '../../../../src/engine/sender/transport/connectivity/connectivity.ts';
import { PALETTE } from '../../../support/panel-context.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';
import { madeSummary, ROWS_COLUMNS, rowsContext } from '../../../support/rows-context.ts';
import { MADE_LIFE } from '../../../support/traffic.ts';

const phase = (name: LifePhase['phase'], fromUs: number, toUs: number): LifePhase => ({
  ...{ phase: name, fromUs, toUs, sentPackets: 2, receivedPackets: 3, lostPackets: 1 },
  ...{ sentBytes: 2400, receivedBytes: 3600 },
});
const LIFE: Connectivity = {
  ...MADE_LIFE,
  steps: [
    { timeUs: 100_000, kind: 'keys-available', text: '1-RTT keys available', row: 4 },
    { timeUs: 100_000, kind: 'handshake-complete', text: 'Handshake complete', row: 5 },
    { timeUs: 300_000, kind: 'keys-updated', text: '1-RTT keys updated', row: 6 },
  ],
  phases: [
    phase('initial', 0, 100_000),
    phase('handshake', 50_000, 150_000),
    phase('one-rtt', 100_000, 500_000),
  ],
  amplificationLimited: [{ fromUs: 60_000, toUs: 90_000 }],
};
const FAILED = finding(
  { id: 'handshake-failed', title: 'The handshake failed' },
  {
    ...{ severity: 'critical', confidence: 1, evidence: [], closeUp: null, panels: [] },
    ...{ interval: { startUs: 0, endUs: 1 }, verdict: 'It failed.', why: '', next: '' },
  },
);
const SPAN = { fromUs: 0, toUs: 150_000 };

function contextOf(life = LIFE, hidden: readonly string[] = [], toUs?: number): PanelContext {
  const context = rowsContext({ parts: { connectivity: life }, hidden, ...(toUs && { toUs }) });
  const summary = madeSummary({ handshake: SPAN });
  return { ...context, snapshot: { ...context.snapshot, summary } };
}

function paint(context = contextOf()) {
  const surface = new RecordingSurface(ROWS_COLUMNS, 54);
  let labels: readonly string[] = [];
  handshake.paint(context, {
    ...{ surface, palette: PALETTE, lockedMax: null },
    axis: (max, format) => {
      labels = Array.from({ length: max }, (_, lane) => format(lane + 0.5, 1));
    },
  });
  const bars = surface.rects.filter(
    ({ fill }) => fill.color.startsWith('slot') || fill.pattern === 'diagonal',
  );
  return { labels, bars, texts: surface.texts.map(({ words }) => words) };
}

describe('the picture', () => {
  test('has a lane for each kind of packets that there is', () => {
    expect(paint().labels).toEqual(['Initial', 'Handshake', '1-RTT']);
    const withZeroRtt = { ...LIFE, phases: [...LIFE.phases, phase('zero-rtt', 10_000, 20_000)] };
    expect(paint(contextOf(withZeroRtt)).labels).toEqual(['Initial', 'Handshake', '0-RTT', '1-RTT']);
  });

  test('draws each from its first to its last packet, and hatched what the limit held', () => {
    const { bars } = paint();
    expect(bars.map(({ x, width }) => [Math.round(x), Math.round(width)])).toEqual([
      [0, 100],
      [50, 100],
      [100, 400],
      [60, 30],
    ]);
    expect(bars.at(-1)?.fill.pattern).toBe('diagonal');
  });

  test('draws a bar for each packet where each is known', () => {
    const [initial, ...others] = LIFE.phases;
    const phases = [{ ...initial!, packetsUs: [0, 40_000, 100_000] }, ...others];
    const { bars } = paint(contextOf({ ...LIFE, phases }, ['handshake/handshake', 'handshake/one-rtt']));
    expect(bars.map(({ x, width }) => [Math.round(x), Math.round(width)])).toEqual([
      [0, 2],
      [40, 2],
      [100, 2],
      [60, 30],
    ]);
  });

  test('labels what matters where two marks are at one place', () => {
    expect(paint().texts).toEqual(['complete', 'keys updated']);
  });

  test('leaves out what the legend has switched off', () => {
    const hidden = ['handshake/steps', 'handshake/amplification', 'handshake/initial'];
    const { bars, texts } = paint(contextOf(LIFE, hidden));
    expect([bars.length, texts.length]).toEqual([2, 0]);
  });

  test('is a line of text where the view is much longer', () => {
    const { bars, texts } = paint(contextOf(LIFE, [], 60_000_000));
    expect(bars).toEqual([]);
    expect(texts).toEqual([
      'Too short to be seen here: the handshake and its confirmation take 150 ms, from 0.000 s on.',
    ]);
  });
});

test('a line replaces it where nothing of it could be read, and in no shorter view', () => {
  const { snapshot } = contextOf();
  expect(handshake.tooShort?.(snapshot, { fromUs: 0, toUs: 60_000_000 })).toContain('take 150 ms');
  expect(handshake.tooShort?.(snapshot, { fromUs: 400_000, toUs: 500_000 })).not.toBeNull();
  expect(handshake.tooShort?.(snapshot, { fromUs: 0, toUs: 500_000 })).toBeNull();
});

test('one that never completed has no duration', () => {
  const context = contextOf(LIFE, [], 60_000_000);
  const failed = { ...context.snapshot, findings: [FAILED] };
  const words = handshake.tooShort?.(failed, { fromUs: 0, toUs: 60_000_000 });
  expect(words).toContain('the handshake never completed, its packets are logged from 0.000 s to 0.150 s');
  expect(words).not.toContain('lasts');
  expect(handshake.sentence({ ...context, snapshot: failed })).toContain('the handshake never completed');
});

const ENDED = { by: 'local', space: 'unknown', code: Number.NaN, timeUs: 1 } as const;

test.each<[string, TraceSummary['ending'], string]>([
  [
    'that another connection goes on with',
    { ...ENDED, how: 'version-negotiated' },
    'the handshake never completed',
  ],
  ['at the end of its log', { ...ENDED, how: 'open' }, 'no record shows that the handshake completed'],
  ['while it is read', undefined, 'no record shows that the handshake completed'],
])('nor has one that is not complete: %s', (_, ending, words) => {
  const { snapshot } = contextOf();
  const summary = madeSummary({ handshake: { ...SPAN, incomplete: true }, ...(ending && { ending }) });
  expect(handshake.tooShort?.({ ...snapshot, summary }, { fromUs: 0, toUs: 60_000_000 })).toBe(
    `${words}, its packets are logged from 0.000 s to 0.150 s: too short to be seen here.`,
  );
});

test('a log without its packets says what is missing', () => {
  expect(handshake.missing({ ...contextOf().snapshot, summary: madeSummary() })).toContain('no Initial');
  expect(handshake.missing(contextOf().snapshot)).toBeNull();
});

test('values are those of the packets and steps at a time', () => {
  const values = handshake.values(contextOf(), 100_000);
  expect(values.get('initial')).toBe('2 sent, 3 received, 1 lost');
  expect(values.get('steps')).toBe('2 steps');
  expect(values.has('amplification')).toBe(false);
  expect(handshake.values(contextOf(), 300_000).get('steps')).toBe('1-RTT keys updated');
});

test('the sentence tells the steps in view', () => {
  expect(handshake.sentence(contextOf())).toContain('Handshake complete at 0.100000 s');
  expect(handshake.sentence(contextOf(LIFE, [], 50_000))).toBe('Nothing of the handshake is in view.');
});
