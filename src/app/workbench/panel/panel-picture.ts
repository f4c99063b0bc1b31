/**
 * Draws the canvas of one plot, and decides what must be drawn again. Data is painted when an answer, the range or the
 * appearance has changed. A move of the cursor or the selection paints no data: a copy of the picture without them is
 * made at the second such move, so that a zoom, which changes everything, does not pay for the copy.
 */
import type { Painted } from '../../../drawing/panels/panel';
import { CLIP_ARROW, type Clip, clipLabelPlace } from '../../../drawing/surface/clip-label';
import type { Viewport } from '../../../drawing/surface/viewport';
import type { AppState } from '../../state/app-state';
import type { OpenSet } from '../../state/traces/open-trace';
import { canvasSurface } from '../paint/canvas-surface';
import { pixelRatio } from '../paint/environment';
import { areSame, type Inputs } from '../paint/inputs';
import { paletteOf, themeKey } from '../paint/page-palette';
import {
  type DrawnLane,
  type Foreground,
  foregroundOf,
  type PaintPlot,
  paintForeground,
  paintPicture,
} from '../paint/paint-panel';
import { utcOriginMs } from '../plot/clock';
import type { Layers } from '../slots';

function isSameForeground(before: Foreground | null, now: Foreground): boolean {
  return (
    before?.readoutUs === now.readoutUs &&
    before.pinnedUs === now.pinnedUs &&
    before.selection === now.selection &&
    areSame(before.layers.flat(), now.layers.flat())
  );
}

/** What `paint` drew. */
export type PaintedPart = 'data' | 'foreground' | 'nothing';

/** The elements of a plot, and its height. */
export interface PlotElements {
  readonly canvas: HTMLCanvasElement;
  readonly axis: SVGSVGElement;
  /** Holds the values of what is clipped. */
  readonly clips: HTMLElement;
  /** Names what is drawn; null where the panel's title does. */
  readonly label: HTMLElement | null;
}

export class PanelPicture {
  readonly #app: AppState;
  readonly #set: OpenSet;
  readonly #paintPlot: PaintPlot;
  readonly #layers: Layers['canvas'];
  readonly #panel: string;
  #inputs: Inputs | null = null;
  #foreground: Foreground | null = null;
  #painted: Painted = { max: 1 };
  /** Copy of the picture without foreground, once the foreground has moved. */
  #copy: HTMLCanvasElement | null = null;
  #hasCopy = false;

  /** @param panel id of the panel. */
  constructor(app: AppState, set: OpenSet, panel: string, paintPlot: PaintPlot, layers: Layers['canvas']) {
    this.#app = app;
    this.#panel = panel;
    this.#layers = layers;
    this.#set = set;
    this.#paintPlot = paintPlot;
  }

  /** The panel's report on its picture when it was last drawn. */
  get painted(): Painted {
    return this.#painted;
  }

  /**
   * Updates canvas and axis.
   * @param lanes drawn over one another.
   * @param lockedMax top of the value axis, null to follow what is visible.
   * @returns what was drawn; null where the canvas has no size.
   */
  paint(
    lanes: readonly DrawnLane[],
    { canvas, axis, clips }: PlotElements,
    height: number,
    lockedMax: number | null,
  ): PaintedPart | null {
    const { viewport } = this.#set;
    const inputs = this.#inputsOf(lanes, viewport, canvas, height, lockedMax);
    const foreground = foregroundOf(this.#set, lanes, this.#layers);
    const isSame = areSame(this.#inputs, inputs);
    if (isSame && isSameForeground(this.#foreground, foreground)) return 'nothing';
    const surface = canvasSurface(canvas, viewport.width, height, pixelRatio());
    if (surface === null) return null;
    const palette = paletteOf(this.#app);
    if (isSame && this.#hasCopy && this.#copy !== null) {
      copyCanvas(this.#copy, canvas);
    } else {
      surface.clear();
      const tools = { surface, palette };
      const clockMs = utcOriginMs(this.#app, this.#set);
      this.#painted = paintPicture(viewport, lanes, this.#paintPlot, tools, axis, lockedMax, clockMs);
      writeClips(clips, this.#painted.clips ?? [], viewport.width);
      this.#inputs = inputs;
      this.#hasCopy = isSame;
      if (isSame) this.#makeCopy(canvas);
    }
    const plot = { panel: this.#panel, painted: this.#painted };
    paintForeground(surface, viewport, lanes, foreground, palette, this.#layers, plot);
    this.#foreground = foreground;
    return isSame ? 'foreground' : 'data';
  }

  #inputsOf(
    lanes: readonly DrawnLane[],
    { fromUs, toUs, width }: Viewport,
    canvas: HTMLCanvasElement,
    height: number,
    lockedMax: number | null,
  ): Inputs {
    const { hiddenSeries } = this.#app.choices.get();
    const look = [height, lockedMax, pixelRatio(), themeKey(this.#app), hiddenSeries];
    const clockMs = utcOriginMs(this.#app, this.#set);
    const ofLanes = lanes.flatMap(({ context, style }) => {
      const { answer, snapshot, viewport, finding, stretchesUs, scale } = context;
      return [answer, snapshot, viewport.fromUs, finding, stretchesUs, scale, style];
    });
    return [canvas, fromUs, toUs, width, clockMs, ...look, ...ofLanes];
  }

  #makeCopy(canvas: HTMLCanvasElement): void {
    this.#copy ??= document.createElement('canvas');
    this.#copy.width = canvas.width;
    this.#copy.height = canvas.height;
    copyCanvas(canvas, this.#copy);
  }
}

/** Writes the values of what is clipped beside their arrows; elements stay, for a zoom writes them in every frame. */
function writeClips(box: HTMLElement, clips: readonly Clip[], width: number): void {
  while (box.childElementCount > clips.length) box.lastElementChild?.remove();
  clips.forEach(({ x, text }, i) => {
    const label = (box.children[i] ?? box.appendChild(document.createElement('span'))) as HTMLElement;
    const place = clipLabelPlace(x, width);
    // What is written again costs layout, though it is the same.
    if (label.textContent !== text) label.textContent = text;
    label.style.transform = `translate(${place.x}px, ${CLIP_ARROW.top - 4}px)${place.isLeft ? ' translateX(-100%)' : ''}`;
  });
}

function copyCanvas(from: HTMLCanvasElement, to: HTMLCanvasElement): void {
  const context = to.getContext('2d');
  if (context === null) return;
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'copy';
  context.drawImage(from, 0, 0);
  context.restore();
}
