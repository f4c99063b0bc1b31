/**
 * Paints which streams the packets of each cell carried, as shares stacked to its height: from the bottom by ascending id, at the
 * top the streams without an entry. A stream that holds a place for long enough has its id written there.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import { estimatedWidth } from '../surface/sheet';
import { type Fill, OVERLAP_PX, type Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';
import { BAR_EDGE_PX } from './bar-labels';
import type { StreamCell } from './stream-cells';

export interface StreamPaint {
  readonly fillOf: (id: number) => Fill;
  /** Of streams without an entry; null leaves them blank. */
  readonly others: Fill | null;
  readonly nameOf: (id: number) => string;
  readonly ink: string;
  readonly paper: string;
}

const LABEL_SIZE = 11;
/** Least height of a share that is named, and what the text needs beside itself. */
const LABEL_PX = 14;
const LABEL_PAD_PX = 3;
/** From one name of a stream to its next one. */
const REPEAT_PX = 260;

/** A stretch over which a stream is at least as high as a text, without a break. */
interface Stretch {
  readonly x: number;
  endX: number;
  top: number;
  bottom: number;
}

export function paintStreams(
  surface: Surface,
  cells: readonly StreamCell[],
  window: ColumnWindow,
  viewport: Viewport,
  { fillOf, others, nameOf, ink, paper }: StreamPaint,
): void {
  const columnX = (column: number): number => timeToX(viewport, window.fromUs + column * window.columnUs);
  const { height } = surface;
  const fills: Fill[] = others === null ? [] : [others];
  const indexOf = new Map<number, number>();
  const boxes: number[] = [];
  const open = new Map<number, Stretch>();
  const labels: { readonly id: number; readonly stretch: Stretch }[] = [];
  const close = (id: number, stretch: Stretch): void => {
    open.delete(id);
    labels.push({ id, stretch });
  };
  let before = Number.NaN;
  for (const { from, to, streams, others: rest, total } of cells) {
    const x = columnX(from);
    const endX = columnX(to);
    if (from !== before) for (const [id, stretch] of open) close(id, stretch);
    before = to;
    let y = height;
    for (const [id, bytes] of streams) {
      const share = (bytes / total) * height;
      y -= share;
      let index = indexOf.get(id);
      if (index === undefined) {
        index = fills.push(fillOf(id)) - 1;
        indexOf.set(id, index);
      }
      boxes.push(x, y, endX - x + OVERLAP_PX, share, index);
      follow(open, id, { x, endX, top: y, bottom: y + share }, close);
    }
    for (const [id, stretch] of open) if (!streams.has(id)) close(id, stretch);
    if (rest > 0 && others !== null) {
      const share = (rest / total) * height;
      boxes.push(x, y - share, endX - x + OVERLAP_PX, share, 0);
    }
  }
  for (const [id, stretch] of open) close(id, stretch);
  surface.boxes(boxes, fills);
  for (const { id, stretch } of labels) {
    const words = nameOf(id);
    const width = estimatedWidth(words, LABEL_SIZE) + 2 * LABEL_PAD_PX;
    const y = (stretch.top + stretch.bottom) / 2;
    const start = Math.max(0, stretch.x);
    const end = Math.min(stretch.endX, surface.width);
    for (let x = start + BAR_EDGE_PX; x + width <= end - BAR_EDGE_PX; x += REPEAT_PX) {
      surface.rect(x, y - LABEL_PX / 2, width, LABEL_PX, { color: paper, pattern: 'solid' }, 0.86);
      surface.text(x + LABEL_PAD_PX, y + 4, words, { color: ink, size: LABEL_SIZE });
    }
  }
}

/** Goes on with the stretch of a stream while a text still fits into all of it. */
function follow(
  open: Map<number, Stretch>,
  id: number,
  next: Stretch,
  close: (id: number, stretch: Stretch) => void,
): void {
  const stretch = open.get(id);
  if (stretch !== undefined) {
    const top = Math.max(stretch.top, next.top);
    const bottom = Math.min(stretch.bottom, next.bottom);
    if (bottom - top >= LABEL_PX) {
      Object.assign(stretch, { endX: next.endX, top, bottom });
      return;
    }
    close(id, stretch);
  }
  if (next.bottom - next.top >= LABEL_PX) open.set(id, next);
}
