/** Opens the report's dialog. It stands in the header beside a trace, and waits until that is read. */
import type { ReactNode } from 'react';
import { useStore } from '../panels/use-store';
import type { OpenTrace } from '../session/open-trace';
import { toggleOverlay } from './overlays';

export function ReportButton({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  return (
    <button
      type="button"
      className="button"
      data-testid="report"
      disabled={snapshot?.phase !== 'ready'}
      onClick={() => toggleOverlay('report')}
    >
      Report
    </button>
  );
}
