/**
 * Definition of a panel: data about itself and pure functions over the newest answer. The frame around it (title,
 * legend, resizing, text alternative) is the same for all and in panel-frame.tsx.
 */
import { withRemarks } from '../../engine/base/text/remarks';
import type { Finding } from '../../engine/findings/finding/finding';
import type { LoggedField } from '../../engine/input/recording/fields';
import type { AnswerPart } from '../../engine/reading/contract/answer-parts';
import type { PacketName } from '../../engine/reading/contract/packet-facts';
import type { Snapshot, WindowAnswer } from '../../engine/reading/contract/snapshot';
import type { PlotTime } from '../painters/pixel-columns';
import type { Clip } from '../surface/clip-label';
import type { LineStroke, Palette } from '../surface/palette';
import type { Pattern } from '../surface/patterns';
import type { Surface } from '../surface/surface';
import type { AxisFormat, DrawAxis } from '../surface/ticks';
import type { Viewport } from '../surface/viewport';
import type { ValueScale } from '../view/set-view';
import type { TimeRange } from '../view/view';

/** What tells whether a trace has what a panel draws. */
export type PanelFacts = Pick<Snapshot, 'summary' | 'catalogue' | 'noBoundary' | 'findings'> &
  /** Left out of a log that was read to its end. */
  Partial<Pick<Snapshot, 'phase'>>;

/** Input of a panel for painting, values and descriptions. */
export interface PanelContext {
  readonly answer: WindowAnswer;
  readonly snapshot: Snapshot;
  readonly viewport: Viewport;
  /** Keys of hidden legend entries, `panel/entry`. */
  readonly hidden: ReadonlySet<string>;
  /** Key of the finding that is shown on the pictures; left out for none. */
  readonly finding?: string | null;
  /** From and to of each time in which the chosen part of the account, or stream, held, µs; left out where a finding is shown. */
  readonly stretchesUs?: ArrayLike<number> | null;
  /** How values are mapped to the height; `fitted` where left out. */
  readonly scale?: ValueScale;
  /** Its values stand beside those of other traces: they are short. */
  readonly isCompared?: boolean;
}

/** A lower plot is a strip: it has no value axis, and no lines over its shares. */
const STRIP_PX = 44;

export function isStrip(heightPx: number): boolean {
  return heightPx < STRIP_PX;
}

export interface PaintTools {
  readonly surface: Surface;
  readonly palette: Palette;
  /** Top of the value axis if the user has locked it, else null. */
  readonly lockedMax: number | null;
  /** Draws the left axis from `min`, 0 by default, to `max`, and the grid. */
  readonly axis: DrawAxis;
  /** The trace among others in one plot; left out where it is alone. */
  readonly lane?: PlotLane;
}

/** A line per pixel column: the value at its end; of wide columns of a digest the least and the most in it. NaN where there is none. */
export interface LineColumns {
  readonly low: Float64Array;
  /** `low` itself where the values are known. */
  readonly high: Float64Array;
}

export interface AmountLine {
  /** @returns null where the trace has none. */
  of(context: PanelContext, entry: string): LineColumns | null;
  /** A tick, without its sign. */
  readonly axisFormat: AxisFormat;
}

export interface PlotLane {
  /** From 0, of `rows`: for what has a row per trace. */
  readonly row: number;
  readonly rows: number;
  /** In its set, `A`. */
  readonly letter: string;
  /** Its finding is the one that is named in the plot. */
  readonly isAnnotated: boolean;
  /** Of the other traces in the plot. */
  readonly others: readonly PanelContext[];
}

/** Values as numbers, so that those of two traces can be compared. */
export interface Amounts {
  /** Of a legend entry at a time; NaN where there is none. */
  of(context: PanelContext, entry: string, timeUs: number): number;
  /** How far `of` may be from the trace's own value, in a digest; left out where it is never rounded. */
  within?(context: PanelContext, entry: string, timeUs: number): number;
  /** A difference, without its sign. */
  text(amount: number): string;
  /** Of what is drawn as lines. */
  readonly line?: AmountLine;
  /** Why nothing of a receiver is compared, of the receiver: `whose …`; left out where it is compared. */
  readonly receiver?: string;
}

