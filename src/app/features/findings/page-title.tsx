/**
 * The title of the browser's tab: the chosen finding, else the worst, and the trace. It stays on this device, so that nothing is
 * left out of it.
 */
import { type ReactNode, useEffect } from 'react';
import type { TraceMarks } from '../../../drawing/view/set-view';
import type { Snapshot } from '../../../engine/contract/snapshot';
import { severityIcon } from '../../controls/severity';
import { useSelected } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';

const PAGE = 'qlogscope';

/** `● Death spiral · server.sqlog – qlogscope`; `… server.sqlog – qlogscope` while it is read. */
export function pageTitle(
  name: string,
  { phase, findings }: Pick<Snapshot, 'phase' | 'findings'>,
  { finding: chosen, dismissed }: Pick<TraceMarks, 'finding' | 'dismissed'>,
): string {
  const trace = `${name} – ${PAGE}`;
  if (phase === 'failed') return `✕ ${trace}`;
  if (phase !== 'ready') return `… ${trace}`;
  const worst = findings.find(({ key, severity }) => severity !== 'info' && !dismissed.includes(key));
  const finding = findings.find(({ key }) => key === chosen) ?? worst;
  return finding === undefined ? trace : `${severityIcon(finding.severity)} ${finding.title} · ${trace}`;
}

export function PageTitle({ trace, snapshot }: TraceProps): ReactNode {
  const finding = useSelected(trace.view, (view) => view.finding);
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const title = pageTitle(trace.name, snapshot, { finding, dismissed });
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(
    () => () => {
      document.title = PAGE;
    },
    [],
  );
  return null;
}
