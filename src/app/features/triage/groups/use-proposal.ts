/** Proposes a grouping once, when dialog or screen come up. */
import { useEffect } from 'react';
import type { TableGroups } from '../../../state/table/table-groups';

export function useProposal(groups: TableGroups): void {
  useEffect(() => groups.propose(), [groups]);
}
