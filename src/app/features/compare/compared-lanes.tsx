/**
 * The traces of a set: letter, colour, name, alignment, offset, and a button that removes each but the lead; whether they
 * are drawn over one another; and how they change places.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { ARRANGEMENTS, type Arrangement } from '../../../drawing/view/set-view';
import { duration } from '../../../engine/base/text/figures';
import { marksOf } from '../../../engine/base/text/origin-marks';
import { Button } from '../../controls/button';
import { LaneSwatch } from '../../controls/lane-swatch';
import { OriginBadges } from '../../controls/origin-badges';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import { comparedWith, swap, toggleDrag } from '../../state/compare/actions';
import { dragsToAlign } from '../../state/compare/drag-mode';
import { setComparison } from '../../state/compare/set-comparison';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import type { PlacedTrace } from '../../state/traces/trace-set';
import { followArrows } from './align-drag';
import { AlignmentMenu } from './alignment-menu';
import { AxisChoice } from './axis-choice';
import { comparedNames, nameOf } from './compared-names';
import { PacketField } from './packet-field';

const ARRANGEMENT_WORDS: { readonly [arrangement in Arrangement]: string } = {
  overlay: 'Over one another',
  stacked: 'One plot each',
};

export function ComparedLanes({ set }: { readonly set: OpenSet }): ReactNode {
  const app = useApp();
  useStore(set.lead.feature(setComparison).choice);
  const against = comparedWith(set);
  const at = set.members.findIndex(({ trace }) => trace === against);
  const names = comparedNames(set.members.map(({ trace }) => nameOf(trace)));
  return (
    <div className="set-lanes" data-testid="set-lanes">
      <ul>
        {set.members.map((placed, i) => (
          <LaneItem
            key={placed.trace.key}
            set={set}
            placed={placed}
            letter={laneLetter(i)}
            name={names[i] ?? ''}
          />
        ))}
      </ul>
      <Arrangements set={set} />
      <AxisChoice set={set} />
      <Button
        data-testid="swap"
        aria-label={`Swap A and ${laneLetter(at)}`}
        title="The other trace leads (Shift + S)"
        onClick={() => swap(app, set.lead)}
      >
        A ⇄ {laneLetter(at)}
      </Button>
      <DragMode set={set} letter={laneLetter(at)} />
    </div>
  );
}

interface LaneItemProps {
  readonly set: OpenSet;
  readonly placed: PlacedTrace<OpenTrace>;
  readonly letter: string;
  /** As the verdicts call it. */
  readonly name: string;
}

function LaneItem({ set, placed: { trace, lane }, letter, name }: LaneItemProps): ReactNode {
  const fullName = nameOf(trace);
  const isLead = trace === set.lead;
  const isAlone = useStore(set.alone) === trace.key;
  const snapshot = useStore(trace.snapshot);
  return (
    <li
      data-testid="lane"
      data-trace={trace.key}
      data-offset-us={lane.offsetUs}
      aria-current={isAlone ? 'true' : undefined}
    >
      <LaneSwatch style={lane.style} />
      <OriginBadges marks={snapshot === null ? [] : marksOf(snapshot)} />
      <span className="lane-name" title={fullName}>
        {name === letter ? `${letter} (${fullName})` : name}
      </span>
      {!isLead && (
        <>
          <AlignmentOf set={set} trace={trace} letter={letter} />
          <Offset key={lane.offsetUs} set={set} trace={trace} offsetUs={lane.offsetUs} letter={letter} />
          <Button
            className="lane-remove"
            aria-label={`Remove ${fullName} from the comparison`}
            title={`Remove ${letter} from the comparison`}
            onClick={() => set.remove(trace)}
          >
            ×
          </Button>
        </>
      )}
    </li>
  );
}

interface OffsetProps {
  readonly set: OpenSet;
  readonly trace: OpenTrace;
  readonly offsetUs: number;
  readonly letter: string;
}

