/** Opens the report's dialog. It stands in the header beside a trace, and waits until that is read. */
import type { ReactNode } from 'react';
import { toggleOverlay } from '../../controls/overlays';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/open-trace';

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
