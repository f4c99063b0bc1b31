/** The verdict in one line above the panels: the worst alarm, since when, its cause, how sure; or that there is none. */
import type { ReactNode } from 'react';
import { chosenFinding } from '../../../drawing/view/chosen-finding';
import { plural } from '../../../engine/text/figures';
import { headlineParts, noAlarmWords } from '../../../sharing/report/headline-words';
import { SeverityMark } from '../../controls/severity';
import { useSelected } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';

export function Headline({ trace, snapshot }: TraceProps): ReactNode {
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const isSeveral = useSelected(trace.set.view, ({ lanes }) => lanes.length > 1);
  // The panels of several need the height.
  const className = isSeveral ? 'headline one-line' : 'headline';
  const { findings, phase } = snapshot;
  const worst = chosenFinding({ finding: null, dismissed }, findings);
  if (worst === null) {
    if (phase !== 'ready' || snapshot.digest !== undefined) return null;
    const left = findings.filter(({ key }) => !dismissed.includes(key));
    return (
      <p className={className} data-testid="headline">
        {isSeveral && 'A: '}
        {noAlarmWords({ ...snapshot, findings: left })}
      </p>
    );
  }
  const others = findings.filter(
    ({ key, severity }) => severity !== 'info' && key !== worst.key && !dismissed.includes(key),
  ).length;
  const parts = headlineParts(worst, snapshot).join(' · ');
  return (
    <button
      type="button"
      className={className}
      data-testid="headline"
      title={`Zoom to this interval: ${parts}`}
      onClick={() => trace.showFinding(worst.key)}
    >
      {isSeveral && <span className="headline-letter">A </span>}
      <SeverityMark severity={worst.severity} /> <strong className="headline-title">{worst.title}</strong>{' '}
      {parts}
      {others > 0 && <span className="headline-others"> · {plural(others, 'more alarm')}</span>}
    </button>
  );
}
