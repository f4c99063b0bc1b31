/**
 * The traces of a set: colour, name, offset, and a button that removes each but the lead; and whether they are drawn over
 * one another. Nothing for a set of one. With `?testing=1` any open trace can be added.
 */
import { type CSSProperties, type ReactNode, useState } from 'react';
import { ARRANGEMENTS, type Arrangement, MAX_LANES } from '../../../drawing/view/set-view';
import { count } from '../../../engine/text/figures';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import type { OpenSet, OpenTrace } from '../../state/open-trace';
import type { PlacedTrace } from '../../state/trace-set';
import { testing } from '../../workbench/environment';
import type { TraceProps } from '../../workbench/slots';

const ARRANGEMENT_WORDS: { readonly [arrangement in Arrangement]: string } = {
  overlay: 'Over one another',
  stacked: 'One plot each',
};

/** Name of a trace among others: with its connection, where its file holds several. */
function nameOf({ name, connection, snapshot }: OpenTrace): string {
  const { connectionCount = 1 } = snapshot.get() ?? {};
  return connectionCount > 1 ? `${name}, connection ${count(connection + 1)}` : name;
}

export function SetLanes({ trace: { set } }: TraceProps): ReactNode {
  const lanes = useSelected(set.view, (view) => view.lanes);
  const others = useOthers(set);
  const isSeveral = lanes.length > 1;
  if (!isSeveral && others.length === 0) return null;
  return (
    <section className="set-lanes" aria-label="Traces on this axis" data-testid="set-lanes">
      {isSeveral && (
        <>
          <ul>
            {set.members.map((placed) => (
              <LaneItem key={placed.trace.key} set={set} placed={placed} />
            ))}
          </ul>
          <Arrangements set={set} />
        </>
      )}
      {others.map((other) => (
        <AddTrace key={other.key} trace={other} />
      ))}
    </section>
  );
}

interface LaneItemProps {
  readonly set: OpenSet;
  readonly placed: PlacedTrace<OpenTrace>;
}

function LaneItem({ set, placed: { trace, lane } }: LaneItemProps): ReactNode {
  const name = nameOf(trace);
  const isLead = trace === set.lead;
  return (
    <li data-testid="lane" data-trace={trace.key} data-offset-us={lane.offsetUs}>
      <span
        className="lane-color"
        style={{ '--lane': `var(--slot-${lane.style + 1})` } as CSSProperties}
        aria-hidden="true"
      />
      <span className="lane-name">{name}</span>
      {!isLead && <Offset key={lane.offsetUs} set={set} trace={trace} offsetUs={lane.offsetUs} />}
      {!isLead && (
        <button
          type="button"
          className="link"
          aria-label={`Remove ${name} from this axis`}
          onClick={() => set.remove(trace)}
        >
          Remove
        </button>
      )}
    </li>
  );
}

interface OffsetProps {
  readonly set: OpenSet;
  readonly trace: OpenTrace;
  readonly offsetUs: number;
}

/** The offset in seconds; a text that is no number changes nothing. */
function Offset({ set, trace, offsetUs }: OffsetProps): ReactNode {
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
      <label>
        shifted by{' '}
        <input
          inputMode="decimal"
          size={8}
          value={text}
          aria-invalid={!isNumber}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => isNumber && set.setOffset(trace, seconds * 1e6)}
        />{' '}
        s
      </label>
    </form>
  );
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

/** The traces of other tabs that may be added: none, except in tests. */
function useOthers(set: OpenSet): readonly OpenTrace[] {
  const { files } = useStore(useApp().files.list);
  if (!testing || set.members.length >= MAX_LANES) return [];
  return files
    .map(({ current }) => current)
    .filter((trace) => !set.members.some((member) => member.trace === trace));
}

function AddTrace({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const app = useApp();
  return (
    <button type="button" className="button" data-testid="add-lane" onClick={() => app.files.addToSet(trace)}>
      Put {nameOf(trace)} on this axis
    </button>
  );
}
