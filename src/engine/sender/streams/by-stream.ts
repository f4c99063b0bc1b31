/** Entries of a list by the stream that each is of: a counting sort, made when the first stream is asked for. */

export class ByStream {
  readonly #starts: Uint32Array;
  readonly #entries: Uint32Array;

  /** @param streamOf ordinals, all below `streams`. */
  constructor(streamOf: ArrayLike<number>, streams: number) {
    const starts = new Uint32Array(streams + 1);
    for (let i = 0; i < streamOf.length; i++) {
      const next = streamOf[i] + 1;
      starts[next] = starts[next] + 1;
    }
    for (let i = 0; i < streams; i++) starts[i + 1] = starts[i + 1] + starts[i];
    const free = starts.slice();
    this.#entries = new Uint32Array(streamOf.length);
    for (let i = 0; i < streamOf.length; i++) {
      const stream = streamOf[i];
      const at = free[stream];
      this.#entries[at] = i;
      free[stream] = at + 1;
    }
    this.#starts = starts;
  }

  /** Indexes of a stream's entries, ascending. */
  of(stream: number): Uint32Array {
    return this.#entries.subarray(this.#starts[stream], this.#starts[stream + 1]);
  }
}
