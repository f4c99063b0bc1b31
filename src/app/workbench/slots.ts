/**
 * What a feature may register, and the places it goes to: commands, dialogs, lines and buttons of the page, columns of the
 * list of recent traces, and beside a trace cards and layers. Shell and workbench draw what is registered, and know no
 * feature; the list of features is `shell/features.ts`.
 */
import { type ComponentType, createContext } from 'react';
import type { Palette } from '../../drawing/surface/palette';
import type { Surface } from '../../drawing/surface/surface';
import type { Viewport } from '../../drawing/surface/viewport';
import type { TimeRange } from '../../drawing/view/view';
import type { Snapshot } from '../../engine/contract/snapshot';
import type { AppState } from '../state/app-state';
import type { KeptTrace } from '../state/keep/kept-trace';
import type { OpenTrace } from '../state/open-trace';
import type { Store } from '../state/store';

export interface KeyBinding {
  readonly code: string;
  readonly ctrl?: true;
  readonly shift?: true;
}

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Trace' | 'Range' | 'Cursor' | 'Page';
  readonly keys: readonly KeyBinding[];
  /** Offered only while a trace is shown. */
  readonly needsTrace: boolean;
  /** Its key, where a layout has it elsewhere: `?` and `/` do the same wherever they lie. */
  readonly printed?: string;
  readonly run: (app: AppState) => void;
}

type Definition = Pick<Command, 'id' | 'title' | 'group' | 'keys' | 'printed'>;

/** A command of the page. */
export function onPage(definition: Definition & Pick<Command, 'run'>): Command {
  return { ...definition, needsTrace: false };
}

/** A command on the shown trace. */
export function onTrace({
  run,
  ...definition
}: Definition & { readonly run: (trace: OpenTrace, app: AppState) => void }): Command {
  return {
    ...definition,
    needsTrace: true,
    run: (app) => {
      const { shown } = app.traces;
      if (shown !== null) run(shown, app);
    },
  };
}

export interface DialogProps {
  /** The shown trace. */
  readonly trace: OpenTrace | null;
  readonly onClose: () => void;
}

/** A dialog; `AppState.toggleDialog(id)` opens it. Its content is fetched then. */
export interface Dialog {
  readonly id: string;
  readonly label: string;
  readonly load: () => Promise<ComponentType<DialogProps>>;
}

/** Something of a feature on the page. */
export interface PageSlot {
  /** Before or behind the open button, beside a trace; above the trace, on every screen; on the open screen. */
  readonly place: 'header' | 'header-end' | 'line' | 'open-screen';
  /** What the reader is told has failed, should it throw. */
  readonly part: string;
  readonly content: ComponentType | LazyContent;
}

/** Content that is fetched when it is to be shown. */
export interface LazyContent {
  /** Shown only while this holds something. */
  readonly during?: (app: AppState) => Store<unknown>;
  readonly load: (features: readonly Feature[]) => Promise<ComponentType>;
}

export interface TraceProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

/** Something of a feature beside the panels of a trace. */
export interface Card {
  /** Above everything, also while a trace is read; above or beneath the panels; in the line of the range; beside the panels. */
  readonly place: 'top' | 'above' | 'range' | 'side' | 'below';
  /** What the reader is told has failed, should it throw. */
  readonly part: string;
  readonly Content: ComponentType<TraceProps>;
}

/** Drawn over every panel, beneath the cursor. */
export interface CanvasLayer<T> {
  /** What is drawn: painted again when this is another value. */
  readonly value: (trace: OpenTrace) => Store<T>;
  readonly paint: (surface: Surface, viewport: Viewport, value: T, palette: Palette) => void;
  /** A drag over a plot is this layer's while `isHeld`, and marks no range. @param held it is still being drawn. */
  readonly drag?: {
    readonly isHeld: (app: AppState) => boolean;
    readonly onDrag: (trace: OpenTrace, range: TimeRange, held: boolean) => void;
  };
}

/** Drawn over the overview and over the time axis. */
export interface AxisLayer {
  readonly id: string;
  readonly Content: ComponentType<AxisLayerProps>;
}

export interface AxisLayerProps {
  readonly trace: OpenTrace;
  /** What the axis beside shows; stable. */
  readonly viewportOf: (trace: OpenTrace) => Viewport;
}

export interface Layers {
  // biome-ignore lint/suspicious/noExplicitAny: each layer reads and paints its own value
  readonly canvas: readonly CanvasLayer<any>[];
  readonly axis: readonly AxisLayer[];
}

/** What a feature shows of a trace: fetched with the trace's screen. */
export interface TraceSlots {
  readonly cards?: readonly Card[];
  readonly canvasLayer?: Layers['canvas'][number];
  readonly axisLayer?: AxisLayer;
}

/** A column of the list of recent traces. */
export interface Column {
  readonly id: string;
  readonly Cell: ComponentType<{ readonly kept: KeptTrace }>;
}

export interface Feature {
  readonly id: string;
  readonly commands?: readonly Command[];
  readonly dialogs?: readonly Dialog[];
  readonly page?: readonly PageSlot[];
  readonly columns?: () => Promise<readonly Column[]>;
  readonly traceSlots?: () => Promise<TraceSlots>;
  /** Takes a text that was pasted or dropped. @returns false where it means nothing to the feature. */
  readonly takeText?: (app: AppState, text: string) => Promise<boolean>;
  /** Begins what the feature does unasked, once, with the page. */
  readonly start?: (app: AppState) => void;
  /** Esc: clears what of the feature stands over a trace. @returns false where there was nothing. */
  readonly clear?: (trace: OpenTrace) => boolean;
}

/** The layers of all features, for the workbench. */
export const LayersContext = createContext<Layers>({ canvas: [], axis: [] });
