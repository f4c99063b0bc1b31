/**
 * What the page knows of the traces of a set for their comparison: the outline of each, requested once it is read, and where
 * each is aligned. A trace that was added is put where the proposed alignment has it; it moves with that alignment when a
 * trace is read again, unless the user has shifted it. Part of the state of the set's lead.
 */
import { laneLetter } from '../../../drawing/surface/lane-styles';
import type { Outline } from '../../../engine/reading/contract/outline';
import type { PacketColumns } from '../../../engine/reading/contract/packet-columns';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { alignmentText, parseAlignment } from '../../../engine/service/compare/alignment-text';
import { asksForPackets } from '../../../engine/service/compare/compare';
import {
  type ComparedTrace,
  comparedTrace,
  digestOutline,
  withPackets,
} from '../../../engine/service/compare/compared-trace';
import { type Related, relatedBy } from '../../../engine/service/compare/ends';
import { originMsOf } from '../../../sharing/report/words/summary-words';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenSet, OpenTrace } from '../traces/open-trace';
import { type AlignmentChoice, alignmentChoices, choiceAt } from './alignment-choices';

/** What is known of a trace. */
export type ComparedPart =
  | { readonly state: 'reading' }
  | { readonly state: 'unreadable'; readonly why: string }
  | ReadyPart;

export interface ReadyPart {
  readonly state: 'ready';
  readonly snapshot: Snapshot;
  readonly outline: Outline;
  /** Asked for where two traces may be of one connection; null for not, or not yet. */
  readonly packets: PacketColumns | null;
}

/** What the user looks at. */
export interface ComparisonChoice {
  /** Key of the trace that the lead is compared with; null for the first. */
  readonly against: string | null;
  readonly isOpen: boolean;
}

/** Something of a trace and the lead, and what it was derived from. */
interface Known<T> {
  readonly from: readonly unknown[];
  readonly value: T;
}

/** @returns what is known, made anew where what it is derived from has changed. */
function knownOf<T>(all: Map<string, Known<T>>, key: string, from: readonly unknown[], make: () => T): T {
  const entry = all.get(key);
  if (entry?.from.every((one, i) => one === from[i]) === true) return entry.value;
  const value = make();
  all.set(key, { from, value });
  return value;
}

/** Where a trace was put by an alignment. */
interface Aligned {
  readonly id: string;
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
  /** By key of a trace the packet of the sender at which it was to be aligned last. */
  readonly packetNumbers: Store<ReadonlyMap<string, number>> = createStore<ReadonlyMap<string, number>>(
    new Map(),
  );
  readonly #set: OpenSet;
  /** The snapshot at the last request, and what came of it. */
  readonly #asked = new Map<string, Snapshot>();
  readonly #answers = new Map<string, ComparedPart>();
  readonly #aligned = new Map<string, Aligned>();
  /** Traces whose packets were asked for, with the outline that they belong to. */
  readonly #packets = new Map<string, { readonly outline: Outline; readonly isPending: boolean }>();
  /** Traces that are put at their packet once it is read. */
  readonly #toPacket = new Set<string>();
  readonly #related = new Map<string, Known<Related>>();
  readonly #choices = new Map<string, Known<readonly AlignmentChoice[]>>();

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

