/**
 * Runs a paint function in the next frame whenever one of the stores it reads has changed. React is not
 * rendered for it: a pan repaints canvases and sets a few attributes, nothing more.
 */
import { useEffect } from 'react';
import { choices } from '../state/choices';
import type { OpenTrace } from '../state/open-trace';
import { scheduler } from '../state/trace-list';
import { mediaLists } from './environment';
import { useGuarded } from './use-guarded';

/** @param paint must be stable for a trace (useCallback), it is the key under which it is scheduled. */
export function usePainter(trace: OpenTrace, paint: () => void): void {
  const guarded = useGuarded(paint);
  useEffect(() => {
    const repaint = (): void => scheduler.invalidate(guarded);
    const { snapshot, view, answer, overview, cursorUs, measure } = trace;
    const stores = [snapshot, view, answer, overview, cursorUs, measure.current, choices];
    const ends = stores.map((store) => store.subscribe(repaint));
    const media = mediaLists();
    for (const list of media) list.addEventListener('change', repaint);
    repaint();
    return () => {
      for (const end of ends) end();
      for (const list of media) list.removeEventListener('change', repaint);
      scheduler.forget(guarded);
    };
  }, [trace, guarded]);
}
