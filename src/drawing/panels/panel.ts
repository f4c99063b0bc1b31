/**
 * What a panel is: data about itself and pure functions over the newest answer. The frame around it (title,
 * legend, resize, text twin) is the same for all and lives in panel-frame.tsx.
 */

import type { AnswerPart } from '../../engine/contract/parts';
import type { Snapshot, WindowAnswer } from '../../engine/contract/snapshot';
import type { Palette } from '../surface/palette';
import type { Surface } from '../surface/surface';
import type { Viewport } from '../surface/viewport';
import type { PanelId } from './panel-ids';

/** Everything a panel may look at when it paints, reads off or describes. */
export interface PanelContext {
  readonly answer: WindowAnswer;
  readonly snapshot: Snapshot;
  readonly viewport: Viewport;
  /** Keys of legend entries that the user has hidden, `panel/entry`. */
  readonly hidden: ReadonlySet<string>;
}

export interface PaintTools {
  readonly surface: Surface;
  readonly palette: Palette;
  /** Top of the value axis when the user has locked it, else null. */
  readonly lockedMax: number | null;
  /** Draws the left axis from `min`, 0 where left out, to `max`, and the grid. */
  readonly axis: (max: number, format: (value: number) => string, min?: number) => void;
}

export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  /** Class of the swatch: a line, an area, or the shape of a mark. */
  readonly swatch:
    | 'line'
    | 'dash'
    | 'dash-dot'
    | 'dot'
    | 'mark'
    | 'area'
    | 'hollow'
    | 'square'
    | 'cross'
    | 'diamond'
    | 'ring'
    | 'triangle'
    | 'stub';
  /** Custom property of its colour, `--cwnd`. */
  readonly color: string;
  /** Pattern of an area, where it has one. */
  readonly pattern?: string;
}

export interface Painted {
  /** Top of the value axis as drawn, for the lock. */
  readonly max: number;
  /** Something that was clipped, said in words. */
  readonly clipped?: string;
}

export interface TwinTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type DigestRank = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface PanelDefinition {
  readonly id: PanelId;
  readonly title: string;
  /** Height in CSS pixels unless the user changed it. */
  readonly height: number;
  /** Series it asks for. */
  readonly series: readonly string[];
  /** Parts of the answer that it needs beside series; none where left out. */
  readonly parts?: readonly AnswerPart[];
  /**
   * The step in which a digest that must be smaller gives the panel up (`sharing/digest/fit.ts`): 1 first, 7 last, several
   * panels at once where they share a step; never where left out. Null for a panel of single packets, of which nothing can
   * be kept per column.
   */
  readonly digestRank?: DigestRank | null;
  /** What the frame adds to its title line, or below its plot. */
  readonly tool?: 'models' | 'spacing';
  /** Which traces it belongs to by default. */
  readonly side: 'sender' | 'receiver' | 'both';
  /** Why there is nothing to draw, naming the missing event and what would produce it; null when there is. */
  missing(snapshot: Snapshot): string | null;
  legend(context: PanelContext): readonly LegendEntry[];
  paint(context: PanelContext, tools: PaintTools): Painted;
  /** Values at a time by legend entry id, with units; entries without a value are left out. */
  values(context: PanelContext, timeUs: number): ReadonlyMap<string, string>;
  /** What the legend says while no time is read off; nothing where left out. */
  resting?(context: PanelContext): ReadonlyMap<string, string>;
  /** What the picture says, in one sentence, over the visible range. */
  sentence(context: PanelContext): string;
  /** One cell text per legend entry for the part [fromUs, toUs) of the visible range. */
  cells(context: PanelContext, fromUs: number, toUs: number): readonly string[];
}

export function isHidden(context: PanelContext, panel: string, entry: string): boolean {
  return context.hidden.has(`${panel}/${entry}`);
}
