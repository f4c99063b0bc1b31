/**
 * Draws the canvas of one panel, and decides what must be drawn again. Data is painted when the answer, the range or the
 * appearance has changed. A move of the cursor or the selection paints no data: a copy of the picture without them is
 * made at the second such move, so that a zoom, which changes everything, does not pay for the copy.
 */

import type { Painted, PanelContext, PanelDefinition } from '../../drawing/panels/panel';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/open-trace';
import { canvasSurface } from './canvas-surface';
import { pixelRatio } from './environment';
import { readPalette, themeKey } from './page-palette';
import { type Foreground, foregroundOf, paintForeground, paintPicture } from './paint-panel';
import type { Layers } from './slots';

/** Inputs of a panel's picture, compared one by one. */
type Inputs = readonly unknown[];

function inputsOf(
  app: AppState,
  trace: OpenTrace,
  { answer, snapshot, viewport }: PanelContext,
  canvas: HTMLCanvasElement,
  height: number,
  lockedMax: number | null,
): Inputs {
  const { fromUs, toUs, width } = viewport;
  const { hiddenSeries } = app.choices.get();
  const look = [height, lockedMax, pixelRatio(), themeKey(app), hiddenSeries];
  return [canvas, answer, snapshot, fromUs, toUs, width, trace.view.get().finding, ...look];
}

function areSame(before: Inputs | null, now: Inputs): boolean {
  return before !== null && now.every((input, i) => Object.is(input, before[i]));
}

function isSameForeground(before: Foreground | null, now: Foreground): boolean {
  return (
    before?.readoutUs === now.readoutUs &&
    before.pinnedUs === now.pinnedUs &&
    before.selection === now.selection &&
    now.layers.every((value, i) => Object.is(value, before.layers[i]))
  );
}

/** What `paint` drew. */
export type PaintedPart = 'data' | 'foreground' | 'nothing';

export class PanelPicture {
  readonly #app: AppState;
  readonly #trace: OpenTrace;
  readonly #definition: PanelDefinition;
  readonly #layers: Layers['canvas'];
  #inputs: Inputs | null = null;
  #foreground: Foreground | null = null;
  #painted: Painted = { max: 1 };
  /** Copy of the picture without foreground, once the foreground has moved. */
  #copy: HTMLCanvasElement | null = null;
  #hasCopy = false;

  constructor(app: AppState, trace: OpenTrace, definition: PanelDefinition, layers: Layers['canvas']) {
    this.#app = app;
    this.#layers = layers;
    this.#trace = trace;
    this.#definition = definition;
  }

  /** The panel's report on its picture when it was last drawn. */
  get painted(): Painted {
    return this.#painted;
  }

  /**
   * Updates canvas and axis.
   * @param lockedMax top of the value axis, null to follow what is visible.
   * @returns what was drawn; null where the canvas has no size.
   */
  paint(
    context: PanelContext,
    canvas: HTMLCanvasElement,
    axis: SVGSVGElement,
    height: number,
    lockedMax: number | null,
  ): PaintedPart | null {
    const inputs = inputsOf(this.#app, this.#trace, context, canvas, height, lockedMax);
    const foreground = foregroundOf(this.#trace, this.#layers);
    const isSame = areSame(this.#inputs, inputs);
    if (isSame && isSameForeground(this.#foreground, foreground)) return 'nothing';
    const surface = canvasSurface(canvas, context.viewport.width, height, pixelRatio());
    if (surface === null) return null;
    const palette = readPalette(this.#app);
    if (isSame && this.#hasCopy && this.#copy !== null) {
      copyCanvas(this.#copy, canvas);
    } else {
      surface.clear();
      this.#painted = paintPicture(
        this.#trace,
        this.#definition,
        context,
        { surface, palette },
        axis,
        lockedMax,
      );
      this.#inputs = inputs;
      this.#hasCopy = isSame;
      if (isSame) this.#makeCopy(canvas);
    }
    paintForeground(surface, context.viewport, foreground, palette, this.#layers);
    this.#foreground = foreground;
    return isSame ? 'foreground' : 'data';
  }

  #makeCopy(canvas: HTMLCanvasElement): void {
    this.#copy ??= document.createElement('canvas');
    this.#copy.width = canvas.width;
    this.#copy.height = canvas.height;
    copyCanvas(canvas, this.#copy);
  }
}

/** Copies the pixels of a canvas to another of the same size. */
function copyCanvas(from: HTMLCanvasElement, to: HTMLCanvasElement): void {
  const context = to.getContext('2d');
  if (context === null) return;
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'copy';
  context.drawImage(from, 0, 0);
  context.restore();
}
