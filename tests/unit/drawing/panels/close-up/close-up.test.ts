/** The picture of a close-up, drawn from the answer that a worker gives for its range. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  closeUpHeight,
  closeUpPlotWidth,
  closeUpSvg,
  drawCloseUp,
  REPORT_WIDTH,
} from '../../../../../src/drawing/panels/close-up/close-up.ts';
import { estimatedWidth, type Sheet } from '../../../../../src/drawing/surface/sheet.ts';
import { XML_DECLARATION } from '../../../../../src/engine/base/text/xml.ts';
import type { CloseUp } from '../../../../../src/engine/findings/finding/finding';
import type { WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { type OpenedTrace, openTrace, PALETTE } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { type PaintedText, RecordingSurface } from '../../../../support/recording-surface.ts';
import { parseXml } from '../../../../support/xml.ts';

class RecordingSheet extends RecordingSurface implements Sheet {
  part(): void {
    throw new Error('a close-up is drawn on the sheet itself');
  }
}

const LEFT = 72;

function drawn(closeUp: CloseUp, answer: WindowAnswer, width: number): RecordingSheet {
  const picture = { closeUp, answer, width, palette: PALETTE, paper: null };
  const sheet = new RecordingSheet(width, closeUpHeight(picture));
  drawCloseUp(sheet, picture);
  return sheet;
}

/** Left and right edge, top and baseline of a text, as wide as it is estimated. */
function boxOf({ x, y, words, style }: PaintedText) {
  const width = estimatedWidth(words, style.size);
  const left = style.anchor === 'end' ? x - width : style.anchor === 'middle' ? x - width / 2 : x;
  return { left, right: left + width, top: y - style.size * 0.75, bottom: y };
}

function overlaps(texts: readonly PaintedText[]): readonly string[] {
  return texts.flatMap((one, i) =>
    texts.slice(i + 1).flatMap((other) => {
      const [a, b] = [boxOf(one), boxOf(other)];
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return apart ? [] : [`${one.words} / ${other.words}`];
    }),
  );
}

/** A trace per kind of finding: windows, losses, probes, a receiver, a state, sparse figures. */
const FILES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rtt100-l4s-cubic-buggy-s12.server.sqlog.gz',
  'bottleneck-10mbit-bbr2.server.sqlog.gz',
  'rate-cubic-buggy-s03.client.sqlog.gz',
  'c2-off.server.sqlog.gz',
];

describe.each(FILES)('%s', (file) => {
  let trace: OpenedTrace;
  beforeAll(async () => {
    trace = await openTrace(corpusPath(file));
  });

  test.each([REPORT_WIDTH, 310])('at %i px no word covers another, or data', (width) => {
    const answers = trace.closeUps();
    expect(answers.length).toBeGreaterThan(0);
    for (const { key, answer } of answers) {
      const closeUp = trace.snapshot.findings.find((finding) => finding.key === key)?.closeUp as CloseUp;
      const sheet = drawn(closeUp, answer, width);
      expect(overlaps(sheet.texts), key).toEqual([]);
      for (const text of sheet.texts) {
        const { left, right, top, bottom } = boxOf(text);
        expect(left, `${key}: ${text.words}`).toBeGreaterThanOrEqual(0);
        expect(right, `${key}: ${text.words}`).toBeLessThanOrEqual(width);
        // The plot and its lanes hold no words.
        const isInside = right > LEFT && left < width - 20 && bottom > 56 && top < sheet.height - 24;
        expect(isInside, `${key}: ${text.words}`).toBe(false);
      }
    }
  });

  test('each number has a line down to its time', () => {
    for (const { key, answer } of trace.closeUps()) {
      const closeUp = trace.snapshot.findings.find((finding) => finding.key === key)?.closeUp as CloseUp;
      const { fromUs, toUs, steps } = closeUp;
      const sheet = drawn(closeUp, answer, REPORT_WIDTH);
      const lines = sheet.lines.filter(({ stroke }) => stroke.dash.join() === '2,3');
      expect(lines).toHaveLength(steps.length);
      steps.forEach(({ timeUs }, i) => {
        const share = (timeUs - fromUs) / (toUs - fromUs);
        const x = LEFT + share * closeUpPlotWidth(REPORT_WIDTH);
        expect(lines[i]?.points.at(-2)).toBeCloseTo(x, 6);
        expect(sheet.texts.filter(({ words }) => words === String(i + 1))).toHaveLength(1);
      });
    }
  });
});

