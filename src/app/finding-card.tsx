/** One finding: verdict first, then what is known of its end, cause and cost, evidence behind one click, reasons behind another. */
import type { ReactNode } from 'react';
import type { Finding } from '../detect/detector';
import { findPanel } from '../panels/catalogue';
import { focusAfter } from '../panels/focus-after';
import type { Snapshot } from '../protocol';
import type { OpenTrace } from '../session/open-trace';
import { duration, percent } from '../text/figures';
import { EvidenceTable } from './evidence';
import { goToPanel } from './go-to-panel';
import { SeverityMark } from './severity';

/** How a spiral ended, in words (congestion.md §5). */
const EXITS: { readonly [exit: string]: string } = {
  'lead-used-up': 'the lead of the boundary was used up',
  'not-drained': 'a round trip left bytes in flight',
  'trace-ended': 'not before the trace',
  unknown: 'not known',
};

export function intervalWords(
  { startUs, endUs }: { readonly startUs: number; readonly endUs: number },
  snapshot: Snapshot,
): string {
  const from = `${(startUs / 1e6).toFixed(2)} s`;
  const to = endUs >= snapshot.extent.toUs ? 'the end' : `${(endUs / 1e6).toFixed(2)} s`;
  return `${from} to ${to} (${duration(endUs - startUs)})`;
}

function factsOf({ exit, cause, cost, variant }: Finding): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string] | null)[] = [
    variant === null ? null : ['Variant', variant],
    exit === null ? null : ['Ended', EXITS[exit] ?? exit],
    cause === null ? null : ['Cause', `idle rule ${cause}, by the rebuilt boundary`],
    cost === null ? null : ['Cost', `about ${duration(cost.us)} of the time, an estimate`],
  ];
  return facts.filter((fact) => fact !== null);
}

interface FindingCardProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly finding: Finding;
  readonly selected: boolean;
  readonly dismissed: boolean;
}

export function FindingCard({ trace, snapshot, finding, selected, dismissed }: FindingCardProps): ReactNode {
  const showOn = (panel: string): void => {
    trace.showFinding(finding.key);
    goToPanel(panel);
  };
  const putAside = (): void => {
    trace.dismiss(finding.key, !dismissed);
    const place = dismissed
      ? `[data-key="${CSS.escape(finding.key)}"] .finding-head`
      : '[data-testid="dismissed"] > button';
    focusAfter(() => document.querySelector<HTMLElement>(place));
  };
  const facts = factsOf(finding);
  return (
    <li
      className={`finding finding-${finding.severity}${selected ? ' selected' : ''}`}
      data-testid="finding"
      data-id={finding.id}
      data-key={finding.key}
      data-severity={finding.severity}
      data-variant={finding.variant ?? ''}
      data-confidence={finding.confidence}
      data-start-ms={finding.startUs / 1000}
      data-end-ms={finding.endUs / 1000}
    >
      <button
        type="button"
        className="finding-head"
        aria-pressed={selected}
        title="Zoom to this interval"
        onClick={() => trace.showFinding(finding.key)}
      >
        <SeverityMark severity={finding.severity} />
        <strong>{finding.title}</strong>
        <span>{intervalWords(finding, snapshot)}</span>
      </button>
      <p className="verdict">{finding.verdict}</p>
      {facts.length > 0 && (
        <dl className="finding-facts">
          {facts.map(([name, words]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      {finding.evidence.length > 0 && (
        <details>
          <summary>Evidence</summary>
          <EvidenceTable rows={finding.evidence} onPanel={showOn} />
          <p>Confidence {percent(finding.confidence)}.</p>
        </details>
      )}
      <details>
        <summary>Why it matters</summary>
        {finding.cost !== null && <p>Cost: {finding.cost.words}</p>}
        <p>{finding.why}</p>
        <p>Look at: {finding.next}</p>
        <p className="finding-links">
          {finding.panels.map((id) => (
            <button key={id} type="button" className="link" onClick={() => showOn(id)}>
              {findPanel(id)?.title ?? id}
            </button>
          ))}
        </p>
      </details>
      <p className="finding-links">
        <button type="button" className="link" onClick={putAside}>
          {dismissed ? 'Take back' : 'Dismiss'}
        </button>
      </p>
    </li>
  );
}
