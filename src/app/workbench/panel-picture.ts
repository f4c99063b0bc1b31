/**
 * The canvas of one panel, and what of it must be drawn again. Data is painted when the answer, the range or its look
 * has changed. A move of the cursor or the marked range paints no data: the picture without them is kept beside the
 * canvas from the second such move on, so that a zoom, which changes everything, pays nothing for it.
 */

import type { Painted, PanelContext, PanelDefinition } from '../../drawing/panels/panel';
import type { AppState } from '../state/app-state';
import type { OpenTrace } from '../state/open-trace';
import { canvasSurface } from './canvas-surface';
import { pixelRatio } from './environment';
import { readPalette, themeKey } from './page-palette';
import { type Foreground, foregroundOf, paintForeground, paintPicture } from './paint-panel';
import type { Layers } from './slots';

/** All that a panel's picture depends on, compared one by one. */
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

/** What `paint` had to draw. */
export type PaintedPart = 'data' | 'foreground' | 'nothing';

export class PanelPicture {
  readonly #app: AppState;
  readonly #trace: OpenTrace;
  readonly #definition: PanelDefinition;
  readonly #layers: Layers['canvas'];
  #inputs: Inputs | null = null;
  #foreground: Foreground | null = null;
  #painted: Painted = { max: 1 };
  /** The picture without its foreground, once that has moved over it. */
  #kept: HTMLCanvasElement | null = null;
  #isKept = false;

  constructor(app: AppState, trace: OpenTrace, definition: PanelDefinition, layers: Layers['canvas']) {
    this.#app = app;
    this.#layers = layers;
    this.#trace = trace;
    this.#definition = definition;
  }

  /** What the panel said of its picture when it was last drawn. */
  get painted(): Painted {
    return this.#painted;
  }

  /**
   * Brings canvas and axis up to date.
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
    if (isSame && this.#isKept && this.#kept !== null) {
      copyCanvas(this.#kept, canvas);
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
      this.#isKept = isSame;
      if (isSame) this.#keep(canvas);
    }
    paintForeground(surface, context.viewport, foreground, palette, this.#layers);
    this.#foreground = foreground;
    return isSame ? 'foreground' : 'data';
  }

  #keep(canvas: HTMLCanvasElement): void {
    this.#kept ??= document.createElement('canvas');
    this.#kept.width = canvas.width;
    this.#kept.height = canvas.height;
    copyCanvas(canvas, this.#kept);
  }
}

/** Replaces what a canvas shows by what another of the same size shows, pixel by pixel. */
function copyCanvas(from: HTMLCanvasElement, to: HTMLCanvasElement): void {
  const context = to.getContext('2d');
  if (context === null) return;
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'copy';
  context.drawImage(from, 0, 0);
  context.restore();
}
