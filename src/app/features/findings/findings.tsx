/**
 * The findings beside the panels, in their order; those of severity info after the last alarm are folded, and all but three of many.
 * Dismissed ones are counted, and shown on demand; a rule that found nothing says where the trace came closest.
 */
import { type ReactNode, useState } from 'react';
import { isSeveral } from '../../../drawing/view/set-view';
import { withMargin } from '../../../drawing/view/view';
import { count, plural } from '../../../engine/base/text/figures';
import { MODEL_REMARK } from '../../../engine/base/text/remarks';
import { mostSevere } from '../../../engine/base/text/severities';
import type { Finding, NotFound } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { intervalWords } from '../../../sharing/report/words/finding-words';
import { Button } from '../../controls/button';
import { FailureBoundary } from '../../controls/failure-boundary';
import { severityIcon } from '../../controls/severity';
import { useApp } from '../../controls/use-app';
import { useSelected } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import { goToPanel } from '../../workbench/go-to-panel';
import type { FindingProps } from '../../workbench/slots';
import { EvidenceRows } from './evidence';
import { FindingBody, FindingCard, useScrolledTo } from './finding-card';
import { SoFarList } from './findings-so-far';

interface FindingsProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

/** So many cards at most are seen at once. */
const FEW_CARDS = 3;

function emptyWords(snapshot: Snapshot): string {
  if (snapshot.soFar !== undefined) return '';
  if (snapshot.phase !== 'ready') return 'Findings are listed when the whole trace is read.';
  if (snapshot.digest !== undefined) return 'The digest holds no finding.';
  return snapshot.notJudged.length > 0 ? '' : 'No findings in this trace.';
}

export function Findings({ trace, snapshot }: FindingsProps): ReactNode {
  const ofSeveral = useSelected(trace.set.view, isSeveral);
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const shown = snapshot.findings.filter(({ key }) => !dismissed.includes(key));
  const hidden = snapshot.findings.filter(({ key }) => dismissed.includes(key));
  const alarms = shown.findLastIndex(({ severity }) => severity !== 'info') + 1;
  const first = shown.length > FEW_CARDS + 1 ? Math.min(alarms, FEW_CARDS) : alarms;
  const empty = snapshot.findings.length === 0 ? emptyWords(snapshot) : '';
  return (
    <aside className="findings" aria-label="Findings" aria-live="polite" data-phase={snapshot.phase}>
      <h2>{ofSeveral ? 'Findings of A' : 'Findings'}</h2>
      {empty !== '' && <p className="none">{empty}</p>}
      {snapshot.soFar !== undefined && snapshot.findings.length === 0 && (
        <SoFarList trace={trace} soFar={snapshot.soFar} />
      )}
      <CardList trace={trace} snapshot={snapshot} findings={shown.slice(0, first)} />
      {shown.length > first && (
        <Others trace={trace} snapshot={snapshot} findings={shown.slice(first)} alone={first === 0} />
      )}
      {hidden.length > 0 && <Dismissed trace={trace} snapshot={snapshot} findings={hidden} />}
      {snapshot.remarks
        .filter(({ id }) => id === MODEL_REMARK)
        .map((remark) => (
          <ModelRemark key={remark.key} trace={trace} snapshot={snapshot} finding={remark} />
        ))}
      {snapshot.notFound.length + snapshot.notJudged.length > 0 && (
        <NotFoundLine trace={trace} snapshot={snapshot} />
      )}
    </aside>
  );
}

interface ListProps extends FindingsProps {
  readonly findings: readonly Finding[];
}

function CardList({ trace, snapshot, findings }: ListProps): ReactNode {
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const selected = useSelected(trace.view, ({ chosen }) => chosen);
  if (findings.length === 0) return null;
  return (
    <ul>
      {findings.map((finding) => (
        <FailureBoundary
          key={finding.key}
          isItem
          part={`The finding “${finding.title}”`}
          resetOn={snapshot.connection}
        >
          <FindingCard
            trace={trace}
            snapshot={snapshot}
            finding={finding}
            selected={finding.key === selected}
            dismissed={dismissed.includes(finding.key)}
          />
        </FailureBoundary>
      ))}
    </ul>
  );
}

interface OthersProps extends ListProps {
  /** There is no alarm: they are not folded. */
  readonly alone: boolean;
}

