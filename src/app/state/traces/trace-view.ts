/**
 * The view of one trace: the part of its set's view in the trace's own time, and what belongs to the trace alone
 * (what is chosen, dismissed findings, model, selected packet). Changes of range, selection and pin go to the set.
 */
import type { Viewport } from '../../../drawing/surface/viewport';
import { shifted, type TraceMarks, viewOfTrace } from '../../../drawing/view/set-view';
import { INITIAL_VIEW, type TimeRange, type View, withMargin } from '../../../drawing/view/view';
import type { PacketName } from '../../../engine/reading/contract/packet-facts';
import { createStore, type ReadonlyStore, type Store } from '../store';
import { type SetMember, TraceSet } from './trace-set';

const NO_MARKS: TraceMarks = { chosen: null, dismissed: [], model: null, packet: null };

export abstract class TraceView<Self extends SetMember> implements SetMember {
  readonly key: string;
  /** The set that its tab shows, with this trace as its lead. */
  readonly home: TraceSet<Self>;
  readonly #view: Store<View> = createStore<View>(INITIAL_VIEW);
  #marks = NO_MARKS;
  /** The set that it is drawn in. */
  #set: TraceSet<Self>;
  #endSet: () => void = () => undefined;

  /** @param key unique among open traces. */
  constructor(key: string) {
    this.key = key;
    this.home = new TraceSet<Self>(this as unknown as Self);
    this.#set = this.home;
    this.enter(null);
  }

  /** First and last time of the trace, µs. */
  abstract get extent(): TimeRange;

  get view(): ReadonlyStore<View> {
    return this.#view;
  }

  get set(): TraceSet<Self> {
    return this.#set;
  }

  enter(set: TraceSet<SetMember> | null): void {
    this.#endSet();
    this.#set = (set as TraceSet<Self> | null) ?? this.home;
    this.#endSet = this.#set.view.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Added to its times, they are those of the set, µs. */
  get offsetUs(): number {
    return this.#set.offsetOf(this as unknown as Self);
  }

  #follow(): void {
    this.#view.set(viewOfTrace(this.#set.view.get(), this.offsetUs, this.#marks));
  }

  #mark(change: Partial<TraceMarks>): void {
    this.#marks = { ...this.#marks, ...change };
    this.#follow();
  }

  get marks(): TraceMarks {
    return this.#marks;
  }

  restoreMarks({ chosen, dismissed, model, packet }: TraceMarks): void {
    this.#mark({ chosen, dismissed, model, packet });
  }

  /** The set's viewport, in the trace's time. */
  get viewport(): Viewport {
    const { fromUs, toUs, width } = this.#set.viewport;
    const { offsetUs } = this;
    return { fromUs: fromUs - offsetUs, toUs: toUs - offsetUs, width };
  }

  /** The time under the pointer; null where it is outside the plots. */
  get cursorUs(): number | null {
    const timeUs = this.#set.cursorUs.get();
    return timeUs === null ? null : timeUs - this.offsetUs;
  }

  /** The time at which values are shown, as its set has it. */
  get readoutUs(): number | null {
    const timeUs = this.#set.readoutUs;
    return timeUs === null ? null : timeUs - this.offsetUs;
  }

  #inSet(range: TimeRange): TimeRange {
    return shifted(range, this.offsetUs);
  }

  /** Shows a range; changes of one gesture are one step of the history. */
  showRange(range: TimeRange | null): void {
    this.#set.axis.set('time');
    this.#set.showRange(range && this.#inSet(range));
  }

  select(range: TimeRange | null): void {
    this.#set.select(range && this.#inSet(range));
  }

  /** Pins the cursor at a time; moves the visible range there, with its length, if the time is outside. */
  showTime(timeUs: number): void {
    this.#set.axis.set('time');
    this.#set.showTime(timeUs + this.offsetUs);
  }

  visiblePart(range: TimeRange): TimeRange {
    return shifted(this.#set.visiblePart(this.#inSet(range)), -this.offsetUs);
  }

  /** Draws a model over the logged window; null removes it. */
  showModel(model: View['model']): void {
    this.#mark({ model });
  }

  /** Selects a sent packet; null selects none. */
  selectPacket(packet: PacketName | null): void {
    const { packet: before } = this.#marks;
    const isSame = before?.space === packet?.space && before?.packetNumber === packet?.packetNumber;
    if (!isSame) this.#mark({ packet });
  }

  /** Highlights what is chosen and zooms to the longest of its times, with a margin: one step of the history. @param leastUs not closer. */
  protected goToChosen(key: string, longest: TimeRange, leastUs: number): void {
    this.#goTo(withMargin(longest, this.extent, leastUs), () => this.#choose(key));
    this.#set.select(null);
  }

  /** Pins the cursor at the time of a record that decides what is chosen, or is chosen with it: one step of the history. */
  goToRecord(key: string, timeUs: number, range: TimeRange | null): void {
    this.#goTo(range, () => {
      if (key !== this.chosen) this.#choose(key);
      this.#set.pin(timeUs + this.offsetUs);
    });
  }

  #goTo(range: TimeRange | null, change: () => void): void {
    this.#set.axis.set('time');
    this.#set.goTo(range && this.#inSet(range), change);
  }

  #choose(key: string): void {
    this.#marks = { ...this.#marks, chosen: key };
    // Its panels come in place of those that were picked one by one.
    if (this.#set.view.get().panels?.kind === 'only') this.#set.showPanels(null);
  }

  get chosen(): string | null {
    return this.#marks.chosen;
  }

  /** Null for nothing. The range stays, and no step is made: a step of the history is walked, or the choice is taken back. */
  setChosen(chosen: string | null): void {
    if (chosen !== this.#marks.chosen) this.#mark({ chosen });
  }

  /** Dismisses a finding, or restores it. */
  dismiss(key: string, isDismissed: boolean): void {
    const others = this.#marks.dismissed.filter((other) => other !== key);
    const { chosen } = this.#marks;
    // What is dismissed is no longer pointed at.
    const stays = isDismissed && chosen === key ? { chosen: null } : {};
    this.#mark({ dismissed: isDismissed ? [...others, key] : others, ...stays });
  }

  /** Esc: clears selection, pin and highlight, in this order, one at a time. */
  clear(): void {
    if (!this.#set.shown.clear()) this.#mark({ chosen: null });
  }
}
