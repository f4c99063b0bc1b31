/** Opens the dialog from the card of a finding. A digest holds no events to save. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import type { FindingProps } from '../../workbench/slots';
import { askedFinding } from './asked-finding';

export function WrongVerdictLink({ trace, finding }: FindingProps): ReactNode {
  const app = useApp();
  if (trace.digest !== null) return null;
  const ask = (): void => {
    trace.feature(askedFinding).set(finding.key);
    app.toggleDialog('wrong-verdict');
  };
  return (
    <Button className="link" data-testid="wrong-verdict" onClick={ask}>
      This verdict is wrong
    </Button>
  );
}
