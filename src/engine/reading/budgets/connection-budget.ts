/**
 * How many connections of one file are distinguished, over all its texts: each costs memory before its first packet, and a few
 * kilobytes may name thousands of them. Asked before one is opened.
 */

/** Connections of one file, but for the first one of each of its texts. */
export const MAX_CONNECTIONS = 4096;

/**
 * Memory of a connection beside its columns: what replays its events, reads its records, and judges it (measured in Node at
 * 19 kB with one packet; the browser takes half).
 */
export const CONNECTION_BYTES = 20_000;

export class ConnectionBudget {
  readonly #most: number;
  #opened = 0;

  /** @param columnBytes memory limit of the file's columns (column-budget.ts). */
  constructor(columnBytes = Number.POSITIVE_INFINITY) {
    this.#most = Math.min(MAX_CONNECTIONS, columnBytes / CONNECTION_BYTES);
  }

  /** Whether another one may be opened. */
  get isLeft(): boolean {
    return this.#opened < this.#most;
  }

  opened(): void {
    this.#opened++;
  }
}
