/**
 * What a feature may register, and where it is shown: commands, dialogs, ways of opening files, lines and buttons of the
 * page, columns of the list of recent traces, and for a trace cards, links on findings and layers. Shell and workbench render what is registered, and depend on no
 * feature; the list of features is `shell/features.ts`.
 */
import { type ComponentType, createContext } from 'react';
import type { Painted } from '../../drawing/panels/panel';
import type { Palette } from '../../drawing/surface/palette';
import type { Surface } from '../../drawing/surface/surface';
import type { Viewport } from '../../drawing/surface/viewport';
import type { TimeRange } from '../../drawing/view/view';
import type { Finding } from '../../engine/findings/finding/finding';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { AppState, StateParts, StateScreen } from '../state/app-state';
import type { RecentTrace } from '../state/device/recent-trace';
import { nothingToShare } from '../state/nothing-to-share';
import type { ReadonlyStore, Store } from '../state/store';
import type { OpenTrace } from '../state/traces/open-trace';

export interface KeyBinding {
  readonly code: string;
  /** Lower case: the key that types it, wherever it is; `code` where the keyboard has no such letter. */
  readonly letter?: string;
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
  /** Offered also while a screen that can be shared is shown. */
  readonly orShared?: true;
  /** Not offered for a file that could not be read. */
  readonly needsRead?: true;
  /** The printed character, for keys at different positions per layout: `?` and `/`. */
  readonly printed?: string;
  readonly run: (app: AppState) => void;
}

/** `keys`: codes with a space between, as `KeyP Ctrl+Shift+KeyP`; `Ctrl+KeyZ:z` is by letter. */
type Defined<Run = Command['run']> = [
  id: string,
  title: string,
  group: Command['group'],
  keys: string,
  run: Run,
];

function keysOf(keys: string): readonly KeyBinding[] {
  return keys.split(' ').map((key) => {
    const [place = '', ...held] = key.split('+').reverse();
    const [code = '', letter] = place.split(':');
    return {
      code,
      ...(letter !== undefined && { letter }),
      ...(held.includes('Ctrl') && { ctrl: true }),
      ...(held.includes('Shift') && { shift: true }),
    };
  });
}

export function onPage(...[id, title, group, keys, run]: Defined): Command {
  return { id, title, group, keys: keysOf(keys), needsTrace: false, run };
}

export function onTrace(
  ...[id, title, group, keys, run]: Defined<(trace: OpenTrace, app: AppState) => void>
): Command {
  const onShown = (app: AppState): void => {
    const trace = app.files.shownTrace;
    if (trace !== null) run(trace, app);
  };
  return { ...onPage(id, title, group, keys, onShown), needsTrace: true };
}

/** A command on what is on the screen: a set of traces, or another screen that can be shared. */
export function onScreen(...[id, title, group, keys, run]: Defined): Command {
  const onShown = (app: AppState): void => {
    if (app.files.shownTrace !== null || isSharedShown(app)) run(app);
  };
  return { ...onPage(id, title, group, keys, onShown), needsTrace: true, orShared: true };
}

function isSharedShown(app: AppState): boolean {
  return app.screens.shown.get()?.isShared === true;
}

/** A command on what is on the screen, of which something could be read. */
export function onReadScreen(...[id, title, group, keys, run]: Defined): Command {
  const onRead = (app: AppState): void => {
    if (nothingToShare(app) === null) run(app);
  };
  return { ...onScreen(id, title, group, keys, onRead), needsRead: true };
}

/** `command` is offered on the page as it is. */
export function isOffered(app: AppState, { needsTrace, orShared, needsRead }: Command): boolean {
  if (needsRead === true && nothingToShare(app) !== null) return false;
  return !needsTrace || app.files.shownTrace !== null || (orShared === true && isSharedShown(app));
}

export interface DialogProps {
  /** The shown trace. */
  readonly trace: OpenTrace | null;
  readonly onClose: () => void;
}

/** A dialog; `AppState.toggleDialog(id)` opens it. Its content is loaded then. */
export interface Dialog {
  readonly id: string;
  readonly label: string;
  readonly load: () => Promise<ComponentType<DialogProps>>;
}

export interface PageSlot {
  /**
   * `header`, `header-end`: before, after the open button while a trace is shown; `header-screen`: before it while a screen that can be
   * shared is; `line`: above the trace, on every screen; `recording`: on the open screen, where the user asks how to record a log.
   */
  readonly place: 'header' | 'header-end' | 'header-screen' | 'line' | 'open-screen' | 'recording';
  /** Name of the part in the message if it throws. */
  readonly part: string;
  readonly content: ComponentType | LazyContent;
}

/** Content that is loaded when it is first shown. */
export interface LazyContent {
  /** Shown only while this store is not null. */
  readonly during?: (app: AppState) => ReadonlyStore<unknown>;
  readonly load: (features: readonly Feature[]) => Promise<ComponentType>;
}

/** A screen that is shown in place of the open screen, with its tab: both are loaded when there is something to show. */
export interface Screen extends StateScreen {
  /** Name of the part in the message if it throws. */
  readonly name: string;
  readonly tab: () => Promise<ComponentType>;
  readonly content: () => Promise<ComponentType>;
}

export interface TraceProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

