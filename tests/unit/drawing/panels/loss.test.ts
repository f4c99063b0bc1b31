/** Loss: packets per bar, solid where the stack says so and striped where they are inferred. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loss } from '../../../../src/drawing/panels/loss.ts';
import { COLUMN_US, columnMs, END, openEvents, openTrace, paintOn } from '../../../support/panel-context.ts';
import { corpusPath, rawLosses, rawRecords } from '../../../support/raw-trace.ts';
import { acknowledge, lost, send, type TimedEvent } from '../../../support/replay-events.ts';
import { someOf } from '../../../support/tier.ts';

/** Ten packets; three are lost in column 101, one in column 300. */
const trace = await openEvents([
  ...Array.from({ length: 10 }, (_, i) => send(0, i)),
  ...[1, 2, 3].map((packet) => lost(columnMs(101.5), packet)),
  lost(columnMs(300.5), 5),
  END,
]);
const whole = trace.context();

test('packets lost close together are one bar, isolated ones have one each', () => {
  const { surface, painted, axisText } = paintOn(loss, whole);
  const bars = surface.rects.filter(({ width }) => width === 2);
  expect(bars).toHaveLength(2);
  const [first, second] = bars;
  expect(Math.abs((first?.x ?? 0) - 101)).toBeLessThan(3);
  expect(Math.abs((second?.x ?? 0) - 300)).toBeLessThan(3);
  expect((first?.height ?? 0) / (second?.height ?? 1)).toBeCloseTo(3, 6);
  expect(painted.max).toBeCloseTo(3.3, 6);
  expect([axisText(2), axisText(1.5)]).toEqual(['2 lost', '']);
});

test('a lone loss is a bar like any other: its height is its number, its width the time of a bar', () => {
  const { rects } = paintOn(loss, whole).surface;
  expect(rects.map(({ width }) => width)).toEqual([2, 2]);
});

test('the axis follows what is visible and keeps a lock', () => {
  const late = trace.context({ fromUs: 256 * COLUMN_US, toUs: 512 * COLUMN_US });
  expect(paintOn(loss, late).painted.max).toBeCloseTo(1.1, 6);
  expect(paintOn(loss, late, 8).axisMax).toBe(8);
  const bar = paintOn(loss, whole, 2).surface.rects[0];
  expect([bar?.y, bar?.height]).toEqual([0, 100]);
});

test('at the cursor, in the sentence and in the table are packets', () => {
  expect(loss.values(whole, 101.5 * COLUMN_US).get('loss')).toBe('3');
  expect(loss.values(whole, 200.5 * COLUMN_US).get('loss')).toBe('0');
  expect(loss.sentence(whole)).toBe('4 packets lost in view, logged.');
  expect(loss.cells(whole, 0, 256 * COLUMN_US)).toEqual(['3']);
  expect(loss.cells(whole, 256 * COLUMN_US, 512 * COLUMN_US)).toEqual(['1']);
});

test('a hidden series is not painted, and the axis stays', () => {
  const { surface, painted } = paintOn(loss, trace.context({ hidden: ['loss/loss'] }));
  expect(surface.rects).toEqual([]);
  expect(painted.max).toBeCloseTo(3.3, 6);
});

describe('how losses were found', () => {
  test('logged losses are solid and labelled so', () => {
    expect(loss.legend(whole)[0]).toMatchObject({ label: 'packets lost, logged', pattern: 'solid' });
    expect(paintOn(loss, whole).surface.rects[0]?.fill).toEqual({ color: 'loss', pattern: 'solid' });
  });

  test('losses inferred from ACK gaps are striped and labelled so', async () => {
    const inferred = await openEvents([
      ...Array.from({ length: 10 }, (_, i) => send(i, i)),
      acknowledge(40, [[5, 9]]),
      END,
    ]);
    expect(loss.legend(inferred.context())[0]).toMatchObject({
      label: 'packets lost, inferred from ACK gaps (in all 5: 5 burst; 5 of them benign)',
      pattern: 'diagonal',
    });
    expect(paintOn(loss, inferred.context()).surface.rects[0]?.fill.pattern).toBe('diagonal');
    expect(loss.sentence(inferred.context())).toContain('inferred from ACK gaps');
  });

  test('quiche 0.24 logs none: they are inferred from bytes in flight', async () => {
    const { context } = await openTrace(corpusPath('rate-024-cubic-s02.server.sqlog.gz'));
    expect(loss.legend(context())[0]).toMatchObject({
      label: 'packets lost, inferred from bytes in flight (in all 75: 75 random)',
      pattern: 'diagonal',
    });
  });
});

