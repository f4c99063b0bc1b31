/**
 * Which panels are in sight, or nearly: one observer tells it for all of them, so that nobody measures, which would force
 * layout. What is out of sight is neither requested nor drawn.
 */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type ReadonlyStore, type Store } from '../../state/store';

/** A panel this near to the window, a turn of the wheel away, counts as in sight, so that it is drawn before it is scrolled to. */
const NEAR_PX = 120;

interface Followed {
  readonly id: string;
  readonly onTurn: (isInSight: boolean) => void;
}

export class PanelSight {
  readonly #inSight: Store<ReadonlyMap<string, boolean>> = createStore(new Map());
  readonly #followed = new Map<Element, Followed>();
  #observer: IntersectionObserver | null = null;

  /** By id of the panel; without those of which nothing is known yet. */
  get inSight(): ReadonlyStore<ReadonlyMap<string, boolean>> {
    return this.#inSight;
  }

  /** Calls back when the panel comes into sight or leaves it, first with what it is. @returns the function that ends it. */
  follow(element: Element, id: string, onTurn: Followed['onTurn']): () => void {
    this.#observer ??= new IntersectionObserver((entries) => this.#take(entries), {
      rootMargin: `${NEAR_PX}px`,
    });
    this.#followed.set(element, { id, onTurn });
    this.#observer.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#followed.delete(element);
      const left = new Map(this.#inSight.get());
      left.delete(id);
      this.#inSight.set(left);
    };
  }

  #take(entries: readonly IntersectionObserverEntry[]): void {
    const inSight = new Map(this.#inSight.get());
    for (const { target, isIntersecting } of entries) {
      const panel = this.#followed.get(target);
      if (panel === undefined) continue;
      inSight.set(panel.id, isIntersecting);
      panel.onTurn(isIntersecting);
    }
    this.#inSight.set(inSight);
  }
}

/** That of the page: one set is on the screen. */
export const panelSight: FeatureState<AppState, PanelSight> = { create: () => new PanelSight() };
