/**
 * Brings errors of work outside rendering (painting in a frame, describing afterwards) to the failure boundary around
 * the component, which React does for rendering only.
 */
import { useCallback, useState } from 'react';

/** @param work must be stable, as must what it is called with. @returns the work, as stable; it never throws. */
export function useGuarded(work: () => void): () => void {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  if (failure !== null) throw failure.error;
  return useCallback(() => {
    try {
      work();
    } catch (error) {
      setFailure({ error });
    }
  }, [work]);
}
