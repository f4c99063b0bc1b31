/**
 * Legend entries that are switched off hold for the set that they were switched off in: the next trace begins with all of
 * them, and a set that is shown again has its own. A link brings its entries along.
 */
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import type { OpenSet } from './open-trace';

export const hiddenSeries: FeatureState<AppState, HiddenSeries> = { create: (app) => new HiddenSeries(app) };

export class HiddenSeries {
  readonly #app: Pick<AppState, 'choices'>;
  readonly #of = new WeakMap<OpenSet, readonly string[]>();
  #shown: OpenSet | null = null;
  /** Those of the shown set, before a link changed them. */
  #own: readonly string[] = [];

  constructor(app: Pick<AppState, 'choices'>) {
    this.#app = app;
  }

  /**
   * To be called when the shown set or the choices have changed.
   * @param isFollowing a link is being followed: what is hidden is the link's, for the set that it shows.
   */
  look(shown: OpenSet | null, isFollowing: boolean): void {
    const { choices } = this.#app;
    const { hiddenSeries: now } = choices.get();
    if (shown !== this.#shown) {
      if (this.#shown !== null) this.#of.set(this.#shown, isFollowing ? this.#own : now);
      this.#shown = shown;
      if (shown !== null && !isFollowing) this.#show(this.#of.get(shown) ?? []);
    } else if (isFollowing) return;
    this.#own = choices.get().hiddenSeries;
  }

  /** A set takes the place of another: what is hidden in one is hidden in the other. */
  move(from: OpenSet, to: OpenSet): void {
    this.#of.set(
      to,
      from === this.#shown ? this.#app.choices.get().hiddenSeries : (this.#of.get(from) ?? []),
    );
  }

  #show(hidden: readonly string[]): void {
    const { choices } = this.#app;
    if (hidden.join() !== choices.get().hiddenSeries.join())
      choices.update((current) => ({ ...current, hiddenSeries: hidden }));
  }
}
