/**
 * The menu of models in the title line of the Congestion panel: which candidate is drawn over the logged window, and
 * whether it is reset to the log after every reduction (which controller is it) or runs freely from a time on (what the
 * window would have been). It stays open while choosing, so that the effect is visible.
 */
import type { ReactNode } from 'react';
import {
  freeStart,
  type ModelChoice,
  modelChoices,
  sameWords,
  whyNoModel,
} from '../../../drawing/panels/congestion/congestion-candidates';
import { controllerWords } from '../../../engine/base/text/controller-words';
import { instant } from '../../../engine/base/text/figures';
import { MenuDetails } from '../../controls/menu-details';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';

export function ModelMenu({ trace }: { readonly trace: OpenTrace }): ReactNode {
  return (
    <MenuDetails
      className="model-menu"
      label="model ▾"
      name="Congestion: model over the logged window"
      tabIndex={-1}
    >
      <ModelList trace={trace} />
    </MenuDetails>
  );
}

/** Rendered only while the menu is open: a pan must not render it. */
function ModelList({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  const { model } = useStore(trace.view);
  if (snapshot === null) return null;
  const why = whyNoModel(snapshot);
  if (why !== null) return <p className="none">{why}</p>;
  const listed = modelChoices(snapshot);
  const best = listed[0]?.id ?? null;
  const choose = (id: string | null, freeFromUs: number | null = model?.freeFromUs ?? null): void =>
    trace.showModel(id === null ? null : { id, freeFromUs });
  return (
    <>
      <ModeList trace={trace} onChoose={(freeFromUs) => choose(model?.id ?? best, freeFromUs)} />
      <fieldset data-testid="models">
        <legend>Model</legend>
        <p className="none">
          Open loop: driven by this trace&apos;s own ACKs. Best first, by reductions predicted within 5 % and
          by time in congestion avoidance within a packet or 5 %.
          {snapshot.models !== null && ` Here: ${controllerWords(snapshot.models)}.`}
        </p>
        <label>
          <input type="radio" name="model" checked={model === null} onChange={() => choose(null)} />
          none
        </label>
        {listed.map((choice) => (
          <Choice
            key={choice.id}
            choice={choice}
            checked={model?.id === choice.id}
            onChoose={() => choose(choice.id)}
          />
        ))}
      </fieldset>
    </>
  );
}

interface ChoiceProps {
  readonly choice: ModelChoice;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Choice({ choice, checked, onChoose }: ChoiceProps): ReactNode {
  const { id, name, source, scores, sameAs, mark } = choice;
  return (
    <label
      data-model={id}
      data-mark={mark ?? undefined}
      className={sameAs === null ? undefined : 'model-same'}
    >
      <input type="radio" name="model" checked={checked} onChange={onChoose} />
      {name} <span className="model-source">{source}</span>
      {mark !== null && <strong className="model-mark"> {mark}</strong>}
      <span className="model-scores">{scores}</span>
      {sameAs !== null && <span className="model-scores">{sameWords(sameAs)}</span>}
    </label>
  );
}

interface ModeListProps {
  readonly trace: OpenTrace;
  readonly onChoose: (freeFromUs: number | null) => void;
}

/** A chosen start time stays listed when pin, finding or range would now give another one. */
function ModeList({ trace, onChoose }: ModeListProps): ReactNode {
  const snapshot = useStore(trace.snapshot);
  const view = useStore(trace.view);
  if (snapshot === null) return null;
  const start = freeStart(view, snapshot, trace.extent);
  const chosenUs = view.model?.freeFromUs ?? null;
  const mode = (value: number | null, words: string, note: string): ReactNode => (
    <label key={value} data-mode={value === null ? 'follow' : 'free'}>
      <input
        type="radio"
        name="model-mode"
        checked={view.model !== null && chosenUs === value}
        onChange={() => onChoose(value)}
      />
      {words}
      <span className="model-scores">{note}</span>
    </label>
  );
  return (
    <fieldset data-testid="model-mode">
      <legend>Question</legend>
      {mode(null, 'Which controller is it?', 'Reset to the logged window after every reduction.')}
      {chosenUs !== null &&
        chosenUs !== start.timeUs &&
        mode(
          chosenUs,
          'What would the window have been?',
          `Runs freely from ${instant(chosenUs)}, as chosen.`,
        )}
      {mode(
        start.timeUs,
        'What would the window have been?',
        `Runs freely from ${instant(start.timeUs)}, ${start.from}: the same ACKs.`,
      )}
    </fieldset>
  );
}
