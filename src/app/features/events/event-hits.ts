/**
 * Where in the visible range the filter of the event list matches: asked again when filter, matches or range have
 * changed and the range rests. The list has done the search; this asks for no rows.
 */
import type { Viewport } from '../../../drawing/surface/viewport';
import { eventList } from '../../state/events/trace-events';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../../state/traces/open-trace';

/** A range has stopped moving when it has not changed for this long. */
const REST_MS = 120;
/** CSS pixels per tick. */
const TICK_PX = 2;

/** Times of ticks, and the width of each, µs. */
export interface Hits {
  readonly timesUs: readonly number[];
  readonly widthUs: number;
}

const NO_HITS: Hits = { timesUs: [], widthUs: 0 };

export class EventHits {
  readonly hits: Store<Hits> = createStore<Hits>(NO_HITS);
  readonly #trace: OpenTrace;
  /** What the newest request or its timer is for. */
  #asked = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(trace: OpenTrace) {
    this.#trace = trace;
  }

  /** Asks for the ticks of a viewport, unless they are those asked for last. */
  follow({ fromUs, toUs, width }: Viewport): void {
    const { open, filter, filterError, scope, matches, done } = this.#trace.feature(eventList).state.get();
    const isFiltered = open && filter !== '' && filterError === null;
    const key = isFiltered ? JSON.stringify([filter, scope, matches, done, fromUs, toUs, width]) : '';
    if (key === this.#asked) return;
    this.#asked = key;
    clearTimeout(this.#timer);
    if (!isFiltered) this.hits.set(NO_HITS);
    else if (done) this.#timer = setTimeout(() => void this.#ask(key, { fromUs, toUs, width }), REST_MS);
  }

  async #ask(key: string, { fromUs, toUs, width }: Viewport): Promise<void> {
    const list = this.#trace.feature(eventList);
    const count = Math.max(1, Math.floor(width / TICK_PX));
    const { filter } = list.state.get();
    const asked = { filter, scope: list.scopeRange, first: 0, count: 0, anchorUs: null };
    const answer = await this.#trace
      .ask('events', { ...asked, bins: { fromUs, toUs, count } }, { supersedes: 'event-hits' })
      .catch(() => null);
    if (answer === null || key !== this.#asked) return;
    const widthUs = (toUs - fromUs) / count;
    const timesUs = [...(answer.hits ?? [])].flatMap((hit, i) => (hit === 0 ? [] : [fromUs + i * widthUs]));
    this.hits.set({ timesUs, widthUs });
  }
}

export const eventHits: FeatureState<OpenTrace, EventHits> = { create: (trace) => new EventHits(trace) };