test('the legend says what dropped the packets, as far as that is known', async () => {
  const { context } = await openTrace(corpusPath('blackouts-repeated-reno.server.sqlog.gz'));
  const { label } = loss.legend(context())[0] ?? {};
  expect(label).toBe(
    'packets lost, counted by the stack (in all 170: 67 queue full, 100 burst, 3 not known what dropped them; 44 of them benign)',
  );
});

test('the parts of the legend add up to all of each trace', async () => {
  let told = 0;
  for (const file of someOf(
    readdirSync(corpusPath('.')).filter((name) => name.endsWith('.gz')),
    10,
  )) {
    const { context } = await openTrace(corpusPath(file));
    const [, all, parts] =
      /\(in all ([\d,]+): (.*?)(?:; [\d,]+ of them benign)?\)$/.exec(
        loss.legend(context())[0]?.label ?? '',
      ) ?? [];
    if (all === undefined || parts === undefined) continue;
    const number = (words: string): number => Number(words.replaceAll(',', ''));
    const sum = [...parts.matchAll(/(?:^|, )([\d,]+) /g)].reduce(
      (total, [, packets = '']) => total + number(packets),
      0,
    );
    expect(sum, `${file}: ${parts}`).toBe(number(all));
    told++;
  }
  expect(told).toBeGreaterThan(2);
});

test('without packets and losses the panel names what is missing', async () => {
  const bare = await openEvents([[0, 'quic:recovery_metrics_updated', { congestion_window: 12000 }], END]);
  expect(loss.missing(bare.snapshot)).toMatch(/packet_lost.*packet_sent/);
  expect(loss.missing(trace.snapshot)).toBeNull();
});

test('on the incident every part of whole columns has the losses that the stack counts in it', async () => {
  const file = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const losses = rawLosses(rawRecords(file));
  const { context } = await openTrace(file);
  const view = context({ width: 1024, fromUs: 0, toUs: 2 ** 21 });
  const { columnUs } = view.answer.window;
  const part = 64 * columnUs;
  for (let fromUs = 0; fromUs < 2 ** 21; fromUs += part) {
    const due = losses
      .filter(({ timeMs }) => timeMs * 1000 >= fromUs && timeMs * 1000 < fromUs + part)
      .reduce((sum, { value }) => sum + value, 0);
    expect(loss.cells(view, fromUs, fromUs + part)).toEqual([String(due)]);
  }
  expect(losses.reduce((sum, { value }) => sum + value, 0)).toBe(66);
});

describe('why the stack declared packets lost', () => {
  const because = (column: number, packet: number, trigger: string): TimedEvent => [
    columnMs(column),
    'recovery:packet_lost',
    { header: { packet_type: '1RTT', packet_number: packet }, trigger },
  ];

  test('stands at the cursor, in the sentence and in the table', async () => {
    const context = (
      await openEvents([
        ...Array.from({ length: 10 }, (_, i) => send(0, i)),
        because(100.5, 1, 'reordering_threshold'),
        because(100.5, 2, 'reordering_threshold'),
        because(100.5, 3, 'time_threshold'),
        because(300.5, 4, 'pto_expired'),
        because(300.5, 5, 'something_else'),
        END,
      ])
    ).context();
    expect(loss.values(context, 100.5 * COLUMN_US).get('loss')).toBe(
      '3 (2 packet threshold, 1 time threshold)',
    );
    expect(loss.sentence(context)).toBe(
      '5 packets lost in view, logged (2 packet threshold, 1 time threshold, 1 PTO).',
    );
    expect(loss.cells(context, 256 * COLUMN_US, 512 * COLUMN_US)).toEqual(['2 (1 PTO)']);
  });
});
