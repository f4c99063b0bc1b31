/** Opens the dialog from the card of a finding. A digest holds no events to save. */
import type { ReactNode } from 'react';
import type { Finding } from '../../../engine/findings/finding/finding';
import { useApp } from '../../controls/use-app';
import type { OpenTrace } from '../../state/traces/open-trace';
import { askedFinding } from './asked-finding';

interface WrongVerdictLinkProps {
  readonly trace: OpenTrace;
  readonly finding: Finding;
}

export function WrongVerdictLink({ trace, finding }: WrongVerdictLinkProps): ReactNode {
  const app = useApp();
  if (trace.digest !== null) return null;
  const ask = (): void => {
    trace.feature(askedFinding).set(finding.key);
    app.toggleDialog('wrong-verdict');
  };
  return (
    <button type="button" className="link" data-testid="wrong-verdict" onClick={ask}>
      This verdict is wrong
    </button>
  );
}
