/**
 * The chosen finding on the Congestion panel of real traces: named at its place, never over data or clipped values. Where
 * there is no room it is left out; at the page's width the worst alarm always has room.
 */
import { describe, expect, test } from 'vitest';
import { LABEL_STRIP_PX } from '../../../../../src/drawing/painters/paint-annotation.ts';
import { congestion } from '../../../../../src/drawing/panels/congestion/congestion.ts';
import { clipExtent } from '../../../../../src/drawing/surface/clip-label.ts';
import { estimatedWidth } from '../../../../../src/drawing/surface/sheet.ts';
import { timeToX } from '../../../../../src/drawing/surface/viewport.ts';
import { openTrace, PALETTE } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';
import { someOf } from '../../../../support/tier.ts';

const TRACES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rate-cubic-buggy-s12.server.sqlog.gz',
  'bbr2-loss2s-s03.server.sqlog.gz',
  'bottleneck-10mbit-bbr2.server.sqlog.gz',
  'mtu1500-l-cubic-buggy-s08.server.sqlog.gz',
];

describe.each(someOf(TRACES, 2))('%s', (file) => {
  test.each([560, 720, 1000])('at %i pixels alarms are named, over nothing else', async (width) => {
    const context = (await openTrace(corpusPath(file))).context({ width });
    const alarms = context.snapshot.findings.filter(({ severity }) => severity !== 'info');
    expect(alarms.length).toBeGreaterThan(0);
    for (const finding of alarms) {
      const surface = new RecordingSurface(width, 192);
      const { clips = [] } = congestion.paint(
        { ...context, finding: finding.key },
        { surface, palette: PALETTE, lockedMax: null, axis: () => undefined },
      );
      const boxes = surface.texts.map(({ x, words, style }) => ({
        from: x,
        to: x + estimatedWidth(words, style.size),
        words,
      }));
      const named = boxes.find(({ words }) =>
        words.startsWith((finding.label ?? finding.title).split(', ')[0] ?? ''),
      );
      if (width >= 1000 && finding === alarms[0]) expect(named, finding.key).toBeDefined();
      if ((finding.course?.lostPackets ?? 0) > 0)
        expect(boxes.filter(({ words }) => words.includes('last loss'))).toEqual([]);
      const place = timeToX(context.viewport, finding.startUs);
      expect(named?.to ?? place).toBeGreaterThan(place - 1);
      const taken = [...boxes, ...clips.map((clip) => clipExtent(clip, width))];
      for (const [i, box] of boxes.entries())
        for (const other of taken.slice(i + 1))
          expect(box.to <= other.from || other.to <= box.from).toBe(true);
      // Lines within the strip are beside the labels.
      const lines = surface.lines
        .filter(({ stroke }) => ['cwnd', 'ssthresh', 'bdp'].includes(stroke.color))
        .flatMap(({ points }) =>
          points.flatMap((x, at) => (at % 2 === 0 ? [[x, points[at + 1] as number]] : [])),
        );
      const inStrip = lines.filter(([, y = 0]) => y > 0 && y < LABEL_STRIP_PX - 5);
      for (const [x = 0] of inStrip)
        expect(
          boxes.every(({ from, to }) => x < from || x > to),
          `${finding.key} at ${x}`,
        ).toBe(true);
    }
  });
});