describe('the spiral', () => {
  let trace: OpenedTrace;
  let closeUp: CloseUp;
  let sheet: RecordingSheet;
  beforeAll(async () => {
    trace = await openTrace(corpusPath('rate-cubic-buggy-s12.server.sqlog.gz'));
    const [finding] = trace.snapshot.findings;
    const answer = trace.closeUps().find(({ key }) => key === finding?.key)?.answer;
    closeUp = finding?.closeUp as CloseUp;
    sheet = drawn(closeUp, answer as WindowAnswer, REPORT_WIDTH);
  });

  test('has a window that stays level, and a flight that falls to zero once per round trip', () => {
    const [cwnd] = sheet.lines
      .filter(({ stroke }) => stroke.color === 'cwnd' && stroke.width === 1 && stroke.dash.length === 0)
      .slice(-1);
    const levels = new Set(cwnd?.points.filter((_, i) => i % 2 === 1));
    expect(levels.size).toBe(1);
    const flight = sheet.lines.find(
      ({ stroke, points }) => stroke.color === 'bytes-in-flight' && points.length > 8,
    );
    const ys = flight?.points.filter((_, i) => i % 2 === 1) ?? [];
    const floor = Math.max(...ys);
    const [top] = [...levels];
    // The flight is as high as the window, and down at the floor between two bursts.
    expect(Math.min(...ys)).toBeCloseTo(top as number, 6);
    const xs = flight?.points.filter((_, i) => i % 2 === 0) ?? [];
    const drained = xs.filter((_, i) => ys[i] === floor);
    // One round trip is more than a hundred pixels wide.
    const times = drained.filter((x, i) => i === 0 || x - (drained[i - 1] as number) > 50);
    expect(times).toHaveLength(4);
  });

  test('has an arrow from each burst to the boundary, as long as its lead', () => {
    const color = 'slot-2';
    const arrows = sheet.lines.filter(({ stroke, points }) => stroke.color === color && points.length === 4);
    const bodies = arrows.filter(({ points: [, y1, , y2] }) => y1 === y2);
    expect(bodies.length).toBeGreaterThanOrEqual(4);
    const perPx = (closeUp.toUs - closeUp.fromUs) / closeUpPlotWidth(REPORT_WIDTH);
    // About 14 ms, the whole round trip.
    const lengths = bodies.slice(0, 3).map(({ points: [x1 = 0, , x2 = 0] }) => (x2 - x1) * perPx);
    for (const us of lengths) expect(us).toBeGreaterThan(12_000);
    for (const us of lengths) expect(us).toBeLessThan(17_000);
  });

  test('is a well-formed picture that says its steps to those who do not see it', () => {
    const [finding] = trace.snapshot.findings;
    const answer = trace.closeUps()[0]?.answer as WindowAnswer;
    const svg = parseXml(
      XML_DECLARATION + closeUpSvg(closeUp, answer, 'figure', `Close-up: ${finding?.title}`),
    );
    expect(svg.name).toBe('svg');
    const [description] = svg.all('desc');
    for (const { text } of closeUp.steps) expect(description?.text).toContain(text);
  });
});

test('at a receiver the lanes show what arrives, and no window', async () => {
  const trace = await openTrace(corpusPath('rate-cubic-buggy-s03.client.sqlog.gz'));
  const at = trace.snapshot.findings.findIndex(({ id }) => id === 'peer-flat');
  const answer = trace.closeUps()[at]?.answer as WindowAnswer;
  const sheet = drawn(trace.snapshot.findings[at]?.closeUp as CloseUp, answer, REPORT_WIDTH);
  const words = sheet.texts.map(({ words: text }) => text);
  expect(words).toContain('Received');
  expect(words).not.toContain('window (cwnd)');
});
