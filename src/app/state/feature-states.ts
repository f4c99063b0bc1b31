/**
 * State of features that hangs on what it belongs to, the app or a trace: made when it is first asked for, one per owner.
 * So the owner knows no feature, and all state of the page can be reached from `AppState`.
 */

/** The key by which an owner gives a feature's state, and how it is made. */
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
