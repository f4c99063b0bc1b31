/** Labels of a finding on the picture: at its place, shortened or moved before they cover data or one another. */
import { describe, expect, test } from 'vitest';
import {
  type Annotation,
  type IsFree,
  LABEL_STRIP_PX,
  paintAnnotation,
} from '../../../../src/drawing/painters/paint-annotation.ts';
import { estimatedWidth } from '../../../../src/drawing/surface/sheet.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const WORDS = ['flat at 2,700 B for 7.94 s', 'no loss', '987 transitions'];
const everywhere: IsFree = () => true;

function painted(change: Partial<Annotation> = {}, isFree: IsFree = everywhere, height = 230) {
  const surface = new RecordingSurface(900, height);
  const annotation = { words: WORDS, color: 'red', fromPx: 200, toPx: 900, loss: null, ...change };
  paintAnnotation(surface, annotation, isFree);
  const boxes = surface.texts.map(({ x, words, style }) => {
    return { words, fromPx: x, toPx: x + estimatedWidth(words, style.size) };
  });
  return { surface, boxes };
}

const loss = { x: 190, words: 'last loss 2.04 s', color: 'dark' };

test('the label stands at the beginning of the finding, in the strip', () => {
  const { surface, boxes } = painted();
  expect(boxes.map(({ words }) => words)).toEqual([WORDS.join(', ')]);
  expect(boxes[0]?.fromPx).toBeGreaterThan(200);
  expect(boxes[0]?.toPx).toBeLessThan(900);
  expect(surface.texts[0]?.y).toBeLessThan(LABEL_STRIP_PX);
});

test('the last loss is a line with its time before the finding; the two labels do not touch', () => {
  const { surface, boxes } = painted({ loss });
  expect(boxes.map(({ words }) => words)).toEqual([WORDS.join(', '), 'last loss 2.04 s']);
  expect(boxes[1]!.toPx).toBeLessThan(boxes[0]!.fromPx);
  expect(surface.lines.map(({ points }) => points[0])).toEqual([190]);
});

test('without room before the finding the loss is written where there is room, or only drawn', () => {
  const atStart = { fromPx: 4, loss: { ...loss, x: 2 } };
  const { boxes } = painted(atStart);
  expect(boxes).toHaveLength(1);
  expect(painted(atStart).surface.lines).toHaveLength(1);
  const afar = painted({ fromPx: 600, loss: { ...loss, x: 40 } });
  expect(afar.boxes[1]!.fromPx).toBeGreaterThan(40);
});

describe('data in the strip', () => {
  const taken =
    (from: number, to: number): IsFree =>
    (left, right) =>
      right < from || left > to;

  test('moves the label to where it covers none', () => {
    const { boxes } = painted({}, taken(0, 320));
    expect(boxes[0]?.fromPx).toBeGreaterThan(320);
    expect(boxes[0]?.words).toBe(WORDS.join(', '));
  });

  test('shortens it to what there is room for', () => {
    const { boxes } = painted({}, taken(430, 900));
    expect(boxes.map(({ words }) => words)).toEqual(['flat at 2,700 B for 7.94 s']);
    expect(boxes[0]!.toPx).toBeLessThan(430);
  });

  test('everywhere leaves it out', () => {
    expect(painted({ loss }, () => false).boxes).toEqual([]);
  });
});

test('a short finding at the right end has its label to its left', () => {
  const { boxes } = painted({ fromPx: 880, toPx: 890 });
  expect(boxes).toHaveLength(1);
  expect(boxes[0]!.toPx).toBeLessThanOrEqual(890);
});

test('where the finding is at the right end, the label to its left and that of the loss do not cover one another', () => {
  const { surface, boxes } = painted({ fromPx: 880, toPx: 900, loss: { ...loss, x: 872 } });
  expect(boxes.length).toBeGreaterThan(0);
  for (const [i, box] of boxes.entries())
    for (const other of boxes.slice(i + 1))
      expect(box.toPx < other.fromPx || other.toPx < box.fromPx).toBe(true);
  // The loss is drawn all the same.
  expect(surface.lines.map(({ points }) => points[0])).toEqual([872]);
});

test('a low plot has no labels', () => {
  expect(painted({ loss }, everywhere, 90).surface.texts).toEqual([]);
});