/** Content of a feature on the trace screen. */
export interface Card {
  /**
   * `top`: above everything, also while a trace is read; `headline`: above the summary; `above` the panels; `side`: beside them, in a
   * narrow window in the drawer; `float`: beside them, in a narrow window over them; `panels`: among them, below the first one; `range`,
   * `range-end`: in the range bar; `axis`: beneath the overview.
   */
  readonly place: 'top' | 'headline' | 'above' | 'panels' | 'range-end' | 'range' | 'axis' | 'side' | 'float';
  /** Name of the part in the message if it throws. */
  readonly part: string;
  readonly Content: ComponentType<TraceProps>;
}

/** A tab of the drawer at the lower edge of the window. */
export interface DrawerTab {
  readonly id: string;
  readonly title: string;
  /** In the line of the tabs while it is open; null for nothing. */
  readonly Tools: ComponentType<TraceProps> | null;
  readonly Content: ComponentType<TraceProps>;
}

/** The plot of a panel, and the panel's report on its picture. */
export interface DrawnPlot {
  readonly panel: string;
  readonly painted: Painted;
}

/** A point of a plot that shows one trace: its time, and CSS pixels in the plot and in the window. */
export interface PlotPoint extends DrawnPlot {
  readonly timeUs: number;
  readonly y: number;
  readonly clientX: number;
  readonly clientY: number;
}

/** Drawn over every panel, below the cursor. */
export interface CanvasLayer<T> {
  /** The traces of a set have one value: it is painted once per plot, not once per trace. */
  readonly isOfSet?: true;
  /** The value to draw: painted again when it changes. */
  readonly value: (trace: OpenTrace) => Store<T>;
  /** @param laneColor colour of the trace among others in one plot; null where it is alone there. */
  readonly paint: (
    surface: Surface,
    viewport: Viewport,
    value: T,
    palette: Palette,
    laneColor: string | null,
    plot: DrawnPlot,
  ) => void;
  /** Follows the pointer over the plots of some panels; a click pins the cursor all the same. */
  readonly pointer?: {
    readonly panels: readonly string[];
    /** @param point null where the pointer leaves. */
    readonly onMove: (trace: OpenTrace, point: PlotPoint | null) => void;
    readonly onClick: (trace: OpenTrace, point: PlotPoint) => void;
  };
  /**
   * While `isHeld` a drag over a plot goes to this layer, and selects no range. @param held the drag has not ended.
   * @param movedUs from its start to the pointer, negative to the left.
   */
  readonly drag?: {
    readonly isHeld: (app: AppState) => boolean;
    readonly onDrag: (trace: OpenTrace, range: TimeRange, held: boolean, movedUs: number) => void;
  };
}

/** Drawn over the overview and over the time axis. */
export interface AxisLayer {
  readonly id: string;
  readonly Content: ComponentType<AxisLayerProps>;
}

export interface AxisLayerProps {
  readonly trace: OpenTrace;
  /** Viewport of the axis; a stable function. */
  readonly viewportOf: (trace: OpenTrace) => Viewport;
  /** The part of the axis' height that the trace has for itself. */
  readonly strip: { readonly topPx: number; readonly heightPx: number };
}

export interface FindingAction {
  readonly id: string;
  /** Of the card's own *Dismiss*. */
  readonly place: 'before' | 'after';
  readonly Content: ComponentType<FindingProps>;
}

export interface FindingProps extends TraceProps {
  readonly finding: Finding;
}

export interface Layers {
  // biome-ignore lint/suspicious/noExplicitAny: each layer makes and paints its own value
  readonly canvas: readonly CanvasLayer<any>[];
  readonly axis: readonly AxisLayer[];
}

/** Content of a feature for the trace screen, loaded with it. */
export interface TraceSlots {
  readonly cards?: readonly Card[];
  readonly drawerTab?: DrawerTab;
  readonly findingActions?: readonly FindingAction[];
  readonly canvasLayer?: Layers['canvas'][number];
  readonly axisLayer?: AxisLayer;
}

/** With a dialog that is opened over a trace: loaded from there, its list of files is not in the first part of the page. */
export interface SlotsAndForm extends TraceSlots {
  readonly loadForm: Dialog['load'];
}

export interface Column {
  readonly id: string;
  readonly Cell: ComponentType<{ readonly recent: RecentTrace }>;
}

export interface Feature extends StateParts {
  readonly id: string;
  readonly commands?: readonly Command[];
  readonly dialogs?: readonly Dialog[];
  readonly page?: readonly PageSlot[];
  readonly screens?: readonly Screen[];
  readonly columns?: () => Promise<readonly Column[]>;
  /** Below the list of recent traces; fetched once that is shown. Where it cannot be fetched nothing is said. */
  readonly belowRecent?: () => Promise<ComponentType>;
  readonly traceSlots?: () => Promise<TraceSlots>;
  /** Takes a pasted or dropped text. @returns false where the feature has no use for it. */
  readonly takeText?: (app: AppState, text: string) => Promise<boolean>;
  /** What must have resolved before the page starts and is shown; null for nothing. */
  readonly before?: (app: AppState) => Promise<void> | null;
  /** Starts the feature, once, with the page. */
  readonly start?: (app: AppState) => void;
  /** Esc: clears the feature's overlay on a trace. @returns false where there was none. */
  readonly clear?: (trace: OpenTrace) => boolean;
}

/** The links of all features on the card of a finding, in their order. */
export const FindingActionsContext = createContext<readonly FindingAction[]>([]);

/** The layers of all features, for the workbench. */
export const LayersContext = createContext<Layers>({ canvas: [], axis: [] });
