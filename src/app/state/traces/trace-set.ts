/**
 * A set of traces: what is on the screen at once, on one time axis. It holds the view that they share and all changes of
 * it by pointer and keys. Every trace has a set of its own, which its tab shows; others can be added to it.
 *
 * Times are those of the set's axis (`drawing/view/set-view.ts`). What belongs to a single trace is in `trace-view.ts`.
 */
import type { Viewport } from '../../../drawing/surface/viewport';
import {
  type Arrangement,
  addLane,
  changeLane,
  commonExtent,
  insideExtent,
  type Lane,
  laneOf,
  lockAxis,
  type PanelChoice,
  removeLane,
  type SetView,
  setOfOne,
  type ValueScale,
} from '../../../drawing/view/set-view';
import { clampRange, scaleRange, type TimeRange } from '../../../drawing/view/view';
import { createStore, type Store } from '../store';
import { ViewSteps } from './view-steps';

/** A trace, as its set sees it. */
export interface SetMember {
  readonly key: string;
  /** First and last time, in its own time. */
  readonly extent: TimeRange;
  /** Key of what is chosen of it; null for nothing. */
  readonly chosen: string | null;
  setChosen(chosen: string | null): void;
  /** The trace is drawn in this set from now on; null for its own. */
  enter(set: TraceSet<SetMember> | null): void;
}

export interface PlacedTrace<Trace> {
  readonly trace: Trace;
  readonly lane: Lane;
}

/** What a step of the history restores. */
interface Step extends Pick<SetView, 'lanes' | 'arrangement' | 'range' | 'pinnedUs' | 'panels'> {
  /** Of each lane. */
  readonly chosen: readonly (string | null)[];
}

export class TraceSet<Trace extends SetMember> {
  readonly view: Store<SetView>;
  /** The time under the pointer; null where it is outside the plots. */
  readonly cursorUs: Store<number | null> = createStore<number | null>(null);
  /** Key of the trace that is shown alone, to compare it with the others at the same place; null for all. */
  readonly alone: Store<string | null> = createStore<string | null>(null);
  /** What the user has chosen to draw over. */
  readonly axis: Store<'time' | 'bytes'> = createStore<'time' | 'bytes'>('time');
  /** The same traces over bytes delivered while they are shown so; null for the axis of time. */
  readonly byBytes: Store<TraceSet<Trace> | null> = createStore<TraceSet<Trace> | null>(null);
  /** The range that is shown when they are, bytes; null for all. */
  #bytesAsked: TimeRange | null = null;
  readonly lead: Trace;
  /** Every trace that is or was in the set, by its key: a step back may bring it in again. */
  readonly #traceOf: Map<string, Trace>;
  readonly #unaligned = new Set<string>();
  readonly #steps = new ViewSteps<Step>();
  #width = 0;
  /** The lanes when the gesture started. */
  #heldLanes: readonly Lane[] = [];
  /** The lanes at the last look. */
  #placed: readonly Lane[];

  constructor(lead: Trace) {
    this.lead = lead;
    this.#traceOf = new Map([[lead.key, lead]]);
    this.view = createStore<SetView>(setOfOne(lead.key));
    this.#placed = this.view.get().lanes;
    this.view.subscribe(() => this.#place());
    this.axis.subscribe(() => {
      if (this.axis.get() === 'time') this.#bytesAsked = null;
    });
  }

  /** The set is on the screen: its traces are drawn in it, and in no other set. */
  claim(): void {
    for (const { trace } of this.members) trace.enter(this);
  }

  /** Traces that were added enter the set, those that were removed leave it. */
  #place(): void {
    const { lanes } = this.view.get();
    const before = this.#placed;
    if (lanes === before) return;
    this.#placed = lanes;
    this.alone.update((key) => (lanes.length > 1 && lanes.some(({ trace }) => trace === key) ? key : null));
    const lacks = (list: readonly Lane[], key: string): boolean => !list.some(({ trace }) => trace === key);
    for (const { trace } of lanes) if (lacks(before, trace)) this.#traceOf.get(trace)?.enter(this);
    for (const { trace } of before) if (lacks(lanes, trace)) this.#traceOf.get(trace)?.enter(null);
  }

