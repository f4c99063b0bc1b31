/**
 * No words over the ends of a bar, and none that hide what is below them: of every panel of the registry, on traces with many requests, streams and handshakes of
 * every kind, from what their painters call.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { openPlaces } from '../../../../src/drawing/painters/bar-labels.ts';
import { missingOf, PANELS } from '../../../../src/drawing/panels/registry.ts';
import { estimatedWidth } from '../../../../src/drawing/surface/sheet.ts';
import { openTrace, PALETTE } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { type PaintedRect, type PaintedText, RecordingSurface } from '../../../support/recording-surface.ts';
import { someOf } from '../../../support/tier.ts';

const TRACES = [
  'wire/quiche-req-100-conc.client.sqlog.gz',
  'wire/go-blocked-streams.server.sqlog.gz',
  'wire/go-0rtt.client.2.sqlog.gz',
  'wire/aio-cancel.server.qlog.gz',
  'wire/aio-vn.client.qlog.gz',
  'traces/rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'wire/ngtcp2-bigchain.client.sqlog.gz',
  'traces/rate-cubic-buggy-s03.client.sqlog.gz',
];
/** Parts of the trace, and widths of the plot, CSS pixels. */
const VIEWS: readonly (readonly [share: number, width: number])[] = [
  [1, 900],
  [1, 320],
  [0.5, 240],
  [0.1, 900],
  [0.02, 390],
];
/** Of a bar at each end. */
const EDGE_PX = 3;

interface Span {
  readonly from: number;
  readonly to: number;
}

const textSpan = ({ x, words, style }: PaintedText): Span => {
  const width = estimatedWidth(words, style.size);
  const from = style.anchor === 'end' ? x - width : style.anchor === 'middle' ? x - width / 2 : x;
  return { from, to: from + width };
};

/** Of a request the colours are parts of one bar: what held it. */
const hasParts = (panel: string): boolean => panel === 'requests';

/** The bars at a height, those of one fill that touch one another as one. @param ofParts those of any fill. */
function barsAt(rects: readonly PaintedRect[], y: number, ofParts: boolean): readonly Span[] {
  const byFill = new Map<string, { from: number; to: number }[]>();
  const at = rects.filter(
    (rect) => rect.fill.color !== PALETTE.paper && rect.y < y && rect.y + rect.height > y,
  );
  for (const { x, width, fill } of at.toSorted((a, b) => a.x - b.x)) {
    const key = ofParts ? '' : `${fill.color} ${fill.pattern}`;
    const bars = byFill.get(key) ?? [];
    byFill.set(key, bars);
    const last = bars.at(-1);
    if (last !== undefined && x <= last.to + 0.01) last.to = Math.max(last.to, x + width);
    else bars.push({ from: x, to: x + width });
  }
  return [...byFill.values()].flat();
}

const covers = (words: Span, from: number, to: number): boolean => words.from < to && words.to > from;

describe.each(someOf(TRACES, 2))('%s', (file) => {
  test('no words of any panel cover the first or the last pixels of a bar', async () => {
    const trace = await openTrace(corpusPath(`../${file}`));
    for (const panel of PANELS) {
      if (missingOf(panel, trace.snapshot) !== null) continue;
      for (const [share, width] of VIEWS) {
        const { fromUs, toUs } = trace.snapshot.extent;
        const context = trace.context({ width, toUs: fromUs + (toUs - fromUs) * share });
        const surface = new RecordingSurface(width, panel.height);
        panel.paint(context, { surface, palette: PALETTE, lockedMax: null, axis: () => undefined });
        const grounds = surface.rects.filter(({ fill }) => fill.color === PALETTE.paper);
        for (const text of surface.texts) {
          const y = text.y - text.style.size * 0.36;
          const words = textSpan(text);
          const ground = grounds.find(
            (rect) => rect.y < y && rect.y + rect.height > y && covers(words, rect.x, rect.x + rect.width),
          );
          const covered = ground === undefined ? words : { from: ground.x, to: ground.x + ground.width };
          for (const bar of barsAt(surface.rects, y, hasParts(panel.id))) {
            const what = `${panel.id} at ${width} px, ${share} of the trace: ${text.words} over ${JSON.stringify(bar)}`;
            const edge = Math.min(EDGE_PX, bar.to - bar.from);
            expect(covers(covered, bar.from, bar.from + edge), what).toBe(false);
            expect(covers(covered, bar.to - edge, bar.to), what).toBe(false);
            // A bar that cannot be seen below words reads as a gap.
            if (ground?.opacity === 1) expect(covers(covered, bar.from, bar.to), what).toBe(false);
          }
          seen.set(panel.id, (seen.get(panel.id) ?? 0) + 1);
        }
      }
    }
  });
});

const seen = new Map<string, number>();
afterAll(() => {
  for (const id of ['handshake', 'requests', 'multiplexing'])
    expect(seen.get(id) ?? 0, `words of ${id}`).toBeGreaterThan(0);
});

test('open places are what lies between the ends of bars, and is not taken', () => {
  const row = { from: 0, to: 100 };
  expect(openPlaces(row, [])).toEqual([row]);
  expect(openPlaces(row, [{ from: 10, to: 60 }])).toEqual([
    { from: 0, to: 10 },
    { from: 15, to: 55 },
    { from: 60, to: 100 },
  ]);
  expect(openPlaces(row, [{ from: 10, to: 14 }], [{ from: 0, to: 10 }])).toEqual([{ from: 14, to: 100 }]);
  expect(openPlaces(row, [{ from: -20, to: 200 }])).toEqual([row]);
});
