/** States: shares of time per column, logged or rebuilt, in the picture, at the cursor and in words. */
import { describe, expect, test } from 'vitest';
import { states } from '../../../../../src/drawing/panels/states/states.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  paintOn,
} from '../../../../support/panel-context.ts';
import { corpusPath, rawRecords, rawStates } from '../../../../support/raw-trace.ts';
import { acknowledge, lost, send, type TimedEvent } from '../../../../support/replay-events.ts';

const enter = (column: number, name: string): TimedEvent => [
  columnMs(column),
  'quic:congestion_state_updated',
  { new: name },
];
/** A quarter slow start, half recovery, a quarter avoidance. */
const trace = await openEvents([
  send(0, 0),
  enter(0, 'slow_start'),
  enter(128, 'recovery'),
  enter(384, 'congestion_avoidance'),
  END,
]);
const whole = trace.context();

test('at the cursor every state has its share of that column', () => {
  expect([...states.values(whole, 200 * COLUMN_US)]).toEqual([
    ['slow_start', '0.0 %'],
    ['recovery', '100.0 %'],
    ['congestion_avoidance', '0.0 %'],
  ]);
  expect(states.values(whole, -COLUMN_US).size).toBe(0);
});

test('without a cursor the legend has the shares of the visible range', () => {
  expect([...(states.resting?.(whole).values() ?? [])]).toEqual(['25.0 %', '50.0 %', '25.0 %']);
  const zoomed = trace.context({ fromUs: 64 * COLUMN_US, toUs: 192 * COLUMN_US });
  expect([...(states.resting?.(zoomed).values() ?? [])]).toEqual(['50.0 %', '50.0 %', '0.0 %']);
});

test('the sentence gives shares and transitions in view', () => {
  expect(states.sentence(whole)).toBe(
    'Share of the time in view: slow_start 25.0 %, recovery 50.0 %, congestion_avoidance 25.0 %; 2 transitions in view.',
  );
});

test('a part of the table has the shares of that part', () => {
  expect(states.cells(whole, 0, 256 * COLUMN_US)).toEqual(['50.0 %', '50.0 %', '0.0 %']);
  expect(states.cells(whole, 256 * COLUMN_US, 512 * COLUMN_US)).toEqual(['0.0 %', '50.0 %', '50.0 %']);
});

test('the picture gives each state its time as area, each with a colour and a pattern of its own', () => {
  const { surface, axisText } = paintOn(states, whole);
  const area = (color: string): number =>
    surface.rects
      .filter(({ fill }) => fill.color === color)
      .reduce((sum, { width, height }) => sum + width * height, 0);
  const all = surface.rects.reduce((sum, { width, height }) => sum + width * height, 0);
  expect(area('slot-3') / all).toBeCloseTo(0.25, 2);
  expect(area('slot-2') / all).toBeCloseTo(0.5, 2);
  expect(area('slot-1') / all).toBeCloseTo(0.25, 2);
  const looks = new Set(surface.rects.map(({ fill }) => `${fill.color} ${fill.pattern}`));
  expect(looks).toEqual(new Set(['slot-3 dots', 'slot-2 diagonal', 'slot-1 solid']));
  expect(axisText(0.5)).toBe('50 %');
});

test('the legend shows the pattern of the picture, also for states out of view', () => {
  const zoomed = trace.context({ fromUs: 400 * COLUMN_US, toUs: 500 * COLUMN_US });
  expect(states.legend(zoomed).map(({ label, pattern }) => [label, pattern])).toEqual([
    ['slow_start', 'dots'],
    ['recovery', 'diagonal'],
    ['congestion_avoidance', 'solid'],
  ]);
});

test('a hidden state leaves its time blank', () => {
  const rects = (hidden: readonly string[]) => paintOn(states, trace.context({ hidden })).surface.rects;
  const others = rects([]).filter(({ fill }) => fill.color !== 'slot-2');
  expect(others.length).toBeGreaterThan(0);
  expect(rects(['states/recovery'])).toEqual(others);
});

test('a trace without states and losses names the event that is missing', async () => {
  const bare = await openEvents([send(0, 0), END]);
  expect(states.missing(bare.snapshot)).toContain('congestion_state_updated');
  expect(states.missing(trace.snapshot)).toBeNull();
});

