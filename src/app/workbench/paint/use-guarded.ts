/**
 * Passes errors outside rendering (painting in a frame, deferred work) to the failure boundary around
 * the component; React does this for rendering only.
 */
import { useCallback, useState } from 'react';

/** @param work must be a stable function. @returns a stable function that never throws. */
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
