/** The measurement of a trace as it is shown; measure-tool.ts, which is loaded with the screen of a trace, makes it. */
import type { TimeRange } from '../../../drawing/view/view';
import type { Measured } from '../../../engine/reading/contract/parts';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../../state/traces/open-trace';

export interface Measurement {
  readonly range: TimeRange;
  /** Of `range`, or of an earlier span of the same drag; null until the worker has counted. */
  readonly figures: Measured | null;
  /** The drag has not ended. */
  readonly held: boolean;
}

export const measurement: FeatureState<OpenTrace, Store<Measurement | null>> = {
  create: () => createStore<Measurement | null>(null),
};
