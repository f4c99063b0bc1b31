/**
 * One finding in two lines, which open to its verdict, its end, cause and cost where known, and folded sections with evidence and
 * explanation.
 */
import { type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { findPanel } from '../../../drawing/panels/registry';
import { confidencePercent, leastDuration } from '../../../engine/base/text/figures';
import type { Finding } from '../../../engine/findings/finding/finding';
import { findingFacts, intervalWords, QUALITY } from '../../../sharing/report/words/finding-words';
import { Button } from '../../controls/button';
import { FactList } from '../../controls/fact-list';
import { focusAfter } from '../../controls/focus-after';
import { SeverityMark } from '../../controls/severity';
import { useApp } from '../../controls/use-app';
import { goToPanel } from '../../workbench/go-to-panel';
import { type FindingAction, FindingActionsContext, type FindingProps } from '../../workbench/slots';
import { isForCard } from './card-zoom';
import { CloseUpPart } from './close-up';
import { EvidenceRows } from './evidence';
import { useOriginMs } from './origin';

interface FindingCardProps extends FindingProps {
  readonly selected: boolean;
  readonly dismissed: boolean;
}

export function FindingCard({ trace, snapshot, finding, selected, dismissed }: FindingCardProps): ReactNode {
  const toggleDismissed = (): void => {
    trace.dismiss(finding.key, !dismissed);
    const place = dismissed
      ? `[data-key="${CSS.escape(finding.key)}"] .finding-head`
      : '[data-testid="dismissed"] > button';
    focusAfter(() => document.querySelector<HTMLElement>(place));
  };
  const originMs = useOriginMs(snapshot);
  const card = useScrolledTo<HTMLLIElement>(selected);
  const more = useRef<HTMLDetailsElement | null>(null);
  // What is chosen is read; what was opened stays open.
  useEffect(() => {
    if (selected && more.current !== null) more.current.open = true;
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the head is the button for keys
    <li
      ref={card}
      className={`finding finding-${finding.severity}${selected ? ' selected' : ''}`}
      data-testid="finding"
      data-id={finding.id}
      data-key={finding.key}
      data-severity={finding.severity}
      data-variant={finding.variant ?? ''}
      data-confidence={finding.confidence}
      data-start-ms={finding.startUs / 1000}
      data-end-ms={finding.endUs / 1000}
      onClick={(event) => {
        if (isForCard(event)) trace.choose(finding.key);
      }}
    >
      <Button
        className="line-button finding-head"
        aria-pressed={selected}
        title="Zoom to this interval"
        onClick={() => trace.choose(finding.key)}
      >
        <span className="finding-title">
          <SeverityMark severity={finding.severity} /> <strong>{finding.title}</strong>
        </span>
        <span className="finding-when">
          {intervalWords(finding, snapshot, originMs)}
          {lostWords(finding.cost)}
          {', '}
          <span className="unbroken" title="Confidence">
            <span className="visually-hidden">confidence </span>
            {confidencePercent(finding.confidence)}
          </span>
        </span>
      </Button>
      <details className="finding-more" ref={more}>
        <summary title="What was found, and why">
          <span className="visually-hidden">More of {finding.title}</span>
        </summary>
        <FindingBody trace={trace} snapshot={snapshot} finding={finding} />
        <p className="finding-links">
          <Actions place="before" trace={trace} snapshot={snapshot} finding={finding} />
          <Button className="link" onClick={toggleDismissed}>
            {dismissed ? 'Restore' : 'Dismiss'}
          </Button>
          <Actions place="after" trace={trace} snapshot={snapshot} finding={finding} />
        </p>
      </details>
    </li>
  );
}

/** `, lost ≥ 7.11 s`; empty where nothing is. */
function lostWords(cost: Finding['cost']): string {
  if (cost === null || cost.lostUs === null || cost.lostUs === 0) return '';
  return `, lost ${leastDuration(cost.lostUs, cost.provedShare < 1)}`;
}

/** What is said of it: verdict and facts, and folded its close-up, its evidence and why it matters. */
export function FindingBody({ trace, snapshot, finding }: FindingProps): ReactNode {
  const app = useApp();
  const showOn = (panel: string): void => {
    trace.choose(finding.key);
    goToPanel(app, panel);
  };
  return (
    <>
      <p className="verdict">{finding.verdict}</p>
      <Facts finding={finding} summary={snapshot.summary} />
      <CloseUpPart trace={trace} snapshot={snapshot} finding={finding} />
      {finding.evidence.length > 0 && (
        <details>
          <summary>Evidence</summary>
          <EvidenceRows rows={finding.evidence} onPanel={showOn} />
        </details>
      )}
      <WhyItMatters finding={finding} onPanel={showOn} />
    </>
  );
}

/** Chosen elsewhere, as in the overview: its group opens, and the list beside the panels scrolls to it, the page never does. */
export function useScrolledTo<E extends HTMLElement>(selected: boolean): RefObject<E | null> {
  const card = useRef<E | null>(null);
  useEffect(() => {
    if (!selected || card.current === null) return;
    const group = card.current.closest('details');
    if (group !== null) group.open = true;
    const side = card.current.closest('.side');
    if (side === null || side.scrollHeight <= side.clientHeight) return;
    const [own, list] = [card.current.getBoundingClientRect(), side.getBoundingClientRect()];
    if (own.bottom <= list.top || own.top >= list.bottom) side.scrollTop += own.top - list.top;
  }, [selected]);
  return card;
}

/** Its end, cause and cost, where known. */
function Facts({
  finding,
  summary,
}: Pick<FindingProps, 'finding'> & Pick<FindingProps['snapshot'], 'summary'>): ReactNode {
  const facts = findingFacts(finding, summary);
  if (facts.length === 0) return null;
  return <FactList className="finding-facts" rows={facts} />;
}

interface WhyItMattersProps {
  readonly finding: Finding;
  readonly onPanel: (id: string) => void;
}

function WhyItMatters({ finding, onPanel }: WhyItMattersProps): ReactNode {
  return (
    <details>
      <summary>Why it matters</summary>
      {finding.closedLoop !== null && <p>{finding.closedLoop.words}</p>}
      {finding.why === '' && <p>This was left out of the digest.</p>}
      <p>{finding.why}</p>
      {finding.next !== '' && <p>Look at: {finding.next}</p>}
      <p className="finding-links">
        {finding.panels.map((id) => (
          <Button key={id} className="link" onClick={() => onPanel(id)}>
            {id === QUALITY ? 'Trace quality' : (findPanel(id)?.title ?? id)}
          </Button>
        ))}
      </p>
    </details>
  );
}

/** Links that features register. */
function Actions({ place, ...props }: FindingProps & Pick<FindingAction, 'place'>): ReactNode {
  const actions = useContext(FindingActionsContext).filter((action) => action.place === place);
  return actions.map(({ id, Content }) => <Content key={id} {...props} />);
}
