/** Files of outside marks that wait for the time of day at which a trace without one began; null for none. */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { NamedFile } from '../../state/traces/named-file';
import type { OpenTrace } from '../../state/traces/open-trace';

export interface StartQuestion {
  readonly trace: OpenTrace;
  readonly files: readonly NamedFile[];
}

export const startQuestion: FeatureState<AppState, Store<StartQuestion | null>> = {
  create: () => createStore<StartQuestion | null>(null),
};
