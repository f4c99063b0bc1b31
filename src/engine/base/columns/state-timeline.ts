/**
 * The congestion states over time and the share of time each one has in a pixel column.
 *
 * A controller can change its state every 7 ms in a loop: drawn as bands, 500 changes alias into one colour, and a
 * state that lasts 98 % of the time can look like the other. Shares of time do not alias.
 *
 * Every state keeps its accumulated time at checkpoints of 64 changes, so that the share over any window takes one
 * binary search and at most 16 steps.
 */
import { float64Column, type Growable, lowerBound, uint16Column, upperBound } from './growable';
import { medianOf } from './median';
import { nextAbove } from './next-bound';
import type { ColumnWindow } from './series';

const CHECKPOINT = 16;

/** Distinct names kept; some stacks log a bit field as the state. Further names share one. */
const MAX_STATES = 32;
const OTHER_STATES = 'other states';

/** Of shares that were rounded to be sent. */
export interface RoundedShares {
  /** Per column, how far a share may be from the trace's own; 0 where none is rounded. */
  readonly byUpTo: Float64Array<ArrayBuffer>;
  /** Per name, whether shares of 0 and 1 are the trace's own, in columns whose others are off by less than all of it. */
  readonly exactEnds: readonly boolean[];
}

export interface StateSlice {
  readonly names: readonly string[];
  /** `names.length` numbers per column: the share of the column's time in each state, 0 to 1. */
  readonly shares: Float64Array<ArrayBuffer>;
  readonly changes: Float64Array<ArrayBuffer>;
  /** Left out where all shares are the trace's own. */
  readonly rounded?: RoundedShares;
}

/** Distribution of the times between entries into a state, over a range. */
export interface EntrySpacing {
  readonly state: string;
  /** Spacings per bin of `binUs`; the last bin also holds everything longer. */
  readonly counts: Float64Array<ArrayBuffer>;
  readonly binUs: number;
  readonly total: number;
  /** NaN with fewer than two entries. */
  readonly medianUs: number;
}

export class StateTimeline {
  readonly #names: string[] = [];
  /** Made with the first name. */
  #idByName: Map<string, number> | null = null;
  readonly #timeUs = float64Column();
  readonly #state = uint16Column();
  /** Per state: accumulated µs before change 0, 64, 128 … */
  readonly #checkpoints: Growable<Float64Array>[] = [];
  readonly #totalsUs: number[] = [];

  /** @param names states known in advance: they stay in this order, whichever appears first. */
  constructor(names: readonly string[] = []) {
    for (const name of names) this.#idOf(name);
  }

  /** State names in order of appearance; a state's id is its index. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Number of `congestion_state_updated` events that changed the state, the first one included. */
  get length(): number {
    return this.#state.length;
  }

  /** Times of the changes in µs, ascending; valid until the next push. */
  get timesUs(): Float64Array {
    return this.#timeUs.view();
  }

  /** State ids, parallel to `timesUs`. */
  get states(): Uint16Array {
    return this.#state.view();
  }

