/** The runs of an experiment's result: those of one variant, each of which opens as a trace. */
import { type ReactNode, useId, useState } from 'react';
import { plural } from '../../../engine/base/text/figures';
import type { ExperimentOutcome, Experiments } from '../../state/lab/experiments';
import { LabRunList } from './lab-run-list';

interface RunsProps {
  readonly experiments: Experiments;
  readonly id: string;
  readonly outcome: ExperimentOutcome;
}

export function ExperimentRuns({ experiments, id, outcome }: RunsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const label = useId();
  const { variants } = outcome.checked;
  const shown = variants.find((variant) => variant.id === picked) ?? variants[0];
  return (
    <details
      className="experiment-more"
      data-testid="experiment-runs"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>The {plural(outcome.done, 'run')}, each as a trace</summary>
      {isOpen && shown !== undefined && (
        <>
          <p className="experiment-variant">
            <label htmlFor={label}>Variant</label>
            <select
              id={label}
              data-testid="experiment-variant"
              value={shown.id}
              onChange={({ target }) => setPicked(target.value)}
            >
              {variants.map((variant) => (
                <option key={variant.id} value={variant.id}>
                  {variant.title}
                </option>
              ))}
            </select>
          </p>
          <LabRunList
            key={shown.id}
            variants={variants}
            runs={outcome.rows}
            variant={shown}
            sentence={null}
            isRunning={false}
            opener={{
              runOf: (variant, seed, end) => experiments.runOf(id, variant, seed, end),
              filesOf: (variant, seed) => experiments.filesOf(id, variant, seed),
            }}
          />
        </>
      )}
    </details>
  );
}
