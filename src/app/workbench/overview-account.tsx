/**
 * The lane of the account in the overview, for pointer, keys and screen readers: a time of it is named under the pointer and, with the
 * arrow keys, on focus; a click or Enter chooses what held then. The overview paints it.
 */
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type AccountRun, accountRuns } from '../../drawing/panels/limits/account-lane';
import { timeToX, xToTime } from '../../drawing/surface/viewport';
import { HOLDER_NAMES, heldByWords } from '../../engine/base/text/account-names';
import { instant } from '../../engine/base/text/figures';
import { heldKey } from '../../engine/reading/contract/stretches';
import { partsHeading } from '../../sharing/report/words/account-words';
import { useSelected, useStore } from '../controls/use-store';
import type { OpenTrace } from '../state/traces/open-trace';
import { overviewContext } from './overview-picture';
import { accountPx } from './paint-overview';

interface OverviewAccountProps {
  readonly trace: OpenTrace;
  /** Of its strip, CSS pixels. */
  readonly topPx: number;
  readonly heightPx: number;
}

const STEPS: { readonly [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1 };

export function OverviewAccount({ trace, topPx, heightPx }: OverviewAccountProps): ReactNode {
  const answer = useStore(trace.overview);
  useStore(trace.snapshot);
  useSelected(trace.set.view, ({ lanes }) => lanes);
  const [at, setAt] = useState(0);
  const context = overviewContext(trace);
  const lanePx = accountPx(answer, heightPx);
  if (context === null || lanePx === 0) return null;
  const { viewport } = context;
  const runs = accountRuns(context);
  const run = runs[Math.min(at, runs.length - 1)];
  if (run === undefined) return null;
  const heading = partsHeading(context.snapshot.summary.side).first;
  const words = `${heading} ${run.name}, ${timesWords(run, viewport)}`;
  const pointed = (clientX: number, lane: HTMLElement): number => {
    const timeUs = xToTime(viewport, clientX - lane.getBoundingClientRect().left);
    return runs.findLastIndex(({ fromUs }) => fromUs <= timeUs);
  };
  const choose = ({ name }: AccountRun): void => {
    const key = keyOf(trace, name);
    if (key !== null) trace.choose(key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (step === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) choose(run);
    else setAt(Math.min(runs.length - 1, Math.max(0, at + step)));
  };
  return (
    <div
      className="overview-account"
      data-testid="overview-account"
      role="slider"
      tabIndex={0}
      aria-label="What held the sender"
      aria-valuemin={1}
      aria-valuemax={runs.length}
      aria-valuenow={runs.indexOf(run) + 1}
      aria-valuetext={words}
      title={words}
      style={{ top: topPx, height: lanePx }}
      onKeyDown={onKeyDown}
      onPointerMove={({ clientX, currentTarget }) => setAt(Math.max(0, pointed(clientX, currentTarget)))}
      onClick={({ clientX, currentTarget }) => {
        const clicked = runs[pointed(clientX, currentTarget)];
        if (clicked !== undefined) choose(clicked);
      }}
    >
      <span
        className="overview-account-run"
        style={{ left: Math.max(0, timeToX(viewport, run.fromUs)), width: widthOf(run, viewport) }}
      />
      <span className="overview-account-words" aria-hidden="true">
        {words}
      </span>
    </div>
  );
}

type Whole = Parameters<typeof timeToX>[0];

/** The last column ends after the trace. */
const endOf = ({ toUs }: AccountRun, whole: Whole): number => Math.min(toUs, whole.toUs);

const widthOf = (run: AccountRun, whole: Whole): number =>
  Math.max(1, timeToX(whole, endOf(run, whole)) - Math.max(0, timeToX(whole, run.fromUs)));

function timesWords(run: AccountRun, whole: Whole): string {
  const [from, to] = [run.fromUs, endOf(run, whole)].map((us) => instant(us, whole.toUs - whole.fromUs));
  return `${from} to ${to}`;
}

/** Of the part with this name; a lane that tells no causes names holders, of which the first part is meant. */
function keyOf({ snapshot }: OpenTrace, name: string): string | null {
  const parts = snapshot.get()?.summary.account?.parts ?? [];
  const part =
    parts.find((one) => heldByWords(one) === name) ??
    parts.find(({ holder }) => HOLDER_NAMES[holder] === name);
  return part === undefined ? null : heldKey(part);
}
