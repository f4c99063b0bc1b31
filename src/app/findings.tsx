/** The findings beside the panels: verdict first, evidence behind one click. */
import type { ReactNode } from 'react';
import type { Evidence, Finding } from '../detect/detector';
import { useStore } from '../panels/use-store';
import type { Snapshot } from '../protocol';
import type { OpenTrace } from '../session/open-trace';
import { bytes, count, duration, percent } from '../text/figures';
import { SeverityMark } from './severity';

function evidenceValue({ value, unit }: Evidence): string {
  switch (unit) {
    case 'share':
      return percent(value);
    case 'us':
      return duration(value);
    case 'bytes':
      return bytes(value);
    case 'packets':
      return `${value.toFixed(1)} packets`;
    case 'rtt':
      return `${value.toFixed(2)} RTT`;
    case 'count':
      return count(value);
  }
}

function intervalWords(finding: Finding, snapshot: Snapshot): string {
  const from = `${(finding.startUs / 1e6).toFixed(2)} s`;
  const toEnd = finding.endUs >= snapshot.extent.toUs;
  const to = toEnd ? 'the end' : `${(finding.endUs / 1e6).toFixed(2)} s`;
  return `${from} to ${to} (${duration(finding.endUs - finding.startUs)})`;
}

interface FindingCardProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly finding: Finding;
  readonly selected: boolean;
}

function FindingCard({ trace, snapshot, finding, selected }: FindingCardProps): ReactNode {
  return (
    <li
      className={
        selected ? `finding finding-${finding.severity} selected` : `finding finding-${finding.severity}`
      }
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
      {finding.evidence.length > 0 && (
        <details>
          <summary>Evidence</summary>
          <table>
            <tbody>
              {finding.evidence.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{row.name}</th>
                  <td className="figure">{evidenceValue(row)}</td>
                  <td>{row.threshold}</td>
                  <td>{row.holds ? '✓ holds' : '✕ fails'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>Confidence {percent(finding.confidence)}.</p>
        </details>
      )}
      <details>
        <summary>Why it matters</summary>
        <p>{finding.why}</p>
        <p>Look at: {finding.next}</p>
      </details>
    </li>
  );
}

/** The worst finding in one line above the panels, where the findings themselves stand below them. */
export function Headline({
  trace,
  snapshot,
}: {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}): ReactNode {
  const worst = snapshot.findings[0];
  if (worst === undefined) return null;
  return (
    <button type="button" className="headline" onClick={() => trace.showFinding(worst.key)}>
      <SeverityMark severity={worst.severity} /> <strong>{worst.title}</strong>{' '}
      {intervalWords(worst, snapshot)}
    </button>
  );
}

function emptyWords(snapshot: Snapshot): string {
  if (snapshot.phase !== 'ready') return 'Findings are judged when the whole trace is read.';
  if (snapshot.notJudged.length > 0) return '';
  return 'No death spiral: the conditions do not hold together anywhere in this trace.';
}

export function Findings({
  trace,
  snapshot,
}: {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}): ReactNode {
  const selected = useStore(trace.view).finding;
  return (
    <aside className="findings" aria-label="Findings" aria-live="polite">
      <h2>Findings</h2>
      {snapshot.findings.length === 0 ? (
        <p className="none">{emptyWords(snapshot)}</p>
      ) : (
        <ul>
          {snapshot.findings.map((finding) => (
            <FindingCard
              key={finding.key}
              trace={trace}
              snapshot={snapshot}
              finding={finding}
              selected={finding.key === selected}
            />
          ))}
        </ul>
      )}
      {snapshot.notJudged.map(({ id, title, reason }) => (
        <p key={id} className="none" data-testid="not-judged" data-id={id}>
          {title}: not enough data, {reason}.
        </p>
      ))}
    </aside>
  );
}
