/** The shell: header, and below it the open screen or the shown trace. */
import { type ReactNode, useEffect } from 'react';
import { useStore } from '../panels/use-store';
import { traceList } from '../session/trace-list';
import { DropTarget } from './drop-target';
import { MessageLine } from './messages';
import { OpenButton } from './open-button';
import { OpenScreen } from './open-screen';
import { TraceScreen } from './trace-screen';
import { TraceTabs } from './trace-tabs';

export function App(): ReactNode {
  const { traces, shown, notice } = useStore(traceList);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const trace = traceList.get().shown;
      if (trace === null || event.target instanceof HTMLInputElement) return;
      if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) trace.zoomToSelection();
      if (event.key === 'Escape') trace.select(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <DropTarget>
      <header className="bar">
        <h1>qlogscope</h1>
        {traces.length > 0 && <TraceTabs traces={traces} shown={shown} />}
        {/* Kept in place on every screen: automation and hands find it where it was. */}
        <OpenButton prominent={shown === null} />
      </header>
      <main>
        {notice !== null && <MessageLine message={notice} />}
        {shown === null ? <OpenScreen /> : <TraceScreen key={shown.id} trace={shown} />}
      </main>
    </DropTarget>
  );
}
