/** Fetches the code that keeps copies of local files: only where they are switched on, looked for, or deleted. */
import type { AppState } from '../app-state';
import type { LocalCopies } from './local-copies';

/** Rejects where it cannot be fetched. */
export async function loadCopies(app: AppState): Promise<LocalCopies> {
  const { localCopies } = await import('./local-copies');
  return app.feature(localCopies);
}
