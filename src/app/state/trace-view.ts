/**
 * The view of one trace and all changes by pointer and keys: visible range with history, selection, pin, highlight,
 * model. It does not use the backend; that is `open-trace.ts`.
 */
import type { Viewport } from '../../drawing/surface/viewport';
import {
  clampRange,
  INITIAL_VIEW,
  scaleRange,
  type TimeRange,
  type View,
  withMargin,
} from '../../drawing/view/view';
import type { Snapshot } from '../../engine/contract/snapshot';
import { RangeSteps } from './range-steps';
import { createStore, type Store } from './store';

export abstract class TraceView {
  readonly view: Store<View> = createStore<View>(INITIAL_VIEW);
  /** The time under the pointer; null where it is outside the plots. */
  readonly cursorUs: Store<number | null> = createStore<number | null>(null);
  #steps = new RangeSteps();

  /** First and last time of the trace, µs. */
  abstract get extent(): TimeRange;
  abstract get viewport(): Viewport;
  protected abstract get findings(): Snapshot['findings'];

  /** The view and its history, to be restored later. */
  protected saveView(): SavedView {
    return { view: this.view.get(), steps: this.#steps };
  }

  /** Restores a saved view; undefined resets the view. */
  protected restoreView(saved: SavedView | undefined): void {
    this.#steps = saved?.steps ?? new RangeSteps();
    this.cursorUs.set(null);
    this.view.set(saved?.view ?? INITIAL_VIEW);
  }

  /** Shows a range; changes of one gesture are one step of the history. */
  showRange(range: TimeRange | null): void {
    this.#steps.change(this.view.get().range);
    this.#setRange(range);
  }

  /** Shows a range as a step of its own. */
  #goTo(range: TimeRange | null): void {
    this.#steps.leave(this.view.get().range);
    this.#setRange(range);
  }

  #setRange(range: TimeRange | null): void {
    const clamped = range === null ? null : clampRange(range, this.extent);
    this.view.update((view) => ({ ...view, range: clamped }));
  }

  /** A gesture starts (a pan, the brush, touch): all changes until `release` are one step. */
  hold(): void {
    this.#steps.hold();
  }

  release(): void {
    this.#steps.release();
  }

  /** Goes back to the previous range, or forward again. */
  walk(direction: 'back' | 'forward'): void {
    const target = this.#steps.walk(direction, this.view.get().range);
    if (target !== null) this.view.update((view) => ({ ...view, range: target.range, selection: null }));
  }

  /** Number of range steps so far: each is an entry of the browser's history. */
  get stepsTaken(): number {
    return this.#steps.taken;
  }

  /** Applies a view from a link; the previous range is one step back. */
  restore(view: View): void {
    const { range } = this.view.get();
    const stays = range?.fromUs === view.range?.fromUs && range?.toUs === view.range?.toUs;
    if (!stays) this.#steps.leave(range);
    this.view.set(view);
  }

  /** Selects the visible part of a range. */
  select(selection: TimeRange | null): void {
    const visible = selection === null ? null : this.visiblePart(selection);
    this.view.update((view) => ({ ...view, selection: visible }));
  }

  /** The part of a range that is visible. */
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
  pin(timeUs: number | null): void {
    this.view.update((view) => ({ ...view, pinnedUs: timeUs }));
  }

  /** Pins the cursor at a time; moves the visible range there, with its length, if the time is outside. */
  showTime(timeUs: number): void {
    const { fromUs, toUs } = this.viewport;
    const half = (toUs - fromUs) / 2;
    this.pin(timeUs);
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

  /** Draws a model over the logged window; null removes it. */
  showModel(model: View['model']): void {
    this.view.update((view) => ({ ...view, model }));
  }

  /** The time at which values are shown: the pinned one, else the pointer's. */
  get readoutUs(): number | null {
    return this.view.get().pinnedUs ?? this.cursorUs.get();
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
    this.#goTo(selection);
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

  /** Highlights a finding and zooms to its interval with a margin. */
  showFinding(key: string): void {
    const finding = this.findings.find((candidate) => candidate.key === key);
    if (finding === undefined) return;
    this.#goTo(withMargin({ fromUs: finding.startUs, toUs: finding.endUs }, this.extent));
    this.view.update((view) => ({ ...view, selection: null, finding: key }));
  }

  /** Dismisses a finding, or restores it. */
  dismiss(key: string, isDismissed: boolean): void {
    this.view.update((view) => {
      const others = view.dismissed.filter((other) => other !== key);
      return { ...view, dismissed: isDismissed ? [...others, key] : others };
    });
  }
}

export interface SavedView {
  readonly view: View;
  readonly steps: RangeSteps;
}
