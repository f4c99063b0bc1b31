/**
 * What the page knows of the traces of a set for their comparison: the outline of each, requested once it is read, and where
 * each is aligned. A trace that was added is put where the proposed alignment has it; it moves with that alignment when a
 * trace is read again, unless the user has shifted it. Part of the state of the set's lead.
 */
import { type Alignment, offsetUs, proposedAlignment } from '../../../engine/compare/align';
import { type ComparedTrace, comparedTrace, digestOutline } from '../../../engine/compare/compared-trace';
import type { Outline } from '../../../engine/contract/outline';
import type { Snapshot } from '../../../engine/contract/snapshot';
import { originMsOf } from '../../../sharing/report/summary-words';
import type { FeatureState } from '../../state/feature-states';
import type { OpenSet, OpenTrace } from '../../state/open-trace';
import { createStore, type Store } from '../../state/store';

/** What is known of a trace. */
export type ComparedPart =
  | { readonly state: 'reading' }
  | { readonly state: 'unreadable'; readonly why: string }
  | { readonly state: 'ready'; readonly snapshot: Snapshot; readonly outline: Outline };

/** What the user looks at. */
export interface ComparisonChoice {
  /** Key of the trace that the lead is compared with; null for the first. */
  readonly against: string | null;
  /** The table is open. */
  readonly isOpen: boolean;
}

/** Where a trace was put by an alignment. */
interface Aligned {
  readonly alignment: Alignment;
  readonly offsetUs: number;
}

const READING: ComparedPart = { state: 'reading' };

export const setComparison: FeatureState<OpenTrace, SetComparison> = {
  create: (lead) => new SetComparison(lead.home),
};

export class SetComparison {
  /** By key of the trace. */
  readonly parts: Store<ReadonlyMap<string, ComparedPart>> = createStore<ReadonlyMap<string, ComparedPart>>(
    new Map(),
  );
  readonly choice: Store<ComparisonChoice> = createStore<ComparisonChoice>({ against: null, isOpen: false });
  /** Names of files that join the set once they are read. */
  readonly waiting: Store<readonly string[]> = createStore<readonly string[]>([]);
  readonly #set: OpenSet;
  /** The snapshot at the last request, and what came of it. */
  readonly #asked = new Map<string, Snapshot>();
  readonly #answers = new Map<string, ComparedPart>();
  /** Added, and not yet aligned. */
  readonly #unplaced = new Set<string>();
  readonly #aligned = new Map<string, Aligned>();

  constructor(set: OpenSet) {
    this.#set = set;
  }