function AlignmentOf({ set, trace, letter }: Omit<OffsetProps, 'offsetUs'>): ReactNode {
  const comparison = set.lead.feature(setComparison);
  useStore(comparison.parts);
  const asked = useStore(comparison.packetNumbers).get(trace.key) ?? null;
  const choices = comparison.shownChoices(trace);
  if (choices === null) return <span className="none">not aligned before both are read</span>;
  return (
    <AlignmentMenu
      letter={letter}
      choices={choices}
      current={comparison.currentOf(trace, choices)}
      onChoose={(choice) => comparison.alignBy(trace, choice)}
    >
      <PacketField
        letter={letter}
        asked={asked}
        choice={comparison.packetChoice(trace)}
        onAsk={(number) => comparison.alignAtPacket(trace, number)}
      />
    </AlignmentMenu>
  );
}

/** The offset in seconds; a text that is no number changes nothing. */
function Offset({ set, trace, offsetUs, letter }: OffsetProps): ReactNode {
  const [text, setText] = useState(String(offsetUs / 1e6));
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  const isNumber = Number.isFinite(seconds);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) set.setOffset(trace, seconds * 1e6);
      }}
    >
      <label title={`${letter} is shifted by this time`}>
        <input
          inputMode="decimal"
          size={8}
          value={text}
          aria-label={`${letter} shifted by, seconds`}
          aria-invalid={!isNumber}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => isNumber && set.setOffset(trace, seconds * 1e6)}
        />{' '}
        s
      </label>
      {!isNumber && <span role="alert"> no number of seconds, as -0.25</span>}
    </form>
  );
}

/** The mode in which a drag or an arrow key shifts a trace. */
function DragMode({ set, letter }: { readonly set: OpenSet; readonly letter: string }): ReactNode {
  const app = useApp();
  const { lead } = set;
  const isOn = useStore(lead.feature(dragsToAlign));
  const isByBytes = useStore(set.axis) === 'bytes';
  useSelected(set.view, ({ lanes }) => lanes);
  const trace = comparedWith(set);
  useEffect(() => (isOn ? followArrows(app, lead) : undefined), [app, lead, isOn]);
  useEffect(() => {
    document.documentElement.dataset.aligning = String(isOn);
    return () => {
      delete document.documentElement.dataset.aligning;
    };
  }, [isOn]);
  return (
    <>
      <Button
        aria-pressed={isOn}
        disabled={isByBytes}
        data-testid="drag-to-align"
        title={`A drag over a plot shifts ${letter}, and nothing else (G)`}
        onClick={() => toggleDrag(lead)}
      >
        Drag {letter} to align
      </Button>
      {isOn && <DragTag letter={letter} />}
      <span className="drag-hint" role="status" data-testid="drag-hint">
        {isOn && trace !== null && (
          <>
            A drag over a plot shifts {letter} only (now {offsetWords(set.offsetOf(trace))}). ← → one pixel,
            with Shift ten. Esc ends.
          </>
        )}
      </span>
    </>
  );
}

/** Beside the pointer over a plot: the trace that a drag shifts. */
function DragTag({ letter }: { readonly letter: string }): ReactNode {
  const tag = useRef<HTMLSpanElement | null>(null);
  useEffect(() => {
    const follow = ({ target, clientX, clientY }: PointerEvent): void => {
      if (tag.current === null) return;
      tag.current.hidden = !(target instanceof Element) || target.closest('.plot') === null;
      tag.current.style.translate = `${clientX}px ${clientY}px`;
    };
    window.addEventListener('pointermove', follow);
    return () => window.removeEventListener('pointermove', follow);
  }, []);
  return (
    <span className="drag-tag" data-testid="drag-tag" ref={tag} hidden aria-hidden="true">
      ⇆ {letter}
    </span>
  );
}

function offsetWords(us: number): string {
  return `${us < 0 ? '−' : ''}${duration(Math.abs(us))}`;
}

function Arrangements({ set }: { readonly set: OpenSet }): ReactNode {
  const current = useSelected(set.view, ({ arrangement }) => arrangement);
  return (
    <fieldset>
      <legend className="visually-hidden">Arrangement</legend>
      {ARRANGEMENTS.map((arrangement) => (
        <label key={arrangement}>
          <input
            type="radio"
            name="arrangement"
            checked={arrangement === current}
            onChange={() => set.arrange(arrangement)}
          />
          {ARRANGEMENT_WORDS[arrangement]}
        </label>
      ))}
    </fieldset>
  );
}