export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  /** Class of the swatch: a line, an area, or the shape of a mark. */
  readonly swatch:
    | 'line'
    | 'dash'
    | 'dash-dot'
    | 'dash-dot-dot'
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
  /** How it is stroked, where it is a line: no two of a panel alike. */
  readonly line?: LineStroke;
  readonly pattern?: Pattern;
}

export function legendEntry<const Id extends string>(
  id: Id,
  label: string,
  swatch: LegendEntry['swatch'],
  color: string,
  line: LineStroke | null = null,
  pattern: Pattern | null = null,
): LegendEntry & { readonly id: Id } {
  return { id, label, swatch, color, ...(line && { line }), ...(pattern && { pattern }) };
}

/** Where a panel has drawn the packets of each number space. */
export interface PacketAxis {
  /** CSS pixels from the top; not finite, or outside the surface, where it is not drawn. */
  readonly y: (packet: PacketName) => number;
  readonly at: (y: number) => {
    readonly space: PacketName['space'];
    /** NaN in a strip, where all numbers stand at one height. */
    readonly packetNumber: number;
    readonly numbersPerPx: number;
  };
}

export interface Painted {
  /** Top of the value axis as drawn, for the lock. */
  readonly max: number;
  /** Something that was clipped, as text. */
  readonly clipped?: string;
  /** What must be said of the picture, as text. */
  readonly note?: string;
  /** Where: the values to write beside the arrows that were painted. */
  readonly clips?: readonly Clip[];
  /** Of a panel of single packets. */
  readonly packets?: PacketAxis;
}

export interface TwinTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Rows that an answer holds: from row `from` of `total` in their order. */
export interface HeldRows {
  readonly from: number;
  readonly count: number;
  readonly total: number;
}

/** What a panel with a row per stream or request tells of its rows. */
export interface PanelRows {
  /** The rows of a window that it draws. */
  readonly of: 'streamRows' | 'httpRows';
  /** What a row stands for, `stream`. */
  readonly noun: string;
  /** Ways to sort them, with their words; the first one by default. */
  readonly orders: readonly (readonly [order: string, words: string])[];
  /** Null before there is an answer. */
  held(context: PanelContext): HeldRows | null;
  /** The stream of a row and when it is, µs; null where there is no row. @param row 0 is the uppermost one drawn. */
  streamOf(context: PanelContext, row: number): (TimeRange & { readonly streamId: number }) | null;
  /** Of all rows, a line for each thing; left out where there is nothing to say. */
  totals?(context: PanelContext): readonly string[];
  /** What is no row of its own: a line, and what it opens; null where there is nothing. */
  folded?(context: PanelContext): { readonly line: string; readonly lines: readonly string[] } | null;
  /** A row in words, a line for each thing. */
  words(context: PanelContext, row: number): readonly string[];
  /** A row of cells for each. */
  table(context: PanelContext): TwinTable;
}

export type DigestRank = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A panel explains itself: plain sentences, the term in brackets. */
export interface PanelAbout {
  /** What is drawn, in one or two sentences. */
  readonly shows: string;
  readonly good: string;
  readonly bad: string;
  /** What the value axis counts, with its unit. */
  readonly axis: string;
}

