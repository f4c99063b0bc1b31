/**
 * Runs a paint function in the next frame whenever one of the stores it reads has changed, without
 * rendering React: a pan only repaints canvases and sets a few attributes.
 */
import { useContext, useEffect } from 'react';
import { useApp } from '../controls/use-app';
import type { OpenTrace } from '../state/open-trace';
import { MEDIA_LISTS } from './environment';
import { LayersContext } from './slots';
import { useGuarded } from './use-guarded';

/** @param paint must be stable for a trace (useCallback), it is the key under which it is scheduled. */
export function usePainter(trace: OpenTrace, paint: () => void): void {
  const app = useApp();
  const { canvas: layers } = useContext(LayersContext);
  const guarded = useGuarded(paint);
  useEffect(() => {
    const repaint = (): void => app.scheduler.invalidate(guarded);
    const { snapshot, view, answer, overview, cursorUs } = trace;
    const ofLayers = layers.map((layer) => layer.value(trace));
    const stores = [snapshot, view, answer, overview, cursorUs, app.choices, ...ofLayers];
    const ends = stores.map((store) => store.subscribe(repaint));
    for (const list of MEDIA_LISTS) list.addEventListener('change', repaint);
    repaint();
    return () => {
      for (const end of ends) end();
      for (const list of MEDIA_LISTS) list.removeEventListener('change', repaint);
      app.scheduler.forget(guarded);
    };
  }, [app, layers, trace, guarded]);
}
