/** Fetches the code that keeps copies of local files: only where they are switched on, looked for, or deleted. */
import type { AppState } from '../../state/app-state';
import type { CopyKeeping } from './copy-keeping';

/** Rejects where it cannot be fetched. */
export async function loadKeeping(app: AppState): Promise<CopyKeeping> {
  const { copyKeeping } = await import('./copy-keeping');
  return app.feature(copyKeeping);
}
