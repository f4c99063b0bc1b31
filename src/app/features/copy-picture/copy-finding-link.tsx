/** On the card of a finding: copies its picture and its verdict. */
import type { ReactNode } from 'react';
import type { Finding } from '../../../engine/findings/finding/finding';
import { useApp } from '../../controls/use-app';
import type { OpenTrace } from '../../state/traces/open-trace';
import { copyFinding } from './finding-picture';

interface CopyFindingLinkProps {
  readonly trace: OpenTrace;
  readonly finding: Finding;
}

export function CopyFindingLink({ trace, finding }: CopyFindingLinkProps): ReactNode {
  const app = useApp();
  return (
    <button
      type="button"
      className="link"
      data-testid="copy-finding"
      onClick={() => void copyFinding(app, trace, finding)}
    >
      Copy picture and sentence
    </button>
  );
}
