/**
 * What is looked at in one trace, and everything a hand or a key does to it: ranges with the way back, mark, pin, band,
 * model. It knows no worker; what is shown of the trace is `open-trace.ts`.
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

export abstract class LookedAt {
  readonly view: Store<View> = createStore<View>(INITIAL_VIEW);
  /** The time under the pointer; null where it is elsewhere. */
  readonly cursorUs: Store<number | null> = createStore<number | null>(null);
  #steps = new RangeSteps();

  /** First and last time of the trace, µs. */
  abstract get extent(): TimeRange;
  abstract get viewport(): Viewport;
  protected abstract get findings(): Snapshot['findings'];

  /** What is left when something else is looked at, to be taken up again. */
  protected leave(): Left {
    return { view: this.view.get(), steps: this.#steps };
  }

  /** Takes up what was left; without it everything is as in the beginning. */
  protected takeUp(left: Left | undefined): void {
    this.#steps = left?.steps ?? new RangeSteps();
    this.cursorUs.set(null);
    this.view.set(left?.view ?? INITIAL_VIEW);
  }

  /** Shows a range; changes of one gesture are one step of the history. */
  showRange(range: TimeRange | null): void {
    this.#steps.change(this.view.get().range);
    this.#setRange(range);
  }

  /** A step of its own, whatever came just before. */
  #goTo(range: TimeRange | null): void {
    this.#steps.leave(this.view.get().range);
    this.#setRange(range);
  }

  #setRange(range: TimeRange | null): void {
    const clamped = range === null ? null : clampRange(range, this.extent);
    this.view.update((view) => ({ ...view, range: clamped }));
  }

  /** A hand takes the range (a pan, the brush, fingers): until `release` it makes one step, however slow. */
  hold(): void {
    this.#steps.hold();
  }

  release(): void {
    this.#steps.release();
  }

  /** Walks back to the range before, or forward again. */
  walk(direction: 'back' | 'forward'): void {
    const target = this.#steps.walk(direction, this.view.get().range);
    if (target !== null) this.view.update((view) => ({ ...view, range: target.range, selection: null }));
  }

  /** Steps of the range so far in what is shown: a new one is an entry of the browser's history. */
  get stepsTaken(): number {
    return this.#steps.taken;
  }

  /** Takes up a view from a link; the range before is one step back. */
  restore(view: View): void {
    const { range } = this.view.get();
    const stays = range?.fromUs === view.range?.fromUs && range?.toUs === view.range?.toUs;
    if (!stays) this.#steps.leave(range);
    this.view.set(view);
  }

  /** Marks a range; what lies beyond the visible one is left out, as the hand saw it. */
  select(selection: TimeRange | null): void {
    const visible = selection === null ? null : this.visiblePart(selection);
    this.view.update((view) => ({ ...view, selection: visible }));
  }

  /** The part of a range that is visible. */
  visiblePart({ fromUs, toUs }: TimeRange): TimeRange {
    const { viewport } = this;
    return { fromUs: Math.max(viewport.fromUs, fromUs), toUs: Math.min(viewport.toUs, toUs) };
  }

  /** A click outside the marked range drops the mark; elsewhere it pins the cursor there. */
  click(timeUs: number): void {
    const { selection } = this.view.get();
    if (selection === null) this.pin(timeUs);
    else if (timeUs < selection.fromUs || timeUs > selection.toUs) this.select(null);
  }

  /** Keeps the cursor at a time, or lets it follow the pointer again. */
  pin(timeUs: number | null): void {
    this.view.update((view) => ({ ...view, pinnedUs: timeUs }));
  }

  /** Pins the cursor at a time; moves the visible range there, as long as it is, where the time lies outside. */
  showTime(timeUs: number): void {
    const { fromUs, toUs } = this.viewport;
    const half = (toUs - fromUs) / 2;
    this.pin(timeUs);
    if (timeUs < fromUs || timeUs > toUs) this.showRange({ fromUs: timeUs - half, toUs: timeUs + half });
  }

  /** Pins the cursor where it is, or in the middle of the view; lets a pinned one go. */
  togglePin(): void {
    const { fromUs, toUs } = this.viewport;
    const pinned = this.view.get().pinnedUs !== null;
    this.pin(pinned ? null : (this.cursorUs.get() ?? (fromUs + toUs) / 2));
  }

  /** Moves the pinned cursor by pixel columns; pins it first where it is free. */
  nudgePin(columns: number): void {
    const { fromUs, toUs, width } = this.viewport;
    const { pinnedUs } = this.view.get();
    if (pinnedUs === null) this.togglePin();
    else this.pin(Math.min(toUs, Math.max(fromUs, pinnedUs + (columns * (toUs - fromUs)) / width)));
  }

  /** Draws a model over the logged window; null takes it away. */
  showModel(model: View['model']): void {
    this.view.update((view) => ({ ...view, model }));
  }

  /** Where values are read off: the pinned time, else the pointer's. */
  get readoutUs(): number | null {
    return this.view.get().pinnedUs ?? this.cursorUs.get();
  }

  /** Zooms into the marked range, or by a factor of two at `timeUs` where none is marked. */
  zoomIn(timeUs: number): void {
    // The clicks of the double click have pinned the cursor on their way.
    this.pin(null);
    if (this.view.get().selection !== null) this.zoomToSelection();
    else this.showRange(scaleRange(this.viewport, timeUs, 1 / 2));
  }

  /** Zooms into the marked range, if there is one. */
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

  /** Bands a finding and zooms to its interval with a margin. */
  showFinding(key: string): void {
    const finding = this.findings.find((candidate) => candidate.key === key);
    if (finding === undefined) return;
    this.#goTo(withMargin({ fromUs: finding.startUs, toUs: finding.endUs }, this.extent));
    this.view.update((view) => ({ ...view, selection: null, finding: key }));
  }

  /** Puts a finding aside, or takes it back. */
  dismiss(key: string, aside: boolean): void {
    this.view.update((view) => {
      const others = view.dismissed.filter((other) => other !== key);
      return { ...view, dismissed: aside ? [...others, key] : others };
    });
  }
}

export interface Left {
  readonly view: View;
  readonly steps: RangeSteps;
}
