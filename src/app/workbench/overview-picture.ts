/** Draws the strip of the overview where what it shows has changed, and says it to a screen reader. */
import type { PanelContext } from '../../drawing/panels/panel';
import { stripOf } from '../../drawing/surface/surface';
import { chosenFinding } from '../../drawing/view/chosen-finding';
import type { AppState } from '../state/app-state';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import { canvasSurface } from './paint/canvas-surface';
import { pixelRatio } from './paint/environment';
import { areSame, type Inputs } from './paint/inputs';
import { paletteOf, themeKey } from './paint/page-palette';
import { overviewMax, overviewSentence, paintOverview, wholeOf } from './paint-overview';

/** A trace's part of the strip as a panel's context; null before the first answer. */
export function overviewContext(trace: OpenTrace): PanelContext | null {
  const answer = trace.overview.get();
  const snapshot = trace.snapshot.get();
  return answer === null || snapshot === null
    ? null
    : {
        answer,
        snapshot,
        viewport: wholeOf(trace),
        hidden: new Set(trace.view.get().dismissed.map((key) => `finding/${key}`)),
        finding: chosenFinding(trace.view.get(), snapshot)?.key ?? null,
        stretchesUs: trace.stretchesUs,
      };
}

/** Inputs of a trace's picture and sentence: they do not change while the pointer moves or a range is panned. */
function inputsOf(
  trace: OpenTrace,
  { answer, snapshot, viewport, finding, stretchesUs }: PanelContext,
): Inputs {
  const { fromUs, toUs, width } = viewport;
  return [answer, snapshot, fromUs, toUs, width, finding, stretchesUs, trace.view.get().dismissed];
}

export class OverviewPicture {
  readonly #app: AppState;
  readonly #set: OpenSet;
  #inputs: Inputs | null = null;

  constructor(app: AppState, set: OpenSet) {
    this.#app = app;
    this.#set = set;
  }

  /**
   * @param each height of the strip of one trace, px.
   * @returns whether it shows the set: not before the first answer, nor on a canvas without a size.
   */
  paint(canvas: HTMLCanvasElement, each: number): boolean {
    const { members, viewport } = this.#set;
    const height = each * members.length;
    const drawn = members.flatMap(({ trace }, at) => {
      const context = overviewContext(trace);
      return context === null ? [] : [{ trace, context, at }];
    });
    if (drawn.length === 0) return false;
    const look = [themeKey(this.#app), pixelRatio(), height];
    const inputs = [...look, ...drawn.flatMap(({ trace, context }) => inputsOf(trace, context))];
    if (areSame(this.#inputs, inputs)) return true;
    const surface = canvasSurface(canvas, viewport.width, height, pixelRatio());
    if (surface === null) return false;
    this.#inputs = inputs;
    surface.clear();
    const most = Math.max(...drawn.map(({ context }) => overviewMax(context)));
    for (const { context, at } of drawn)
      paintOverview(stripOf(surface, at * each, each), context, paletteOf(this.#app), most);
    const sentences = drawn.map(({ trace, context }) =>
      members.length === 1 ? overviewSentence(context) : `${trace.name}: ${overviewSentence(context)}`,
    );
    canvas.setAttribute('aria-label', `Overview. ${sentences.join(' ')}`);
    return true;
  }
}