  /** Chooses the axis of bytes. @param range to be shown as soon as the set is drawn over bytes; null for all. */
  chooseBytes(range: TimeRange | null): void {
    const over = this.byBytes.get();
    if (over === null) this.#bytesAsked = range;
    else over.showRange(range);
    this.axis.set('bytes');
  }

  /** The same traces over bytes are there. */
  showByBytes(over: TraceSet<Trace>): void {
    if (this.#bytesAsked !== null) over.showRange(this.#bytesAsked);
    this.#bytesAsked = null;
    this.byBytes.set(over);
  }

  /** The range on the axis of bytes, shown or asked for; null for all. */
  get rangeInBytes(): TimeRange | null {
    return this.#bytesAsked ?? this.byBytes.get()?.view.get().range ?? null;
  }

  /** What pointer and keys act on. */
  get shown(): TraceSet<Trace> {
    return this.byBytes.get() ?? this;
  }

  /** The traces in their order; the lead is the first. */
  get members(): readonly PlacedTrace<Trace>[] {
    return this.view.get().lanes.flatMap((lane) => {
      const trace = this.#traceOf.get(lane.trace);
      return trace === undefined ? [] : [{ trace, lane }];
    });
  }

  /** First and last time of all traces. */
  get extent(): TimeRange {
    return this.#extentOf(this.view.get());
  }

  #extentOf({ lanes }: SetView): TimeRange {
    return commonExtent(
      lanes.flatMap(({ trace, offsetUs }) => {
        const extent = this.#traceOf.get(trace)?.extent;
        return extent === undefined ? [] : [{ extent, offsetUs }];
      }),
    );
  }

