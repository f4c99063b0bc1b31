/**
 * Counts tasks of the page besides reading traces: folders being walked, files being compared
 * with a link's, parts of the page being loaded. While there are any, the page is not idle.
 */

export class Activity {
  /** Called whenever something may have become idle or busy. */
  onChange: () => void = () => undefined;
  #tasks = 0;

  get isBusy(): boolean {
    return this.#tasks > 0;
  }

  changed(): void {
    this.onChange();
  }

  /** The page is not idle until the returned function is called. */
  hold(): () => void {
    this.#tasks++;
    this.changed();
    return () => {
      this.#tasks--;
      this.changed();
    };
  }

  /** The page is not idle until this is settled. */
  async whileBusy<T>(task: Promise<T>): Promise<T> {
    const release = this.hold();
    try {
      return await task;
    } finally {
      release();
    }
  }
}
