/** PTO: probe timeouts with how many in a row, spurious ones apart, persistent congestion, and the method. */
import { describe, expect, test } from 'vitest';
import { pto } from '../../../../src/drawing/panels/pto.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { COLUMN_US, columnMs, END, openEvents, openTrace, paintOn } from '../../../support/panel-context.ts';
import { corpusPath, rawMetric, rawRecords } from '../../../support/raw-trace.ts';
import { acknowledge, metrics, send, type TimedEvent } from '../../../support/replay-events.ts';

const counted = (column: number, pto_count: number): TimedEvent => metrics(columnMs(column), { pto_count });

/** One needed PTO in column 101, then two in a row of which the packet they doubted arrives. */
const trace = await openEvents([
  counted(0, 0),
  send(columnMs(1), 0),
  acknowledge(columnMs(11), [[0]]),
  send(columnMs(12), 1),
  counted(101.5, 1),
  send(columnMs(102), 2),
  [columnMs(110), 'recovery:packet_lost', { header: { packet_type: '1RTT', packet_number: 1 } }],
  acknowledge(columnMs(112), [[2]]),
  counted(112, 0),
  send(columnMs(120), 3),
  counted(201.5, 1),
  send(columnMs(202), 4),
  counted(301.5, 2),
  acknowledge(columnMs(310), [[3, 4]]),
  END,
]);
const whole = trace.context();

test('the sentence gives count, maximum of consecutive ones, spurious ones and the method', () => {
  expect(pto.sentence(whole)).toBe(
    '3 probe timeouts in view, up to 2 in a row, 2 spurious; pto_count as logged. No persistent congestion ' +
      '(RFC 9002 §7.6) in view.',
  );
  const early = trace.context({ toUs: 150 * COLUMN_US });
  expect(pto.sentence(early)).toMatch(/^1 probe timeout in view, 0 spurious;/);
});

test('the legend, the cursor and the table count them', () => {
  expect(pto.legend(whole).map(({ id, swatch }) => [id, swatch])).toEqual([
    ['pto', 'area'],
    ['spurious', 'hollow'],
  ]);
  expect([...(pto.resting?.(whole) ?? [])]).toEqual([
    ['pto', '3, 2 in a row'],
    ['spurious', '2'],
  ]);
  expect([...pto.values(whole, 101.5 * COLUMN_US).values()]).toEqual(['1', '0']);
  expect([...pto.values(whole, 301.5 * COLUMN_US).values()]).toEqual(['1, 2 in a row', '1']);
  expect([...pto.values(whole, 400 * COLUMN_US).values()]).toEqual(['0', '0']);
  expect(pto.cells(whole, 0, 256 * COLUMN_US)).toEqual(['2', '1']);
});

describe('the picture', () => {
  const { surface, painted, axisText } = paintOn(pto, whole);

  test('is as high as the number of consecutive PTOs, with space above', () => {
    expect(painted.max).toBeCloseTo(2.4, 6);
    expect([axisText(2), axisText(1.5)]).toEqual(['2 PTOs', '']);
    const top = Math.min(...surface.lines.flatMap(({ points }) => points.filter((_, i) => i % 2 === 1)));
    expect(top).toBeCloseTo(100 - (2 / 2.4) * 100 + 0.5, 6);
  });

  test('fills the needed ones and leaves the spurious ones hollow', () => {
    expect(surface.rects.map(({ width }) => width)).toEqual([4]);
    for (const { x, width } of surface.rects) expect(Math.abs(x + width / 2 - 101.5)).toBeLessThan(3);
    const middles = surface.lines.map(({ points }) => ((points[0] as number) + (points[4] as number)) / 2);
    expect(middles).toHaveLength(2);
    expect(Math.abs((middles[0] as number) - 201.5)).toBeLessThan(3);
    expect(Math.abs((middles[1] as number) - 301.5)).toBeLessThan(3);
  });

  test('leaves out the kind that is hidden', () => {
    const of = (...hidden: string[]) => paintOn(pto, trace.context({ hidden })).surface;
    expect(of('pto/pto').rects).toEqual([]);
    expect(of('pto/pto').lines).toHaveLength(2);
    expect(of('pto/spurious').lines).toEqual([]);
    expect(of('pto/spurious').rects).toHaveLength(1);
  });

  test('keeps a lock of its axis', () => {
    expect(paintOn(pto, whole, 8).axisMax).toBe(8);
  });
});

