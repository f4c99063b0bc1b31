/**
 * The title of the browser's tab: the chosen finding, else the worst, and the trace. It stays on this device, so that nothing is
 * left out of it.
 */
import { type ReactNode, useEffect } from 'react';
import type { TraceMarks } from '../../../drawing/view/set-view';
import { plural } from '../../../engine/base/text/figures';
import { markedName, marksOf } from '../../../engine/base/text/origin-marks';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { setHeadline } from '../../../sharing/report/set-headline';
import { severityIcon } from '../../controls/severity';
import { useSelected } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { TraceProps } from '../../workbench/slots';
import { type JudgedTrace, useJudgedTraces } from './judged-traces';

const PAGE = 'qlogscope';

/** `● Death spiral · server.sqlog – qlogscope`; `… server.sqlog – qlogscope` while it is read. */
export function pageTitle(
  name: string,
  { phase, findings }: Pick<Snapshot, 'phase' | 'findings'>,
  { chosen, dismissed }: Pick<TraceMarks, 'chosen' | 'dismissed'>,
): string {
  const trace = `${name} – ${PAGE}`;
  if (phase === 'failed') return `✕ ${trace}`;
  if (phase !== 'ready') return `… ${trace}`;
  const worst = findings.find(({ key, severity }) => severity !== 'info' && !dismissed.includes(key));
  const finding = findings.find(({ key }) => key === chosen) ?? worst;
  return finding === undefined ? trace : `${severityIcon(finding.severity)} ${finding.title} · ${trace}`;
}

/** Of a set: `● Death spiral · reno.sqlog, one of 2 traces – qlogscope`, whichever leads. */
export function setTitle(traces: readonly JudgedTrace[], lead: TraceProps): string {
  const name = nameOf(lead.trace, lead.snapshot);
  const { chosen, dismissed } = lead.trace.view.get();
  const worst = setHeadline(traces);
  const isChosen = lead.snapshot.findings.some(({ key }) => key === chosen);
  if (isChosen || worst === null) return pageTitle(name, lead.snapshot, { chosen, dismissed });
  const { trace, snapshot } = traces[worst.place] as JudgedTrace;
  const { severity, title } = worst.finding;
  const of = `${nameOf(trace, snapshot)}, one of ${plural(traces.length, 'trace')}`;
  return `${severityIcon(severity)} ${title} · ${of} – ${PAGE}`;
}

/** `reno.sqlog (simulated)` */
function nameOf({ name }: OpenTrace, snapshot: Snapshot): string {
  return markedName(name, marksOf(snapshot));
}

export function PageTitle({ trace, snapshot }: TraceProps): ReactNode {
  const chosen = useSelected(trace.view, (view) => view.chosen);
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const traces = useJudgedTraces(trace.set);
  const title =
    traces.length > 1
      ? setTitle(traces, { trace, snapshot })
      : pageTitle(nameOf(trace, snapshot), snapshot, { chosen, dismissed });
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
