/**
 * What happens next. Each part of a simulation (a link, an endpoint) has at most one time at which it is called next: the queue
 * is a heap of parts, whose size is their number and not that of the packets under way. Parts due at the same time are called in the order in
 * which they were added.
 */

/** Times in µs from the start of the run. */
export interface Part {
  /** Called at the time that was scheduled; schedules its next one itself. */
  fire(nowUs: number): void;
}

const NEVER = Number.POSITIVE_INFINITY;
/** Of the part that is being called: it stays first until it is scheduled again, which spares the heap one of two moves. */
const BEING_CALLED = Number.NEGATIVE_INFINITY;

export class EventQueue {
  readonly #parts: Part[] = [];
  /** By part: when it is called next. */
  readonly #dueUs: number[] = [];
  /** A binary heap of parts, all of them; by part its place in it. */
  readonly #heap: number[] = [];
  readonly #place: number[] = [];
  #nowUs = 0;
  #events = 0;
  #ends = false;

  /** The time of the last event, µs. */
  get nowUs(): number {
    return this.#nowUs;
  }

  get events(): number {
    return this.#events;
  }

  /** When the next part is called, µs; infinity where none is scheduled. */
  get dueUs(): number {
    return this.#dueUs[this.#heap[0]] ?? NEVER;
  }

  /** @returns the number of the part, for `schedule`. */
  add(part: Part): number {
    const id = this.#parts.length;
    this.#parts.push(part);
    this.#dueUs.push(NEVER);
    this.#place.push(this.#heap.length);
    this.#heap.push(id);
    return id;
  }

  /** @param dueUs when the part is called next, in place of what it had; infinity for never. */
  schedule(id: number, dueUs: number): void {
    const before = this.#dueUs[id];
    if (dueUs === before) return;
    this.#dueUs[id] = dueUs;
    if (dueUs < before) this.#rise(this.#place[id]);
    else this.#sink(this.#place[id]);
  }

  /** Ends the run after the event that is being handled. */
  end(): void {
    this.#ends = true;
  }

  /** Calls what is due until `untilUs`, that time included, or until `end`. */
  run(untilUs: number): void {
    this.#ends = false;
    while (!this.#ends) {
      const id = this.#heap[0];
      const dueUs = this.#dueUs[id];
      if (!(dueUs <= untilUs)) break;
      this.#nowUs = dueUs;
      this.#events++;
      this.#dueUs[id] = BEING_CALLED;
      this.#parts[id].fire(dueUs);
      if (this.#dueUs[id] === BEING_CALLED) this.schedule(id, NEVER);
    }
    if (!this.#ends) this.#nowUs = untilUs;
  }

  #isBefore(a: number, b: number): boolean {
    const aUs = this.#dueUs[a];
    const bUs = this.#dueUs[b];
    return aUs < bUs || (aUs === bUs && a < b);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    const id = heap[from];
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent];
      if (!this.#isBefore(id, other)) break;
      heap[at] = other;
      this.#place[other] = at;
      at = parent;
    }
    heap[at] = id;
    this.#place[id] = at;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const id = heap[from];
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#isBefore(heap[child + 1], heap[child])) child++;
      const other = heap[child];
      if (!this.#isBefore(other, id)) break;
      heap[at] = other;
      this.#place[other] = at;
      at = child;
    }
    heap[at] = id;
    this.#place[id] = at;
  }
}