  /** Transitions from one state to another; the first state is no transition. */
  get transitions(): number {
    return Math.max(0, this.#state.length - 1);
  }

  /** Appends a change; a repeated state is ignored. Times must not descend. */
  push(timeUs: number, name: string): void {
    const id = this.#idOf(name);
    const index = this.#state.length;
    if (index > 0) {
      if (this.#state.last() === id) return;
      const previous = this.#state.last();
      this.#totalsUs[previous] = (this.#totalsUs[previous] ?? 0) + timeUs - this.#timeUs.last();
    }
    if (index % CHECKPOINT === 0) {
      for (let state = 0; state < this.#names.length; state++) {
        this.#checkpoints[state]?.push(this.#totalsUs[state] ?? 0);
      }
    }
    this.#timeUs.push(timeUs);
    this.#state.push(id);
  }

  #idOf(name: string): number {
    const listedId = this.#idByName?.get(name);
    if (listedId !== undefined) return listedId;
    if (this.#names.length >= MAX_STATES && name !== OTHER_STATES) return this.#idOf(OTHER_STATES);
    const id = this.#names.length;
    this.#names.push(name);
    this.#idByName ??= new Map();
    this.#idByName.set(name, id);
    this.#totalsUs.push(0);
    const column = float64Column();
    // A state that appears for the first time has 0 µs at all earlier checkpoints.
    const passed = Math.ceil(this.#state.length / CHECKPOINT);
    for (let i = 0; i < passed; i++) column.push(0);
    this.#checkpoints.push(column);
    return id;
  }

  /** Writes to `out` the µs spent in each state, by its id, from the first change until `timeUs`. */
  accumulate(timeUs: number, out: Float64Array): void {
    out.fill(0);
    const times = this.#timeUs.view();
    const end = upperBound(times, timeUs);
    if (end === 0) return;
    const states = this.#state.view();
    const checkpoint = Math.floor((end - 1) / CHECKPOINT);
    for (let state = 0; state < this.#names.length; state++) {
      out[state] = this.#checkpoints[state]?.at(checkpoint) ?? 0;
    }
    for (let i = checkpoint * CHECKPOINT; i < end; i++) {
      const state = states[i];
      const until = i + 1 < end ? times[i + 1] : timeUs;
      out[state] = out[state] + until - times[i];
    }
  }

  /** µs of [fromUs, toUs) spent in each state, by its id. */
  #spentUs(fromUs: number, toUs: number): Float64Array {
    const before = new Float64Array(this.#names.length);
    const spent = new Float64Array(this.#names.length);
    this.accumulate(fromUs, before);
    this.accumulate(toUs, spent);
    for (let id = 0; id < spent.length; id++) spent[id] = spent[id] - before[id];
    return spent;
  }

  /** Time of [fromUs, toUs) spent in each state, µs, by its name. */
  timesIn(fromUs: number, toUs: number): ReadonlyMap<string, number> {
    const spent = this.#spentUs(fromUs, toUs);
    return new Map(this.#names.map((name, id) => [name, spent[id]]));
  }

  /** Share of [fromUs, toUs) spent in the named state, 0 when the state is never logged. */
  shareOf(name: string, fromUs: number, toUs: number): number {
    const id = this.#idByName?.get(name);
    if (id === undefined || toUs <= fromUs) return 0;
    return this.#spentUs(fromUs, toUs)[id] / (toUs - fromUs);
  }

  /**
   * Shares and change counts of a window; time after `endUs`, the end of the trace, has no state. Columns with few
   * changes are summed change by change, those with many from the accumulated times.
   */
  query(window: ColumnWindow, endUs: number): StateSlice {
    const stateCount = this.#names.length;
    const shares = new Float64Array(window.columns * stateCount);
    const changes = new Float64Array(window.columns);
    const times = this.#timeUs.view();
    const states = this.#state.view();
    const before = new Float64Array(stateCount);
    const after = new Float64Array(stateCount);
    /** Number of changes at or before `atUs`: the last of them sets the state there. */
    let passed = upperBound(times, window.fromUs);
    let atUs = window.fromUs;
    for (let column = 0; column < window.columns; column++) {
      const toUs = window.fromUs + (column + 1) * window.columnUs;
      const end = nextAbove(times, toUs, passed);
      // The first state is no transition.
      changes[column] = Math.max(0, end - 1) - Math.max(0, passed - 1);
      const untilUs = Math.min(toUs, endUs);
      const base = column * stateCount;
      if (end - passed > CHECKPOINT) {
        this.accumulate(Math.min(atUs, endUs), before);
        this.accumulate(untilUs, after);
        for (let state = 0; state < stateCount; state++) {
          shares[base + state] = after[state] - before[state];
        }
      } else {
        let sinceUs = atUs;
        for (let i = passed; i <= end && sinceUs < untilUs; i++) {
          const changeUs = i < end ? Math.min(times[i], untilUs) : untilUs;
          if (i > 0) {
            const at = base + states[i - 1];
            shares[at] = shares[at] + changeUs - sinceUs;
          }
          sinceUs = changeUs;
        }
      }
      for (let state = 0; state < stateCount; state++) {
        shares[base + state] = shares[base + state] / window.columnUs;
      }
      passed = end;
      atUs = toUs;
    }
    return { names: [...this.#names], shares, changes };
  }

  /**
   * Spacing between successive entries into the first state whose name matches, within [fromUs, toUs].
   * @param bins number of bins of `binUs` each; spacings beyond them count in the last.
   * @returns null when no such state is logged.
   */
  entrySpacing(
    pattern: RegExp,
    range: { readonly fromUs: number; readonly toUs: number },
    binUs: number,
    bins: number,
  ): EntrySpacing | null {
    const id = this.#names.findIndex((name) => pattern.test(name));
    const state = this.#names[id];
    if (state === undefined) return null;
    const times = this.#timeUs.view();
    const states = this.#state.view();
    const from = lowerBound(times, range.fromUs);
    const to = upperBound(times, range.toUs);
    const spacings = new Float64Array(Math.max(0, to - from));
    const counts = new Float64Array(bins);
    let total = 0;
    let last = Number.NaN;
    for (let i = from; i < to; i++) {
      if (states[i] !== id) continue;
      const timeUs = times[i];
      if (!Number.isNaN(last)) {
        const spacingUs = timeUs - last;
        spacings[total++] = spacingUs;
        const bin = Math.min(bins - 1, Math.floor(spacingUs / binUs));
        counts[bin] = counts[bin] + 1;
      }
      last = timeUs;
    }
    const medianUs = medianOf(spacings.subarray(0, total));
    return { state, counts, binUs, total, medianUs };
  }
}
