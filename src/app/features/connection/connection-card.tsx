/** One line on the connection; opened, its steps, parameters and paths, which are loaded then. */
import { type ReactNode, useCallback } from 'react';
import { LoadedDetails } from '../../controls/loaded-details';
import { useStore } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';
import { connectionWords } from './connection-words';
import { lifeOfTrace } from './life-of-trace';

export function ConnectionCard({ trace }: TraceProps): ReactNode {
  const life = useStore(trace.feature(lifeOfTrace));
  const snapshot = useStore(trace.snapshot);
  const load = useCallback(async () => {
    const { ConnectionBody } = await import('./connection-body');
    return (): ReactNode => <ConnectionBody trace={trace} />;
  }, [trace]);
  if (life === null || snapshot === null || (life.steps.length === 0 && life.parameters.length === 0))
    return null;
  return (
    <section className="connection" data-testid="connection-card">
      <h2>Connection</h2>
      <LoadedDetails
        key={trace.key}
        className="connection-details"
        testId="connection-details"
        summary={<span data-testid="connection-line">{connectionWords(life, snapshot)}</span>}
        load={load}
      />
    </section>
  );
}