  /** What a trace and the lead are of one another; null before both are read, and while their packets are. */
  relatedOf(trace: OpenTrace): Related | null {
    const { lead } = this.#set;
    const [a, b] = [this.comparedOf(lead), this.comparedOf(trace)];
    if (a === null || b === null || this.#awaitsPackets(trace)) return null;
    return knownOf(this.#related, trace.key, this.#partsOf(trace), () => relatedBy(a, b));
  }

  /** The alignments of a trace to the lead; null before both are read, and their packets where these may align them. */
  choicesFor(trace: OpenTrace): readonly AlignmentChoice[] | null {
    const { members, lead } = this.#set;
    const letter = laneLetter(members.findIndex((member) => member.trace === trace));
    const related = this.relatedOf(trace);
    const [a, b] = [this.comparedOf(lead), this.comparedOf(trace)];
    if (a === null || b === null || related === null) return null;
    const numbers = this.#packetNumbersOf(trace);
    return knownOf(this.#choices, trace.key, [...this.#partsOf(trace), letter, numbers.join()], () =>
      alignmentChoices(a, b, letter, related, numbers),
    );
  }

  /** The packet at which a trace was put, and the one that was asked for since. */
  #packetNumbersOf({ key }: OpenTrace): readonly number[] {
    const put = parseAlignment(this.#aligned.get(key)?.id ?? '');
    const asked = this.packetNumbers.get().get(key);
    const numbers = [...(put?.at === 'packet' ? [put.number] : []), ...(asked === undefined ? [] : [asked])];
    return [...new Set(numbers)];
  }

  /** Those that are shown: while a packet is looked for, the ones before. */
  shownChoices(trace: OpenTrace): readonly AlignmentChoice[] | null {
    const before = this.#toPacket.has(trace.key) ? this.#choices.get(trace.key) : undefined;
    return this.choicesFor(trace) ?? before?.value ?? null;
  }

  #partsOf(trace: OpenTrace): readonly unknown[] {
    return [this.#set.lead, trace].map(({ key }) => this.parts.get().get(key));
  }

  /** The alignment that a trace stands at; null for an offset by hand. */
  currentOf(trace: OpenTrace, choices: readonly AlignmentChoice[]): AlignmentChoice | null {
    const shownUs = this.#set.offsetOf(trace) - this.#set.offsetOf(this.#set.lead);
    return choiceAt(choices, shownUs, this.#aligned.get(trace.key)?.id ?? null);
  }

  /** Shifts a trace so that a time of it lies over that of the lead. */
  alignBy(trace: OpenTrace, { id, offsetUs }: AlignmentChoice): void {
    if (Number.isNaN(offsetUs)) return;
    const placedUs = offsetUs + this.#set.offsetOf(this.#set.lead);
    this.#aligned.set(trace.key, { id, offsetUs: placedUs });
    this.#set.setOffset(trace, placedUs);
  }

  /** Shifts a trace so that a packet of the sender lies over that of the lead, once the packets of both are read. */
  alignAtPacket(trace: OpenTrace, number: number): void {
    this.packetNumbers.update((numbers) => new Map(numbers).set(trace.key, number));
    this.#toPacket.add(trace.key);
    this.#look();
  }

  /** The alignment at the packet that was asked for last; null for none, and while it is looked for. */
  packetChoice(trace: OpenTrace): AlignmentChoice | null {
    const number = this.packetNumbers.get().get(trace.key);
    if (number === undefined) return null;
    const id = alignmentText({ at: 'packet', number });
    return this.choicesFor(trace)?.find((choice) => choice.id === id) ?? null;
  }

  #alignAtPacket(trace: OpenTrace): void {
    const choice = this.packetChoice(trace);
    if (choice === null || !this.#toPacket.delete(trace.key)) return;
    this.alignBy(trace, choice);
    // What was looked for is found, or not, although nothing else may have changed.
    this.packetNumbers.update((numbers) => new Map(numbers));
  }

  /** The trace as it is compared; null before it is read. @param name shown for it. */
  comparedOf({ key }: OpenTrace, name = key): ComparedTrace | null {
    const part = this.parts.get().get(key);
    if (part?.state !== 'ready') return null;
    const compared = comparedTrace(name, part.snapshot, part.outline, originMsOf(part.snapshot));
    return part.packets === null ? compared : withPackets(compared, part.packets);
  }

  #awaitsPackets(trace: OpenTrace): boolean {
    return [this.#set.lead, trace].some(({ key }) => this.#packets.get(key)?.isPending === true);
  }

  /** Two traces that may be of one connection are distinguished, and aligned, by their packets. */
  #askForPackets(trace: OpenTrace): void {
    const { lead } = this.#set;
    const [a, b] = [this.comparedOf(lead), this.comparedOf(trace)];
    const number = this.packetNumbers.get().get(trace.key);
    const alignment = number === undefined ? null : ({ at: 'packet', number } as const);
    if (a === null || b === null || !asksForPackets(a, b, alignment)) return;
    for (const one of [lead, trace]) this.#askPacketsOf(one);
  }

  #askPacketsOf(trace: OpenTrace): void {
    const { key } = trace;
    const part = this.#answers.get(key);
    if (part?.state !== 'ready' || this.#packets.get(key)?.outline === part.outline) return;
    const { outline } = part;
    this.#packets.set(key, { outline, isPending: true });
    const take = (packets: PacketColumns | null): void => {
      // The trace was read again meanwhile.
      if (this.#packets.get(key)?.outline !== outline) return;
      this.#packets.set(key, { outline, isPending: false });
      if (this.#answers.get(key) === part && packets !== null) this.#answers.set(key, { ...part, packets });
      this.#look();
    };
    trace.request('packetColumns', {}).then(take, () => take(null));
  }

  #look(): void {
    const { members } = this.#set;
    if (members.length > 1) for (const { trace } of members) this.#ask(trace);
    const parts = new Map(members.map(({ trace }) => [trace.key, this.#partOf(trace)]));
    const before = this.parts.get();
    const isSame = parts.size === before.size && [...parts].every(([key, part]) => before.get(key) === part);
    if (!isSame) this.parts.set(parts);
    for (const { trace } of members.slice(1)) {
      this.#askForPackets(trace);
      this.#align(trace);
      this.#alignAtPacket(trace);
    }
  }

  #ask(trace: OpenTrace): void {
    const { key } = trace;
    const snapshot = trace.snapshot.get();
    if (snapshot?.phase !== 'ready' || this.#asked.get(key) === snapshot) return;
    this.#asked.set(key, snapshot);
    const take = (part: ComparedPart): void => {
      // The trace was read again meanwhile.
      if (this.#asked.get(key) !== snapshot) return;
      this.#answers.set(key, part);
      this.#look();
    };
    trace.request('outline', {}).then(
      (outline) => take({ state: 'ready', snapshot, outline, packets: null }),
      (error: unknown) =>
        take(
          trace.digest === null
            ? { state: 'unreadable', why: error instanceof Error ? error.message : String(error) }
            : { state: 'ready', snapshot, outline: digestOutline(snapshot.extent.fromUs), packets: null },
        ),
    );
  }

  /** What was known stays until the newer answer is here. */
  #partOf(trace: OpenTrace): ComparedPart {
    const snapshot = trace.snapshot.get();
    const answer = this.#answers.get(trace.key) ?? READING;
    const crash = trace.crash.get();
    if (crash === null && snapshot?.phase === 'ready') return answer;
    if (crash === null && snapshot?.phase !== 'failed') {
      for (const answers of [this.#asked, this.#answers, this.#packets]) answers.delete(trace.key);
      return READING;
    }
    const why = crash?.text ?? snapshot?.messages.find(({ level }) => level === 'error')?.text ?? '';
    const isKnown = answer.state === 'unreadable' && answer.why === why;
    const part: ComparedPart = isKnown ? answer : { state: 'unreadable', why };
    this.#asked.delete(trace.key);
    this.#answers.set(trace.key, part);
    return part;
  }

  /** Puts a trace where its alignment has it: the proposed one where it has none, else the one at which it stands. */
  #align(trace: OpenTrace): void {
    const { key } = trace;
    const aligned = this.#aligned.get(key);
    const shownUs = this.#set.offsetOf(trace);
    const isUnaligned = this.#set.isUnaligned(trace);
    const stands = aligned !== undefined && aligned.offsetUs === shownUs;
    if (!isUnaligned && !stands) return;
    const choice = this.choicesFor(trace)?.find(({ id, isProposed }) =>
      isUnaligned ? isProposed : id === aligned?.id,
    );
    if (choice === undefined || Number.isNaN(choice.offsetUs)) return;
    const placedUs = choice.offsetUs + this.#set.offsetOf(this.#set.lead);
    this.#aligned.set(key, { id: choice.id, offsetUs: placedUs });
    if (isUnaligned || placedUs !== shownUs) this.#set.putAt(trace, placedUs);
  }
}
