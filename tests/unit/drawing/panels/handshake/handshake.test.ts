/** Handshake: a lane per kind of packets with its marks, and a line of text where the view is much longer. */
import { describe, expect, test } from 'vitest';
import { handshake } from '../../../../../src/drawing/panels/handshake/handshake.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import { finding } from '../../../../../src/engine/findings/finding/build-finding.ts';
import type { TraceSummary } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type {
  Connectivity,
  ExchangedPacket,
  LifePhase,
} from '../../../../../src/engine/sender/transport/connectivity/connectivity.ts';
import { PALETTE } from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';
import { madeSummary, ROWS_COLUMNS, rowsContext } from '../../../../support/rows-context.ts';
import { MADE_LIFE } from '../../../../support/traffic.ts';

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

/** The client's Initial is lost and sent again; the server answers it, and nothing comes after what the client sends last. */
const PACKETS: readonly ExchangedPacket[] = [
  { phase: 'initial', timeUs: 0, by: 'local', packetNumber: 0, fate: 'lost', isAgain: false },
  { phase: 'initial', timeUs: 200_000, by: 'local', packetNumber: 1, fate: 'arrived', isAgain: true },
  { phase: 'initial', timeUs: 300_000, by: 'remote', packetNumber: 0, fate: 'arrived', isAgain: false },
  { phase: 'initial', timeUs: 310_000, by: 'local', packetNumber: 2, fate: 'unanswered', isAgain: false },
];
const [INITIAL] = LIFE.phases;
const EXCHANGED: Connectivity = {
  ...LIFE,
  phases: [{ ...INITIAL!, fromUs: 0, toUs: 310_000, sentPackets: 3, receivedPackets: 1 }],
  amplificationLimited: [],
  exchange: { client: 'local', oneWayUs: 50_000, packets: PACKETS },
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

function paint(context = contextOf(), height = 168) {
  const surface = new RecordingSurface(ROWS_COLUMNS, height);
  let labels: readonly string[] = [];
  handshake.paint(context, {
    ...{ surface, palette: PALETTE, lockedMax: null },
    axis: (max, format) => {
      labels = Array.from({ length: max }, (_, lane) => format(lane + 0.5, 1));
    },
  });
  const areas = surface.rects.filter(
    ({ fill }) => fill.color.startsWith('slot') || fill.pattern === 'diagonal',
  );
  const { lines } = surface;
  return { labels, areas, lines, texts: surface.texts.map(({ words }) => words) };
}

/** Where the drawn packets begin and end: shafts are the lines of two points that are not level. */
function pathsOf(lines: RecordingSurface['lines']) {
  const placeOf = (y: number): string => (y < 30 ? 'above' : y < 50 ? 'middle' : 'below');
  const shafts = lines.flatMap(({ points, stroke }) => {
    if (stroke.width !== 1.2) return [];
    const paths = partsOf(points).filter((part) => part.length === 4);
    return paths.map(([x, y, toX, toY]) => ({
      ...{ x: Math.round(x!), toX: Math.round(toX!), dash: stroke.dash },
      ...{ from: placeOf(y!), to: placeOf(toY!) },
    }));
  });
  return shafts.sort((a, b) => a.x - b.x);
}

/** The points of each line of a path. */
function partsOf(points: readonly number[]): readonly (readonly number[])[] {
  const parts: number[][] = [];
  for (let i = 0; i < points.length; i += 2)
    if (Number.isNaN(points[i])) parts.push([]);
    else parts.at(-1)?.push(points[i]!, points[i + 1]!);
  return parts;
}

describe('the picture', () => {
  test('has a row of steps, and a lane for each number space that there is, with its two ends', () => {
    expect(paint(contextOf(EXCHANGED)).labels).toEqual([
      'steps',
      ...['Initial', 'Handshake', '1-RTT'].flatMap((name) => ['client', name, 'server']),
    ]);
    const phases = [...EXCHANGED.phases, phase('zero-rtt', 10_000, 20_000)];
    expect(paint(contextOf({ ...EXCHANGED, phases })).labels).toContain('0-RTT');
    const exchange = { ...EXCHANGED.exchange!, client: 'unknown' as const };
    expect(paint(contextOf({ ...EXCHANGED, exchange })).labels.slice(1, 4)).toEqual([
      ...['this end', 'Initial', 'peer'],
    ]);
  });

  test('names the lanes alone where it is low', () => {
    const names = paint(contextOf(EXCHANGED), 80).labels.filter((label) => label !== '');
    expect(names).toEqual(['Initial', 'Handshake', '1-RTT']);
  });

  test('of a digest draws each space from its first to its last packet, and hatched what the limit held', () => {
    const { areas, labels } = paint();
    expect(areas.map(({ x, width }) => [Math.round(x), Math.round(width)])).toEqual([
      [0, 100],
      [50, 100],
      [100, 400],
      [60, 30],
    ]);
    expect(areas.at(-1)?.fill.pattern).toBe('diagonal');
    expect(labels).not.toContain('client');
  });

  test('has an arrow for each packet, as long as half the smallest RTT; one that is lost or without an answer ends midway', () => {
    const arrows = pathsOf(paint(contextOf(EXCHANGED, ['handshake/steps'])).lines);
    const down = { from: 'above', to: 'below' };
    expect(arrows).toEqual([
      { x: 0, toX: 25, from: 'above', to: 'middle', dash: [] },
      { x: 200, toX: 250, ...down, dash: [] },
      { x: 250, toX: 300, from: 'below', to: 'above', dash: [] },
      { x: 310, toX: 335, from: 'above', to: 'middle', dash: [2, 3] },
    ]);
  });

  test('has a bar at the end that is in the log, and the word again at what is sent again', () => {
    const { areas, texts } = paint(contextOf(EXCHANGED, ['handshake/steps']));
    expect(areas.map(({ x, y }) => [x + 1, y < 30 ? 'above' : 'below'])).toEqual([
      [0, 'above'],
      [200, 'above'],
      [300, 'above'],
      [310, 'above'],
    ]);
    expect(texts).toEqual(['again']);
  });

  test('has upright arrows where no RTT is measured, and says which ends are estimated', () => {
    const unmeasured = { ...EXCHANGED, exchange: { ...EXCHANGED.exchange!, oneWayUs: Number.NaN } };
    const arrows = pathsOf(paint(contextOf(unmeasured, ['handshake/steps'])).lines);
    expect(arrows.every(({ x, toX }) => x === toX)).toBe(true);
    expect(handshake.figure?.(contextOf(unmeasured))).toBe('other end not timed: no RTT measured');
    expect(handshake.figure?.(contextOf(EXCHANGED))).toBe('other end estimated: half the RTT, 50.0 ms');
    expect(handshake.figure?.(contextOf())).toBe('');
  });

  test('leaves out the arrows of a fate that the legend has switched off', () => {
    const shown = pathsOf(paint(contextOf(EXCHANGED, ['handshake/steps', 'handshake/lost'])).lines);
    expect(shown.map(({ x }) => x)).toEqual([200, 250, 310]);
    expect(handshake.legend(contextOf(EXCHANGED)).map(({ id }) => id)).toEqual([
      ...['initial', 'lost', 'unanswered', 'steps'],
    ]);
  });

  test('labels two marks at one place on both their sides, keys last', () => {
    expect(paint().texts).toEqual(['complete', '1-RTT keys', '1-RTT keys updated']);
  });

  test('labels a step at the right edge on its left', () => {
    const steps = [{ timeUs: 499_000, kind: 'closed', text: 'Closed', row: 7 }] as const;
    expect(paint(contextOf({ ...LIFE, steps }, [], 500_000)).texts).toEqual(['closed']);
  });

  test('leaves out what the legend has switched off', () => {
    const hidden = ['handshake/steps', 'handshake/amplification', 'handshake/initial'];
    const { areas, texts } = paint(contextOf(LIFE, hidden));
    expect([areas.length, texts.length]).toEqual([2, 0]);
  });

  test('is a line of text where the view is much longer', () => {
    const { areas, texts } = paint(contextOf(LIFE, [], 60_000_000));
    expect(areas).toEqual([]);
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

test('words say of each number space what was sent, again, lost and without an answer', () => {
  const sentence = handshake.sentence(contextOf(EXCHANGED));
  expect(sentence).toContain(
    'Initial: 3 packets from the client (1 sent again, 1 lost, 1 nothing came after it), 1 packet from the server.',
  );
  expect(sentence).toContain('other end estimated');
  const values = handshake.values(contextOf(EXCHANGED), 200_000);
  expect(values.get('initial')).toBe('client #1 again');
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
