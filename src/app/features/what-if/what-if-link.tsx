/** Opens the dialog from the card of a death spiral. */
import type { ReactNode } from 'react';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { useApp } from '../../controls/use-app';
import type { OpenTrace } from '../../state/traces/open-trace';
import { whyNotAsked } from './why-not';

interface WhatIfLinkProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly finding: Finding;
}

export function WhatIfLink({ trace, snapshot, finding }: WhatIfLinkProps): ReactNode {
  const app = useApp();
  const isSpiral = finding.id === 'death-spiral' && finding.severity !== 'info';
  if (!isSpiral || whyNotAsked(trace, snapshot) !== null) return null;
  return (
    <button
      type="button"
      className="link"
      data-testid="what-if-finding"
      onClick={() => app.toggleDialog('what-if')}
    >
      What would another controller have done?
    </button>
  );
}