  /** Traces went or moved: what was looked at may be outside now. */
  #set(view: SetView): void {
    const isChanged = view !== this.view.get();
    if (isChanged) this.view.set(insideExtent(view, this.#extentOf(view)));
  }

  get viewport(): Viewport {
    return { ...(this.view.get().range ?? this.extent), width: this.#width };
  }

  /** Sets the width of the plot area, CSS pixels. */
  setWidth(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    // Redraws at once from the current answers.
    this.#update({});
  }

  /** Adds a trace; it is drawn in the set from then on. @returns false where it is in the set, or the set is full. */
  add(trace: Trace): boolean {
    const { view } = this;
    const added = addLane(view.get(), trace.key);
    if (added === view.get()) return false;
    this.#traceOf.set(trace.key, trace);
    this.#unaligned.add(trace.key);
    this.#leave();
    view.set(added);
    return true;
  }

  /** Removes a trace, unless it is the lead. */
  remove(trace: Trace): void {
    const removed = removeLane(this.view.get(), trace.key);
    if (removed === this.view.get()) return;
    this.#leave();
    this.#set(removed);
  }

  /** The trace was closed: it is removed from the history too. */
  drop(trace: Trace): void {
    this.#set(removeLane(this.view.get(), trace.key));
    this.#traceOf.delete(trace.key);
  }

  /** Shifts a trace on the axis, µs; shifts in quick succession, and those of a gesture, are one step. */
  setOffset(trace: Trace, offsetUs: number): void {
    this.#unaligned.delete(trace.key);
    const changed = changeLane(this.view.get(), trace.key, { offsetUs });
    if (laneOf(changed, trace.key)?.offsetUs === this.offsetOf(trace)) return;
    this.#steps.change(this.#step);
    // Under the pointer the range stays, although the extent changes: the trace would not follow.
    const { fromUs, toUs } = this.viewport;
    if (this.#steps.isHeld) this.view.set({ ...changed, range: { fromUs, toUs } });
    else this.#set(changed);
  }

  /** Shifts a trace to where the page finds its place, µs: a part of the step that added it. */
  putAt(trace: Trace, offsetUs: number): void {
    this.#unaligned.delete(trace.key);
    this.#set(changeLane(this.view.get(), trace.key, { offsetUs }));
  }

  /** It was added, and nobody has found or given its place since. */
  isUnaligned(trace: Trace): boolean {
    return this.#unaligned.has(trace.key);
  }

  arrange(arrangement: Arrangement): void {
    if (arrangement === this.view.get().arrangement) return;
    this.#leave();
    this.#update({ arrangement });
  }

  /** Shows the first trace alone, then each of the others at the same place (blink comparison). */
  showNextAlone(): void {
    const { lanes } = this.view.get();
    if (lanes.length < 2) return;
    const at = lanes.findIndex(({ trace }) => trace === this.alone.get());
    this.alone.set(lanes[(at + 1) % lanes.length]?.trace ?? null);
  }

  /** Shows all traces again. @returns false where they were. */
  showAll(): boolean {
    if (this.alone.get() === null) return false;
    this.alone.set(null);
    return true;
  }

  /** Shows these panels; null for those of the answer. */
  showPanels(panels: PanelChoice | null): void {
    this.#update({ panels });
  }

  /** Locks the value axis of a panel at a top; null unlocks it. */
  lockAxis(panel: string, max: number | null): void {
    this.view.update((view) => lockAxis(view, panel, max));
  }

  /** Chooses how the Congestion panel maps values to its height. */
  scaleBy(scale: ValueScale): void {
    this.view.update((view) => ({ ...view, scale }));
  }

  offsetOf(trace: Trace): number {
    return laneOf(this.view.get(), trace.key)?.offsetUs ?? 0;
  }

  /** Shows a range; changes of one gesture are one step of the history. */
  showRange(range: TimeRange | null): void {
    const next = range === null ? null : clampRange(range, this.extent);
    const { range: shown } = this.view.get();
    // At the end of the trace, or where all of it is shown, a pan is no step.
    if (next?.fromUs === shown?.fromUs && next?.toUs === shown?.toUs) return;
    this.#steps.change(this.#step);
    this.#setRange(next);
  }

  /** Always a step of its own. @param change what else belongs to it. */
  goTo(range: TimeRange | null, change: () => void = () => undefined): void {
    this.#leave();
    change();
    this.#setRange(range);
  }

  #setRange(range: TimeRange | null): void {
    this.#update({ range: range === null ? null : clampRange(range, this.extent) });
  }

  get #step(): Step {
    const { lanes, arrangement, range, pinnedUs, panels } = this.view.get();
    return {
      lanes,
      arrangement,
      range,
      pinnedUs,
      panels,
      chosen: this.members.map(({ trace }) => trace.chosen),
    };
  }

  #leave(): void {
    this.#steps.leave(this.#step);
  }

