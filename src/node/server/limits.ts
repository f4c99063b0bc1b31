/** The limits of a server where nothing else is set. */

export const USUAL_PORT = 7567;

export interface StoreLimits {
  /** Of one object, bytes. */
  readonly objectBytes: number;
  /** Of all objects, bytes. */
  readonly storeBytes: number;
  readonly objects: number;
  /** An upload over which nothing comes for so long is given up, ms. */
  readonly idleMs: number;
}

export const STORE_LIMITS: StoreLimits = {
  objectBytes: 1024 ** 3,
  storeBytes: 20 * 1024 ** 3,
  objects: 10_000,
  idleMs: 30_000,
};