describe('if no state is logged', async () => {
  const threshold = (bytes: number): TimedEvent => [0, 'quic:recovery_metrics_updated', { ssthresh: bytes }];
  /** Recovery from the loss until a packet sent inside it is acknowledged: an eighth, then a quarter to the end. */
  const packets: readonly TimedEvent[] = [
    ...[0, 1, 2, 3].map((packet) => send(0, packet)),
    lost(columnMs(64), 0),
    send(columnMs(66), 4),
    acknowledge(columnMs(128), [[4]]),
    send(columnMs(256), 5),
    lost(columnMs(384), 5),
    END,
  ];
  const silent = await openEvents([threshold(20_000), ...packets]);
  const view = silent.context({ fromUs: 0 });

  test('recovery by the RFC is shown instead, labelled as rebuilt', () => {
    expect(states.missing(silent.snapshot)).toBeNull();
    expect(states.legend(view).map(({ id, label }) => [id, label])).toEqual([
      ['recovery', 'recovery (rebuilt from losses)'],
      ['outside recovery', 'outside recovery'],
    ]);
    expect([...(states.resting?.(view) ?? [])]).toEqual([
      ['recovery', '37.5 %'],
      ['outside recovery', '62.5 %'],
    ]);
    expect(states.sentence(view)).toBe(
      'No state is logged. In recovery (RFC 9002 §7.3.2), rebuilt from losses: 37.5 % of the time in view, 3 transitions in view.',
    );
    expect([...states.values(view, 100 * COLUMN_US).values()]).toEqual(['100.0 %', '0.0 %']);
    expect([...states.values(view, 200 * COLUMN_US).values()]).toEqual(['0.0 %', '100.0 %']);
    expect(states.cells(view, 0, 128 * COLUMN_US)).toEqual(['50.0 %', '50.0 %']);
  });

  test('time outside it is drawn faintly', () => {
    const { rects } = paintOn(states, view).surface;
    const widths = new Map<string, number>();
    for (const { fill, width } of rects) {
      const look = `${fill.color} ${fill.pattern}`;
      widths.set(look, (widths.get(look) ?? 0) + width);
    }
    expect([...widths.keys()].sort()).toEqual(['grid solid', 'slot-2 diagonal']);
    expect(widths.get('slot-2 diagonal')).toBeCloseTo(0.375 * 512, -1);
    expect(widths.get('grid solid')).toBeCloseTo(0.625 * 512, -1);
  });

  test('and nothing shows that losses set the window, it is not known', async () => {
    const why = states.missing((await openEvents([threshold(2 ** 53 - 1), ...packets])).snapshot);
    expect(why).toBeNull();
    const unlimited = states.missing((await openEvents([threshold(2 ** 53), ...packets])).snapshot);
    expect(unlimited).toContain('no sign that losses set the window');
    expect(unlimited).toContain('does not bind a sender like BBR');
  });

  test('and no ACK, a recovery would never end', async () => {
    const unanswered = packets.filter(([, name]) => !name.endsWith('packet_received'));
    expect(states.missing((await openEvents([threshold(20_000), ...unanswered])).snapshot)).toContain(
      'no ACK, by which a rebuilt recovery would end',
    );
  });

  test.each([
    ['quinn-0.11.12_cubic-loss5MB_server.sqlog.gz', 'no ACK'],
    ['ngtcp2-0.12.1_reno-loss5MB_server.sqlog.gz', null],
    ['noq-1.4.0_cubic-loss5MB_server.qlog.gz', null],
  ])('a real trace of another stack has it or says why not: %s', async (name, why) => {
    const { snapshot } = await openTrace(
      new URL(`../../../../corpus/other/${name}`, import.meta.url).pathname,
    );
    expect(snapshot.summary.states).toEqual([]);
    expect(snapshot.summary.packetsLost).toBeGreaterThan(10);
    expect(snapshot.summary.recoveryPeriods > 10).toBe(why === null);
    if (why === null) expect(states.missing(snapshot)).toBeNull();
    else expect(states.missing(snapshot)).toContain(why);
  });

  test('a real trace at the core level has it', async () => {
    const { snapshot, context } = await openTrace(corpusPath('spiral-corelevel-s12.server.sqlog.gz'));
    expect(snapshot.summary.states).toEqual([]);
    expect(states.missing(snapshot)).toBeNull();
    expect(states.sentence(context())).toContain('rebuilt from losses');
  });
});

describe('on the incident', () => {
  const file = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const changes = rawStates(rawRecords(file));

  /** Time in a state, added up change by change. */
  function shareOf(state: string, fromMs: number, toMs: number): number {
    let sum = 0;
    changes.forEach(({ timeMs, state: name }, i) => {
      const until = changes[i + 1]?.timeMs ?? toMs;
      if (name === state) sum += Math.max(0, Math.min(until, toMs) - Math.max(timeMs, fromMs));
    });
    return sum / (toMs - fromMs);
  }

  test('the share of recovery is what the records add up to', async () => {
    const { context } = await openTrace(file);
    const view = context({ width: 930, fromUs: 3_000_000, toUs: 7_000_000 });
    const shown = Number.parseFloat(states.resting?.(view).get('recovery') ?? '');
    expect(shown).toBeCloseTo(100 * shareOf('recovery', 3000, 7000), 0);
    expect(shown).toBeGreaterThan(99);
  });

  test('the transitions in view are counted one by one', async () => {
    const { context } = await openTrace(file);
    // Both edges lie on columns, so that no transition of a neighbour counts.
    const [fromUs, toUs] = [2 ** 21, 2 ** 22];
    const view = context({ width: 1024, fromUs, toUs });
    const due = changes.filter(({ timeMs }) => timeMs * 1000 > fromUs && timeMs * 1000 <= toUs).length;
    expect(due).toBeGreaterThan(100);
    expect(states.sentence(view)).toContain(`; ${due} transitions in view.`);
  });
});