export interface PanelDefinition {
  /** The name of its file. Links, digests and automation hold it: it does not change. */
  readonly id: string;
  readonly title: string;
  /** Default height in CSS pixels. */
  readonly height: number;
  /** Height in place of `height` where there is less to draw, CSS pixels. */
  heightFor?(facts: PanelFacts): number;
  /** Height on demand of a panel that is a strip by default, CSS pixels. */
  readonly openHeight?: number;
  /** Fields of a log that it is drawn from: what to look for where it has nothing to draw. One is enough for most; `missing` says why it stays empty. */
  readonly fields: readonly LoggedField[];
  /** Ids of the series it requests. */
  readonly series: readonly string[];
  /** Parts of the answer it needs in addition to series; none by default. */
  readonly parts?: readonly AnswerPart[];
  /**
   * The step in which a digest that must be smaller gives the panel up (`sharing/digest/fit.ts`): 1 first, 7 last, several
   * panels at once where they share a step; never where left out. Null for a panel of single packets, of which nothing can
   * be held per column.
   */
  readonly digestRank?: DigestRank | null;
  /** What the frame adds to its title line, or below its plot. */
  readonly tool?: 'congestion' | 'spacing';
  /** The traces of a set may be drawn over one another: the panel is lines only. */
  readonly overlays?: true;
  /** Ids of legend entries that are drawn for a set of one only: several tints over one another cannot be distinguished. */
  readonly alone?: readonly string[];
  /** It can be drawn over bytes delivered: nothing of it is a rate, a share of time, or a single packet. */
  readonly byBytes?: true;
  /** Traces that show it by default. */
  readonly side: 'sender' | 'receiver' | 'both';
  /** Why there is nothing to draw, naming the missing event and what would log it; null if there is something. */
  missing(facts: PanelFacts): string | null;
  /**
   * What the panel would show where that is one value throughout, in a line that replaces it; null where it is not.
   * @param whole shares and losses of the whole trace.
   */
  oneValue?(snapshot: Snapshot, whole: WindowAnswer): string | null;
  /** Why nothing of it shows in a range, in a line that replaces it there; null where it can. */
  tooShort?(facts: PanelFacts, visible: TimeRange): string | null;
  /** What it shows, and what good and bad look like. */
  readonly about: PanelAbout;
  legend(context: PanelContext): readonly LegendEntry[];
  /** Ids of the entries of which something is drawn in the visible range; all of the legend by default. */
  inView?(context: PanelContext): readonly string[];
  paint(context: PanelContext, tools: PaintTools): Painted;
  /** Top of the value axis that follows what is visible, as `paint` would return it; by default it is painted to find it. */
  top?(context: PanelContext, heightPx: number): number;
  /** What stands beside the title in the newest picture, a few words; none by default, and where it is empty. */
  figure?(context: PanelContext): string;
  /** Values at a time by legend entry id, with units; without entries that have no value. */
  values(context: PanelContext, timeUs: number): ReadonlyMap<string, string>;
  /** Values as numbers; none by default. */
  readonly amounts?: Amounts;
  /** Legend texts while no time is selected; none by default. */
  resting?(context: PanelContext): ReadonlyMap<string, string>;
  /** Its rows, where it has a row per stream or request: they are the table of its text version. */
  readonly rows?: PanelRows;
  /** Description of the visible range, in one sentence. */
  sentence(context: PanelContext): string;
  /** One cell text per legend entry for the part [fromUs, toUs) of the visible range. */
  cells(context: PanelContext, fromUs: number, toUs: number): readonly string[];
}

/** Ids of the legend entries of which something is drawn in the visible range. */
export function idsInView(panel: PanelDefinition, context: PanelContext): readonly string[] {
  return panel.inView?.(context) ?? panel.legend(context).map(({ id }) => id);
}

/** Height of a panel that nobody has changed, CSS pixels. @param facts of the traces that it shows, at least one. */
export function heightOf(
  { height, heightFor }: PanelDefinition,
  ...facts: readonly [PanelFacts, ...PanelFacts[]]
): number {
  return heightFor === undefined ? height : Math.max(...facts.map((one) => heightFor(one)));
}

/** The finding that is shown on the pictures; null for none. */
export function findingOf({ finding, snapshot }: PanelContext): Finding | null {
  return withRemarks(snapshot).find(({ key }) => key === finding) ?? null;
}

/** Columns of a digest that are narrower are drawn as pixels are. */
const COARSE_PX = 6;

/** Width of a digest's columns in view, µs, where they are so wide that they must be distinguished from the trace; else null. */
export function coarseUsOf({ answer, viewport }: Pick<PanelContext, 'answer' | 'viewport'>): number | null {
  const usPerPx = (viewport.toUs - viewport.fromUs) / viewport.width;
  const { coarseUs = 0 } = answer;
  return coarseUs > COARSE_PX * usPerPx ? coarseUs : null;
}

/** Where the panel's series are drawn. */
export function plotTimeOf(context: PanelContext): PlotTime {
  const { answer, viewport, snapshot } = context;
  const isCoarse = coarseUsOf(context) !== null;
  return { window: answer.window, viewport, endUs: snapshot.extent.toUs, isCoarse };
}

export function isHidden(context: PanelContext, panel: string, entry: string): boolean {
  return context.hidden.has(`${panel}/${entry}`);
}
