/** State of the page in part: what one of its features needs, and the states of features. */
import type { AppState } from '../../src/app/state/app-state.ts';
import { type FeatureState, FeatureStates } from '../../src/app/state/feature-states.ts';
import { tableStore } from '../../src/app/state/table/table-store.ts';
import type { TraceTable } from '../../src/app/state/table/trace-table.ts';

/** @param parts of the state. @param table what is asked of the table that is open. */
export function partialApp(
  parts: { readonly [part in keyof AppState]?: unknown },
  table: { readonly [member in keyof TraceTable]?: unknown },
): AppState {
  const app = {
    ...parts,
    feature: <T>(key: FeatureState<AppState, T>): T => states.get(key),
  } as unknown as AppState;
  const states = new FeatureStates(app);
  app.feature(tableStore).set(table as TraceTable);
  return app;
}
