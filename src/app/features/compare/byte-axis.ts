/**
 * The set on an axis of bytes delivered: a set of its own with the same traces over bytes, their styles and arrangement. Range,
 * cursor and selection in bytes are its own; those in time stay as they were. Part of the state of the set's lead.
 */
import { laneLetter } from '../../../drawing/surface/lane-styles';
import type { Arrived, Outline } from '../../../engine/reading/contract/outline';
import { bytesOf, type Progress } from '../../../engine/service/compare/by-bytes';
import { dragsToAlign } from '../../state/compare/drag-mode';
import { setComparison } from '../../state/compare/set-comparison';
import type { FeatureState } from '../../state/feature-states';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { byteTrace } from './byte-trace';

interface MadeTrace {
  readonly outline: Outline;
  readonly made: ReturnType<typeof byteTrace>;
}

const QUANTITIES: { readonly [quantity in Arrived['quantity']]: string } = {
  goodput: 'payload acknowledged',
  acknowledged: 'packets acknowledged, with their headers',
  received: 'bytes received',
};

export const byteAxis: FeatureState<OpenTrace, ByteAxis> = { create: (lead) => new ByteAxis(lead.home) };

export class ByteAxis {
  readonly #set: OpenSet;
  /** By key. */
  #made: ReadonlyMap<string, MadeTrace> = new Map();

  constructor(set: OpenSet) {
    this.#set = set;
    set.lead.busyWhile(() => [...this.#made.values()].some(({ made }) => made.trace.isAsking));
  }

  /** Why the traces cannot be drawn over bytes; empty where they can. */
  lacking(): string {
    const without = this.#set.members.flatMap(({ trace }, i) =>
      this.#progressOf(trace) === null ? [laneLetter(i)] : [],
    );
    return without.length === 0 ? '' : `Not known of ${without.join(', ')}: what had arrived when`;
  }

  get #isReading(): boolean {
    const parts = this.#set.lead.feature(setComparison).parts.get();
    return this.#set.members.some(({ trace }) => (parts.get(trace.key)?.state ?? 'reading') === 'reading');
  }

  /** What counts as delivered: once where it is the same of all, else of each. */
  quantities(): string {
    const words = this.#set.members.flatMap(({ trace }) => {
      const progress = this.#progressOf(trace);
      return progress === null ? [] : [QUANTITIES[progress.arrived.quantity]];
    });
    if (new Set(words).size === 1) return words[0] ?? '';
    return words.map((one, i) => `${laneLetter(i)}: ${one}`).join(', ');
  }

  /** Follows the set, what is known of its traces, and the choice of the axis. @returns the function that ends it. */
  follow(): () => void {
    const { view, axis, lead } = this.#set;
    const update = (): void => this.#update();
    const ends = [view, axis, lead.feature(setComparison).parts].map((store) => store.subscribe(update));
    update();
    return () => {
      for (const end of ends) end();
      this.#leave();
    };
  }

  /** Null of a digest, and where nothing arrived. */
  #progressOf(trace: OpenTrace): Progress | null {
    const part = this.#set.lead.feature(setComparison).parts.get().get(trace.key);
    if (part?.state !== 'ready' || trace.digest !== null) return null;
    const { arrived, landmarks } = part.outline;
    const progress = { arrived, startUs: landmarks.startUs };
    return bytesOf(progress) > 0 ? progress : null;
  }

  #update(): void {
    const { axis, byBytes, members, view, lead } = this.#set;
    if (axis.get() === 'time' || members.length < 2 || this.lacking() !== '') {
      // A link asks for bytes before all traces are read.
      if (members.length < 2 || !this.#isReading) axis.set('time');
      this.#leave();
      return;
    }
    const made = new Map(members.map(({ trace }) => [trace.key, this.#madeOf(trace)] as const));
    const first = made.get(lead.key);
    if (first === undefined) return;
    this.#end((key, one) => made.get(key) !== one);
    this.#made = made;
    const over = first.made.trace.home;
    const { lanes, arrangement } = view.get();
    const before = over.view.get();
    const isSame =
      byBytes.get() === over && before.arrangement === arrangement && sameLanes(before.lanes, lanes);
    if (isSame) return;
    const unmoved = lanes.map((lane) => ({ ...lane, offsetUs: 0 }));
    over.restore(
      { ...before, lanes: unmoved, arrangement },
      [...made.values()].map((one) => one.made.trace),
    );
    // Over bytes every trace begins at 0: there is nothing to shift.
    lead.feature(dragsToAlign).set(false);
    this.#set.showByBytes(over);
  }

  /** Made again where the trace was read again. */
  #madeOf(trace: OpenTrace): MadeTrace {
    const part = this.#set.lead.feature(setComparison).parts.get().get(trace.key);
    const outline = part?.state === 'ready' ? part.outline : null;
    const axis = this.#made.get(trace.key);
    const progress = this.#progressOf(trace);
    if (axis !== undefined && axis.outline === outline) return axis;
    if (outline === null || progress === null) throw new Error('a trace without progress has no bytes');
    return { outline, made: byteTrace(trace, progress) };
  }

  #end(isOld: (key: string, one: MadeTrace) => boolean): void {
    for (const [key, one] of this.#made) if (isOld(key, one)) one.made.end();
  }

  #leave(): void {
    this.#end(() => true);
    this.#made = new Map();
    this.#set.byBytes.set(null);
  }
}

type Lanes = ReturnType<OpenSet['view']['get']>['lanes'];

function sameLanes(before: Lanes, now: Lanes): boolean {
  return (
    before.length === now.length &&
    now.every(({ trace, style }, i) => before[i]?.trace === trace && before[i]?.style === style)
  );
}
