/**
 * When the next snapshot is sent while a file is read. Every snapshot makes the page ask for windows and draw all of its panels,
 * which slows down reading: the longer the reading and the dearer the answers, the fewer are sent.
 */

/** Shortest time between two: at first, so that panels update. */
const SHORTEST_MS = 120;
/** In a long reading, a quarter of its duration so far, up to a second. */
const SHARE_OF_READING = 0.25;
export const LONGEST_MS = 1000;
/** Answers take at most this share of the time, unless that would leave the page without news for so long. */
const SHARE_OF_ANSWERS = 0.04;
const LONGEST_FOR_ANSWERS_MS = 3000;

export class SnapshotPace {
  #beganAt = 0;
  /** The first is sent at once: the page mounts its panels while the worker continues to read. */
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Spent on answers since the last one was sent. */
  #answersMs = 0;

  begin(now: number): void {
    this.#beganAt = now;
  }

  sent(now: number): void {
    this.#sentAt = now;
    this.#answersMs = 0;
  }

  answered(ms: number): void {
    this.#answersMs += ms;
  }

  isDue(now: number): boolean {
    const byReading = Math.min(Math.max(SHORTEST_MS, (now - this.#beganAt) * SHARE_OF_READING), LONGEST_MS);
    const byAnswers = Math.min(this.#answersMs / SHARE_OF_ANSWERS, LONGEST_FOR_ANSWERS_MS);
    return now - this.#sentAt > Math.max(byReading, byAnswers);
  }
}
