/**
 * Runs a panel's paint function in the next frame whenever one of the stores it reads has changed. React
 * is not rendered for it: a pan repaints canvases and sets a few attributes, nothing more.
 */
import { useEffect } from 'react';
import type { OpenTrace } from '../session/open-trace';
import { scheduler } from '../session/trace-list';

/** @param paint must be stable for a trace (useCallback), it is the key under which it is scheduled. */
export function usePainter(trace: OpenTrace, paint: () => void): void {
  useEffect(() => {
    const repaint = (): void => scheduler.invalidate(paint);
    const ends = [trace.snapshot, trace.view, trace.answer, trace.cursorUs].map((store) =>
      store.subscribe(repaint),
    );
    // Colours follow the system's choice of light or dark.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', repaint);
    repaint();
    return () => {
      for (const end of ends) end();
      dark.removeEventListener('change', repaint);
      scheduler.forget(paint);
    };
  }, [trace, paint]);
}
