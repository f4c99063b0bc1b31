/**
 * The verdict above the panels: of one trace what held it, as a sentence and a list, and beneath that the alarm that cost most, of a set the worst of all its
 * traces, since when, its cause, how sure; or that there is none.
 */
import type { ReactNode } from 'react';
import { chosenFinding } from '../../../drawing/view/chosen-finding';
import { isSeveral } from '../../../drawing/view/set-view';
import { plural } from '../../../engine/base/text/figures';
import type { Finding } from '../../../engine/findings/finding/finding';
import { noAlarmInSet, setHeadline } from '../../../sharing/report/set-headline';
import { accountSentence } from '../../../sharing/report/words/account-words';
import { headlineParts, noAlarmWords } from '../../../sharing/report/words/headline-words';
import { accountSureWords } from '../../../sharing/report/words/transfer-words';
import { Button } from '../../controls/button';
import { SeverityMark } from '../../controls/severity';
import { useSelected } from '../../controls/use-store';
import type { OpenSet } from '../../state/traces/open-trace';
import type { TraceProps } from '../../workbench/slots';
import { HeldByLine } from './held-by';
import { type JudgedTrace, useJudgedTraces } from './judged-traces';
import { useOriginMs } from './origin';

export function Headline({ trace, snapshot }: TraceProps): ReactNode {
  const ofSeveral = useSelected(trace.set.view, isSeveral);
  return ofSeveral ? <OfSet set={trace.set} /> : <OfOne trace={trace} snapshot={snapshot} />;
}

function OfOne({ trace, snapshot }: TraceProps): ReactNode {
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const { findings, phase, summary } = snapshot;
  const heldBy = <HeldByLine trace={trace} summary={summary} />;
  const sentence = accountSentence(snapshot);
  const held = (
    <>
      {sentence !== '' && (
        <p className="account-sentence" data-testid="account">
          {sentence}
        </p>
      )}
      {heldBy}
    </>
  );
  const worst = chosenFinding({ chosen: null, dismissed }, snapshot);
  if (worst === null) {
    // Findings may have been left out of a digest.
    if (snapshot.digest !== undefined) return held;
    if (phase !== 'ready') return null;
    const left = findings.filter(({ key }) => !dismissed.includes(key));
    return (
      <>
        {held}
        <p className="headline" data-testid="headline">
          {noAlarmWords({ ...snapshot, findings: left })} {accountSureWords(snapshot)}
        </p>
      </>
    );
  }
  const others = findings.filter(
    ({ key, severity }) => severity !== 'info' && key !== worst.key && !dismissed.includes(key),
  );
  return (
    <>
      {held}
      <div className="headline-line">
        <Alarm trace={trace} snapshot={snapshot} finding={worst} />
        {others.length > 0 && <NextAlarm trace={trace} others={others} />}
      </div>
    </>
  );
}

/** The worst of all traces of the set, whichever leads. */
function OfSet({ set }: { readonly set: OpenSet }): ReactNode {
  const traces = useJudgedTraces(set);
  const worst = setHeadline(traces);
  if (worst === null) {
    const isKnown = traces.every(
      ({ snapshot: { phase, digest } }) => phase === 'ready' && digest === undefined,
    );
    if (!isKnown || traces.length < set.members.length) return null;
    return (
      <p className="headline" data-testid="headline">
        {noAlarmInSet(traces)}
      </p>
    );
  }
  const { trace, snapshot, letter } = traces[worst.place] as JudgedTrace;
  return (
    <div className="headline-line">
      <Alarm trace={trace} snapshot={snapshot} finding={worst.finding} letter={letter} />
      {worst.others > 0 && <span className="headline-others">{plural(worst.others, 'more alarm')}</span>}
    </div>
  );
}

interface AlarmProps extends TraceProps {
  readonly finding: Finding;
  /** Of the trace in its set. */
  readonly letter?: string;
}

function Alarm({ trace, snapshot, finding, letter }: AlarmProps): ReactNode {
  const parts = headlineParts(finding, snapshot, useOriginMs(snapshot)).join(' · ');
  return (
    <Button
      className="headline"
      data-testid="headline"
      data-trace={trace.key}
      title={`Zoom to this interval: ${parts}`}
      onClick={() => trace.choose(finding.key)}
    >
      {letter !== undefined && <span className="headline-letter">{letter} </span>}
      <SeverityMark severity={finding.severity} /> <strong className="headline-title">{finding.title}</strong>{' '}
      {parts}
    </Button>
  );
}

interface NextAlarmProps extends Pick<TraceProps, 'trace'> {
  /** Not empty. */
  readonly others: readonly Finding[];
}

/** Chooses the first of the further alarms, then each in turn. */
function NextAlarm({ trace, others }: NextAlarmProps): ReactNode {
  const chosen = useSelected(trace.view, (view) => view.chosen);
  const next = others[(others.findIndex(({ key }) => key === chosen) + 1) % others.length] as Finding;
  return (
    <Button
      className="link headline-others"
      data-testid="next-alarm"
      title={`Next: ${next.title}`}
      onClick={() => trace.choose(next.key)}
    >
      {plural(others.length, 'more alarm')}
    </Button>
  );
}
