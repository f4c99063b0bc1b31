/**
 * State of features per owner, the app or a trace: created on first use, one per owner.
 * The owner does not depend on features, and all state of the page is reachable from `AppState`.
 */

/** Key of a feature's state, and how to create it. */
export interface FeatureState<Owner, T> {
  readonly create: (owner: Owner) => T;
}

export class FeatureStates<Owner> {
  readonly #owner: Owner;
  readonly #made = new Map<FeatureState<Owner, unknown>, unknown>();

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  get<T>(key: FeatureState<Owner, T>): T {
    const made = this.#made.get(key) as T | undefined;
    if (made !== undefined) return made;
    const created = key.create(this.#owner);
    this.#made.set(key, created);
    return created;
  }
}