test('PTOs of neighbouring columns are one bar: the maximum of consecutive ones, filled by the share of the needed ones', async () => {
  const close = await openEvents([
    counted(0, 0),
    send(columnMs(1), 0),
    acknowledge(columnMs(11), [[0]]),
    send(columnMs(12), 1),
    counted(200.2, 1),
    send(columnMs(200.3), 2),
    [columnMs(200.4), 'recovery:packet_lost', { header: { packet_type: '1RTT', packet_number: 1 } }],
    counted(202.6, 2),
    acknowledge(columnMs(210), [[2]]),
    END,
  ]);
  const { surface, painted } = paintOn(pto, close.context());
  expect(surface.rects[0]?.height).toBeCloseTo((2 / painted.max) * 50, 6);
  expect(surface.lines).toHaveLength(1);
  expect(pto.sentence(close.context())).toContain('2 probe timeouts in view, up to 2 in a row, 1 spurious');
});

describe('a trace without any', () => {
  const snapshotOf = async (events: readonly TimedEvent[]): Promise<Snapshot> =>
    (await openEvents(events)).snapshot;

  test('states so with the method that would have found one', async () => {
    expect(pto.missing(await snapshotOf([send(0, 0), END]))).toBe(
      'no probe timeout in this trace (the logged pto_count never rises).',
    );
    expect(pto.missing(await snapshotOf([send(0, 0), send(900, 1)]))).toContain('inferred');
    expect(pto.missing(trace.snapshot)).toBeNull();
  });

  test('states what is missing if no method is available', async () => {
    const blind = await snapshotOf([metrics(0, { congestion_window: 12_000 }), metrics(9, {})]);
    expect(pto.missing(blind)).toMatch(/no count of probes is logged \(pto_count.*sent packets/);
  });
});

test('an inferred one is labelled so', async () => {
  // RTT 20 ms: the timeout is 20 + 4·10 + 25 = 85 ms.
  const silent = await openEvents([
    send(0, 0),
    acknowledge(20, [[0]]),
    send(30, 1),
    send(116, 2),
    send(290, 3),
  ]);
  expect(pto.sentence(silent.context())).toContain('2 probe timeouts in view, up to 2 in a row');
  expect(pto.sentence(silent.context())).toContain('; inferred from silences.');
  expect(pto.legend(silent.context())[0]?.label).toBe('probe timeouts (inferred from silences)');
});

describe('on three blackouts', async () => {
  const file = corpusPath('blackouts-repeated-reno.server.sqlog.gz');
  const trace = await openTrace(file);
  const view = trace.context({ width: 1000 });

  test('count and maximum of consecutive ones are those of the records', () => {
    const counts = rawMetric(rawRecords(file), 'pto_count').map(({ value }) => value);
    const rises = counts.filter((value, i) => value > (counts[i - 1] ?? 0)).length;
    expect(pto.resting?.(view).get('pto')).toBe(`${rises}, ${Math.max(...counts)} in a row`);
  });

  test('persistent congestion is a labelled strip over a tint, and can be hidden', () => {
    const [span] = view.answer.parts.ptos?.persistentCongestion ?? [];
    expect(span).toBeDefined();
    const { fromUs, toUs } = view.viewport;
    const x = (timeUs: number) => ((timeUs - fromUs) / (toUs - fromUs)) * 1000;
    const red = paintOn(pto, view).surface.rects.filter(({ fill }) => fill.color === 'loss');
    expect(red.map(({ fill, height }) => [fill.pattern, height])).toEqual([
      ['solid', 100],
      ['diagonal', 7],
    ]);
    expect(red[1]?.x).toBeCloseTo(x(span?.startUs ?? 0), 6);
    expect(red[1]?.width).toBeCloseTo(x(span?.endUs ?? 0) - x(span?.startUs ?? 0), 6);
    const hidden = trace.context({ width: 1000, hidden: ['pto/persistent-congestion'] });
    expect(paintOn(pto, hidden).surface.rects.some(({ fill }) => fill.color === 'loss')).toBe(false);
    expect(pto.legend(view).map(({ label }) => label)).toContain('persistent congestion');
  });

  test('its length is cut to the requested part', () => {
    const [span] = view.answer.parts.ptos?.persistentCongestion ?? [];
    const startUs = span?.startUs ?? 0;
    expect(pto.cells(view, startUs - 1000, startUs + 250_000)[2]).toBe('1, 250 ms');
    expect(pto.cells(view, 0, startUs - 100_000)[2]).toBe('0');
    expect(pto.sentence(view)).toContain('Persistent congestion (RFC 9002 §7.6): 1 span in view.');
  });

  test('at the cursor the span has its whole length', () => {
    const [span] = view.answer.parts.ptos?.persistentCongestion ?? [];
    const [startUs, endUs] = [span?.startUs ?? 0, span?.endUs ?? 0];
    const length = `1, ${((endUs - startUs) / 1000).toFixed(0)} ms`;
    expect(pto.values(view, (startUs + endUs) / 2).get('persistent-congestion')).toBe(length);
    expect(pto.values(view, endUs + 50_000).get('persistent-congestion')).toBe('0');
  });
});
