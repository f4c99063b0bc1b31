/**
 * Decides which changes of a view are one step of its history: all changes of one pointer gesture, and changes by
 * keys or wheel in quick succession.
 */
import { back, emptyHistory, forward, type History, leave } from '../../../drawing/view/history';

/** Changes by keys or wheel closer together than this are one step. */
const GESTURE_MS = 600;

export class ViewSteps<Step> {
  #history: History<Step> = emptyHistory();
  #changedAt = Number.NEGATIVE_INFINITY;
  #taken = 0;
  /** A gesture is active: nothing moved yet, or its step was recorded. */
  #held: 'no' | 'fresh' | 'moved' = 'no';
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Number of steps so far, in any direction: each is an entry of the browser's history. */
  get taken(): number {
    return this.#taken;
  }

  /** A gesture is active. */
  get isHeld(): boolean {
    return this.#held !== 'no';
  }

  /** The view is about to change from `current`: a new step, unless it continues the previous one. */
  change(current: Step): void {
    const now = this.#now();
    const close = this.#held === 'no' && now - this.#changedAt < GESTURE_MS;
    const continues = close || this.#held === 'moved';
    if (this.#held === 'fresh') this.#held = 'moved';
    this.#changedAt = now;
    if (!continues) this.leave(current);
  }

  /** Always a new step. */
  leave(current: Step): void {
    this.#history = leave(this.#history, current);
    this.#taken++;
  }

  /** A gesture starts: all changes until `release` are one step. */
  hold(): void {
    this.#held = 'fresh';
  }

  release(): void {
    if (this.#held === 'moved') this.#changedAt = Number.NEGATIVE_INFINITY;
    this.#held = 'no';
  }

  /** @returns the step to go to; null where there is none in that direction. */
  walk(direction: 'back' | 'forward', current: Step): { readonly step: Step } | null {
    const walked = (direction === 'back' ? back : forward)(this.#history, current);
    if (walked === null) return null;
    this.#history = walked.history;
    this.#taken++;
    this.#changedAt = Number.NEGATIVE_INFINITY;
    return { step: walked.step };
  }
}
