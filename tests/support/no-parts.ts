/** An answer's parts when nobody asked for any. */
import type { AnswerParts } from '../../src/engine/reading/contract/parts.ts';

export const NO_PARTS: AnswerParts = {
  sequence: null,
  limits: null,
  appLimited: null,
  ptos: null,
  recovery: null,
  rates: null,
  streamShares: null,
  streamLanes: null,
  http: null,
  connectivity: null,
  carried: null,
  model: null,
};
