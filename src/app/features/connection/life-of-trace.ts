/** The life of a trace's connection, asked for once the trace is read: of its worker, or of a digest, which answers windows only. */
import { windowFor } from '../../../drawing/surface/viewport';
import type { Connectivity } from '../../../engine/sender/transport/connectivity/connectivity';
import { answerIfAny } from '../../backend/backend';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../../state/traces/open-trace';

/** Null before it is known, and where the log or the digest holds nothing of it. */
export const lifeOfTrace: FeatureState<OpenTrace, Store<Connectivity | null>> = {
  create(trace) {
    const life = createStore<Connectivity | null>(null);
    let revision = -1;
    const ask = (): void => {
      const snapshot = trace.snapshot.get();
      if (snapshot === null || snapshot.phase !== 'ready' || snapshot.revision === revision) return;
      revision = snapshot.revision;
      const answer = snapshot.digest === undefined ? trace.request('connectivity', {}) : ofDigest(trace);
      answerIfAny(answer).then(
        (value) => life.set(value),
        () => undefined,
      );
    };
    trace.snapshot.subscribe(ask);
    ask();
    return life;
  },
};

function ofDigest(trace: OpenTrace): Promise<Connectivity | null> {
  const { extent } = trace;
  const window = windowFor({ ...extent, width: 1 }, extent);
  return trace
    .request('window', { window, visible: extent, series: [], parts: ['connectivity'], model: null })
    .then(({ parts }) => parts.connectivity);
}
