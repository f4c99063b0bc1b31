/**
 * Runs a paint function in the next frame whenever one of the stores it uses has changed, without
 * rendering React: a pan only repaints canvases and sets a few attributes.
 */
import { useContext, useEffect } from 'react';
import { useApp } from '../../controls/use-app';
import type { OpenSet } from '../../state/traces/open-trace';
import { LayersContext } from '../slots';
import { MEDIA_LISTS } from './environment';
import { useGuarded } from './use-guarded';

/** @param paint must be stable for a set (useCallback), it is the key under which it is scheduled. */
export function usePainter(set: OpenSet, paint: () => void): void {
  const app = useApp();
  const { canvas: layers } = useContext(LayersContext);
  const guarded = useGuarded(paint);
  useEffect(() => {
    const repaint = (): void => app.scheduler.invalidate(guarded);
    let endTraces: () => void = () => undefined;
    const followTraces = (): void => {
      endTraces();
      endTraces = subscribeAll(
        set.members.flatMap(({ trace }) => {
          const { snapshot, view, answer, overview, stretches } = trace;
          return [snapshot, view, answer, overview, stretches, ...layers.map((layer) => layer.value(trace))];
        }),
        repaint,
      );
    };
    let { lanes } = set.view.get();
    const endSet = subscribeAll([set.view, set.alone, set.cursorUs, app.choices], () => {
      repaint();
      if (set.view.get().lanes === lanes) return;
      lanes = set.view.get().lanes;
      followTraces();
    });
    followTraces();
    for (const list of MEDIA_LISTS) list.addEventListener('change', repaint);
    repaint();
    return () => {
      endTraces();
      endSet();
      for (const list of MEDIA_LISTS) list.removeEventListener('change', repaint);
      app.scheduler.forget(guarded);
    };
  }, [app, layers, set, guarded]);
}

interface Subscribable {
  readonly subscribe: (listener: () => void) => () => void;
}

function subscribeAll(stores: readonly Subscribable[], listener: () => void): () => void {
  const ends = stores.map((store) => store.subscribe(listener));
  return () => {
    for (const end of ends) end();
  };
}