  /** Follows the set and its traces while they are on the screen. @returns the function that ends it. */
  follow(): () => void {
    let traces: readonly OpenTrace[] = [];
    let ends: readonly (() => void)[] = [];
    let lanes: readonly unknown[] = [];
    const stop = (): void => {
      for (const end of ends) end();
    };
    const look = (): void => {
      const now = this.#set.members.map(({ trace }) => trace);
      if (now.length !== traces.length || now.some((trace, i) => trace !== traces[i])) {
        stop();
        traces = now;
        ends = now.flatMap(({ snapshot, crash }) => [snapshot.subscribe(look), crash.subscribe(look)]);
      }
      this.#look();
    };
    const end = this.#set.view.subscribe(() => {
      const { lanes: now } = this.#set.view.get();
      if (now === lanes) return;
      lanes = now;
      look();
    });
    look();
    return () => {
      end();
      stop();
    };
  }

  /** The trace is put at its proposed alignment once both are read, unless it is shifted before. */
  propose({ key }: OpenTrace): void {
    this.#aligned.delete(key);
    this.#unplaced.add(key);
    this.#look();
  }

  /** The alignment that the trace was put by last; null for none. */
  chosenFor({ key }: OpenTrace): Alignment | null {
    return this.#aligned.get(key)?.alignment ?? null;
  }

  /** Shifts a trace so that a time of it lies over that of the lead; nothing where one does not show it. */
  alignBy(trace: OpenTrace, alignment: Alignment): void {
    const [a, b] = [this.comparedOf(this.#set.lead), this.comparedOf(trace)];
    if (a === null || b === null) return;
    const offset = offsetUs(a, b, alignment);
    if (Number.isNaN(offset)) return;
    this.#unplaced.delete(trace.key);
    const placedUs = offset + this.#set.offsetOf(this.#set.lead);
    this.#aligned.set(trace.key, { alignment, offsetUs: placedUs });
    this.#set.setOffset(trace, placedUs);
  }

  /** The trace as it is compared; null before it is read. @param name shown for it. */
  comparedOf({ key }: OpenTrace, name = key): ComparedTrace | null {
    const part = this.parts.get().get(key);
    return part?.state === 'ready'
      ? comparedTrace(name, part.snapshot, part.outline, originMsOf(part.snapshot))
      : null;
  }

  #look(): void {
    const { members } = this.#set;
    if (members.length > 1) for (const { trace } of members) this.#ask(trace);
    const parts = new Map(members.map(({ trace }) => [trace.key, this.#partOf(trace)]));
    const before = this.parts.get();
    const isSame = parts.size === before.size && [...parts].every(([key, part]) => before.get(key) === part);
    if (!isSame) this.parts.set(parts);
    for (const { trace } of members) if (trace !== this.#set.lead) this.#align(trace);
  }

  #ask(trace: OpenTrace): void {
    const { key } = trace;
    const snapshot = trace.snapshot.get();
    if (snapshot?.phase !== 'ready' || this.#asked.get(key) === snapshot) return;
    this.#asked.set(key, snapshot);
    if (trace.digest !== null) {
      this.#answers.set(key, { state: 'ready', snapshot, outline: digestOutline(snapshot.extent.fromUs) });
      return;
    }
    const take = (part: ComparedPart): void => {
      // The trace was read again meanwhile.
      if (this.#asked.get(key) !== snapshot) return;
      this.#answers.set(key, part);
      this.#look();
    };
    trace.request('outline', {}).then(
      (outline) => take({ state: 'ready', snapshot, outline }),
      (error: unknown) =>
        take({ state: 'unreadable', why: String(error instanceof Error ? error.message : error) }),
    );
  }

  /** What was known stays until the newer answer is here. */
  #partOf(trace: OpenTrace): ComparedPart {
    const snapshot = trace.snapshot.get();
    const answer = this.#answers.get(trace.key) ?? READING;
    const crash = trace.crash.get();
    if (crash === null && snapshot?.phase === 'ready') return answer;
    if (crash === null && snapshot?.phase !== 'failed') {
      this.#asked.delete(trace.key);
      this.#answers.delete(trace.key);
      return READING;
    }
    const why = crash?.text ?? snapshot?.messages.find(({ level }) => level === 'error')?.text ?? '';
    const isKnown = answer.state === 'unreadable' && answer.why === why;
    const part: ComparedPart = isKnown ? answer : { state: 'unreadable', why };
    this.#asked.delete(trace.key);
    this.#answers.set(trace.key, part);
    return part;
  }

  /** Puts a trace where its alignment has it: a proposed one, or the one by which it stands. */
  #align(trace: OpenTrace): void {
    const { key } = trace;
    const isUnplaced = this.#unplaced.has(key);
    const aligned = this.#aligned.get(key);
    const shownUs = this.#set.offsetOf(trace);
    // Shifted by hand, or by a step back.
    if (isUnplaced && shownUs !== 0) this.#unplaced.delete(key);
    const stands = aligned !== undefined && aligned.offsetUs === shownUs;
    const [a, b] = [this.comparedOf(this.#set.lead), this.comparedOf(trace)];
    if (!(this.#unplaced.has(key) || stands) || a === null || b === null) return;
    const alignment =
      this.#unplaced.has(key) || aligned === undefined ? proposedAlignment(a, b) : aligned.alignment;
    const offset = offsetUs(a, b, alignment);
    if (Number.isNaN(offset)) return;
    const placedUs = offset + this.#set.offsetOf(this.#set.lead);
    this.#unplaced.delete(key);
    this.#aligned.set(key, { alignment, offsetUs: placedUs });
    if (placedUs !== shownUs) this.#set.place(trace, placedUs);
  }
}