/** Those that cost less: the info findings that no alarm follows, and alarms after many. */
function Others({ alone, ...list }: OthersProps): ReactNode {
  const worst = mostSevere(list.findings) ?? 'info';
  const words = worst === 'info' ? 'info finding' : 'more finding';
  return (
    <details className="finding-group" open={alone}>
      <summary className={`severity-${worst}`}>
        {severityIcon(worst)} {plural(list.findings.length, words)}
      </summary>
      <CardList {...list} />
    </details>
  );
}

function Dismissed(list: ListProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <div className="finding-dismissed" data-testid="dismissed">
      <Button className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {plural(list.findings.length, 'dismissed finding')}, {open ? 'hide' : 'show'}
      </Button>
      {open && <CardList {...list} />}
    </div>
  );
}

/** How the window leaves its model, folded: the summary names the model, and leads here. What limits the log is in its quality. */
function ModelRemark(props: FindingProps): ReactNode {
  const { trace, finding } = props;
  const isChosen = useSelected(trace.view, (view) => view.chosen === finding.key);
  const place = useScrolledTo<HTMLDetailsElement>(isChosen);
  return (
    <details ref={place} className="finding-group" data-testid="remark" data-id={finding.id}>
      <summary>{finding.title}</summary>
      <FindingBody {...props} />
      <p className="finding-links">
        <Button className="link" onClick={() => trace.choose(finding.key)}>
          Show where
        </Button>
      </p>
    </details>
  );
}

/** Rules that found nothing, and rules that could not be applied: one line until it is opened. */
function NotFoundLine({ trace, snapshot }: FindingsProps): ReactNode {
  const { notFound, notJudged, connection } = snapshot;
  const judged = notJudged.length === 0 ? '' : `${count(notJudged.length)} not judged`;
  return (
    <details className="finding-group" data-testid="not-found">
      <summary>Not found, because{judged === '' ? '' : ` (${judged})`}</summary>
      {notFound.map((closest) => (
        <FailureBoundary key={closest.id} part={`Why not “${closest.title}”`} resetOn={connection}>
          <WhyNot trace={trace} snapshot={snapshot} closest={closest} />
        </FailureBoundary>
      ))}
      {notJudged.length > 0 && <NotJudgedList snapshot={snapshot} />}
    </details>
  );
}

/** A rule that found nothing: which condition failed, and where the trace came closest. That of the model makes a remark, which nobody misses. */
function WhyNot({ trace, snapshot, closest }: FindingsProps & { readonly closest: NotFound }): ReactNode {
  const app = useApp();
  const { startUs, endUs } = closest;
  const somewhere = !Number.isNaN(startUs);
  const show = (): void => {
    if (somewhere) trace.showRange(withMargin({ fromUs: startUs, toUs: endUs }, snapshot.extent));
  };
  return (
    <details className="finding-group" data-testid="why-not" data-id={closest.id}>
      <summary>
        {closest.id === MODEL_REMARK ? 'The window follows its model' : `${closest.title}: why not?`}
      </summary>
      <p>{closest.reason}</p>
      {closest.evidence.length > 0 && (
        <EvidenceRows
          rows={closest.evidence}
          onPanel={(panel) => {
            show();
            goToPanel(app, panel);
          }}
        />
      )}
      {somewhere && (
        <p className="finding-links">
          <Button className="link" onClick={show}>
            Show where it came closest: {intervalWords(closest, snapshot)}
          </Button>
        </p>
      )}
    </details>
  );
}

/** So many titles are seen at a glance; more of them are folded. */
const FEW_RULES = 3;

/** Rules that could not be applied, grouped by reason. */
function NotJudgedList({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const reasons = [...new Set(snapshot.notJudged.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const rules = snapshot.notJudged.filter((rule) => rule.reason === reason);
    const titles = rules.map(({ title }) => title).join('; ');
    if (rules.length <= FEW_RULES) {
      return (
        <p key={reason} className="none" data-testid="not-judged" data-id={rules[0]?.id}>
          {titles}: not judged, {reason}.
        </p>
      );
    }
    return (
      <details key={reason} className="finding-group" data-testid="not-judged" data-id={rules[0]?.id}>
        <summary>
          {count(rules.length)} rules not judged: {reason}
        </summary>
        <p>{titles}.</p>
      </details>
    );
  });
}
