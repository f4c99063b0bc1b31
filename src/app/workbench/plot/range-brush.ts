/** The brush over a strip of the whole set, which is the visible range: the user drags it, and the page moves it. */
import { type BrushBehavior, brushX, type D3BrushEvent } from 'd3-brush';
import { type Selection, select } from 'd3-selection';
import { timeToX, type Viewport, xToTime } from '../../../drawing/surface/viewport';
import type { OpenSet } from '../../state/traces/open-trace';

/** Of a short range, so that it can be seen and dragged. */
const LEAST_PX = 2;

export class RangeBrush {
  readonly #set: OpenSet;
  readonly #group: Selection<SVGGElement, unknown, null, undefined>;
  readonly #brush: BrushBehavior<unknown>;
  /** The user is dragging it: the page must not move it. */
  #isHeld = false;
  /** Of the strip that it is fitted to. */
  #size = '';
  /** Where the page has put it; null where unknown. */
  #place: string | null = null;

  constructor(set: OpenSet, element: SVGGElement) {
    this.#set = set;
    this.#group = select<SVGGElement, unknown>(element);
    this.#brush = brushX<unknown>().on('start brush end', (event: D3BrushEvent<unknown>) =>
      this.#follow(event),
    );
  }

  /** Fits it to the strip, and puts it over the visible range unless the user drags it. @param height of the strip, px. */
  show(height: number): void {
    this.#fit(height);
    if (this.#isHeld) return;
    const selection = this.#selection();
    const place = selection?.join(' ') ?? '';
    if (place === this.#place) return;
    this.#place = place;
    this.#group.call(this.#brush.move, selection);
  }

  end(): void {
    this.#group.on('.brush', null);
  }

  get #whole(): Viewport {
    return { ...this.#set.extent, width: this.#set.viewport.width };
  }

  #follow(event: D3BrushEvent<unknown>): void {
    // Moves by the page itself have no source event.
    if (event.sourceEvent === null || event.sourceEvent === undefined) return;
    this.#isHeld = event.type !== 'end';
    this.#place = null;
    if (event.type === 'start') {
      this.#set.hold();
      return;
    }
    const selection = event.selection as [number, number] | null;
    const whole = this.#whole;
    if (selection === null) this.#set.showRange(null);
    else this.#set.showRange({ fromUs: xToTime(whole, selection[0]), toUs: xToTime(whole, selection[1]) });
    if (event.type === 'end') this.#set.release();
  }

  #fit(height: number): void {
    const { width } = this.#set.viewport;
    const size = `${width} ${height}`;
    if (this.#size === size) return;
    this.#size = size;
    const corners: [[number, number], [number, number]] = [
      [0, 0],
      [width, height],
    ];
    this.#group.call(this.#brush.extent(corners));
    this.#place = null;
  }

  /** The visible range, px; null where all is visible. */
  #selection(): [number, number] | null {
    const { extent, viewport, view } = this.#set;
    if (view.get().range === null || extent.toUs <= extent.fromUs) return null;
    const from = timeToX(this.#whole, viewport.fromUs);
    return [from, Math.max(from + LEAST_PX, timeToX(this.#whole, viewport.toUs))];
  }
}
