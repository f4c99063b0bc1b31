/** Opens the report dialog. Shown in the header with a trace, disabled until that is read. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';

export function ReportButton(): ReactNode {
  const { shown } = useStore(useApp().files.list);
  return shown === null ? null : <OfTrace trace={shown.lead} />;
}

function OfTrace({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  const snapshot = useStore(trace.snapshot);
  return (
    <Button
      data-testid="report"
      disabled={snapshot?.phase !== 'ready'}
      onClick={() => app.toggleDialog('report')}
    >
      Report
    </Button>
  );
}