  #update(change: Partial<SetView>): void {
    this.view.update((view) => ({ ...view, ...change }));
  }

  /** A gesture starts (a pan, the brush, touch): all changes until `release` are one step. */
  hold(): void {
    this.#heldLanes = this.view.get().lanes;
    this.#steps.hold();
  }

  release(): void {
    const { lanes } = this.view.get();
    if (this.#steps.isHeld && lanes !== this.#heldLanes) this.#set({ ...this.view.get() });
    this.#steps.release();
  }

  /** Goes back to the previous range and traces, or forward again. */
  walk(direction: 'back' | 'forward'): void {
    const walked = this.#steps.walk(direction, this.#step);
    if (walked === null) return;
    const { lanes, chosen, ...step } = walked.step;
    for (const [at, { trace }] of lanes.entries()) this.#traceOf.get(trace)?.setChosen(chosen[at] ?? null);
    const open = lanes.filter(({ trace }) => this.#traceOf.has(trace));
    this.#set({ ...this.view.get(), ...step, lanes: open, selection: null });
  }

  /** Number of steps so far: each is an entry of the browser's history. */
  get stepsTaken(): number {
    return this.#steps.taken;
  }

  /**
   * Applies a view from a link; the previous one is one step back.
   * @param others the traces of its lanes besides the lead.
   */
  restore(view: SetView, others: readonly Trace[] = []): void {
    const { range, lanes } = this.view.get();
    const stays = range?.fromUs === view.range?.fromUs && range?.toUs === view.range?.toUs;
    if (!stays || lanes.length !== view.lanes.length) this.#leave();
    for (const trace of others) this.#traceOf.set(trace.key, trace);
    this.#unaligned.clear();
    this.view.set(view);
  }

  /** Selects the visible part of a range. */
  select(selection: TimeRange | null): void {
    this.#update({ selection: selection === null ? null : this.visiblePart(selection) });
  }

  visiblePart({ fromUs, toUs }: TimeRange): TimeRange {
    const { viewport } = this;
    return { fromUs: Math.max(viewport.fromUs, fromUs), toUs: Math.min(viewport.toUs, toUs) };
  }

  /** A click outside the selection clears it; without a selection it pins the cursor. */
  click(timeUs: number): void {
    const { selection } = this.view.get();
    if (selection === null) this.pin(timeUs);
    else if (timeUs < selection.fromUs || timeUs > selection.toUs) this.select(null);
  }

  /** Pins the cursor at a time; null unpins it. */
  pin(pinnedUs: number | null): void {
    this.#update({ pinnedUs });
  }

  /** Pins the cursor at a time; moves the visible range there, with its length, if the time is outside. */
  showTime(timeUs: number): void {
    this.pin(timeUs);
    const { fromUs, toUs } = this.viewport;
    const half = (toUs - fromUs) / 2;
    if (timeUs < fromUs || timeUs > toUs) this.showRange({ fromUs: timeUs - half, toUs: timeUs + half });
  }

  /** Pins the cursor where it is, or in the middle of the view; unpins a pinned one. */
  togglePin(): void {
    const { fromUs, toUs } = this.viewport;
    const pinned = this.view.get().pinnedUs !== null;
    this.pin(pinned ? null : (this.cursorUs.get() ?? (fromUs + toUs) / 2));
  }

  /** Moves the pinned cursor by pixel columns; pins it if it is not pinned. */
  nudgePin(columns: number): void {
    const { fromUs, toUs, width } = this.viewport;
    const { pinnedUs } = this.view.get();
    if (pinnedUs === null) this.togglePin();
    else this.pin(Math.min(toUs, Math.max(fromUs, pinnedUs + (columns * (toUs - fromUs)) / width)));
  }

  /** The time at which values are shown: the pinned one while it is in view, else the pointer's. */
  get readoutUs(): number | null {
    const { pinnedUs } = this.view.get();
    const { fromUs, toUs } = this.viewport;
    const isShown = pinnedUs !== null && pinnedUs >= fromUs && pinnedUs <= toUs;
    return isShown ? pinnedUs : this.cursorUs.get();
  }

  /** Zooms into the selection, or by a factor of two at `timeUs` without one. */
  zoomIn(timeUs: number): void {
    // The clicks of the double click have pinned the cursor.
    this.pin(null);
    if (this.view.get().selection !== null) this.zoomToSelection();
    else this.showRange(scaleRange(this.viewport, timeUs, 1 / 2));
  }

  /** Zooms into the selection, if there is one. */
  zoomToSelection(): void {
    const { selection } = this.view.get();
    if (selection === null) return;
    this.goTo(selection);
    this.select(null);
  }

  /** Scales the visible range around its middle, or the cursor where it is in view. */
  zoomBy(factor: number): void {
    const { viewport } = this;
    const cursor = this.readoutUs;
    const inView = cursor !== null && cursor >= viewport.fromUs && cursor <= viewport.toUs;
    this.showRange(scaleRange(viewport, inView ? cursor : (viewport.fromUs + viewport.toUs) / 2, factor));
  }

  /** Moves the visible range by a share of its length. */
  panBy(share: number): void {
    const { fromUs, toUs } = this.viewport;
    const shift = (toUs - fromUs) * share;
    this.showRange({ fromUs: fromUs + shift, toUs: toUs + shift });
  }

  /** Clears the selection, else the pin, else shows all traces. @returns false where there was nothing to clear. */
  clear(): boolean {
    const { selection, pinnedUs } = this.view.get();
    if (selection !== null) this.select(null);
    else if (pinnedUs !== null) this.pin(null);
    else return this.showAll();
    return true;
  }
}
