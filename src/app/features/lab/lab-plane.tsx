/** A plane of variants: a cell per place, its share or its count in words and in shade. */
import type { CSSProperties, ReactNode } from 'react';
import type { VariantSummary } from '../../../engine/compare/simulated-shares';
import type { ScenarioInfo } from '../../../engine/simulate/contract';
import { percent } from '../../../engine/text/figures';
import type { LabRuns } from '../../state/lab';
import { shareWords } from './lab-words';

interface PlaneProps {
  readonly runs: LabRuns;
  readonly axes: NonNullable<ScenarioInfo['axes']>;
  readonly shown: string | null;
  readonly onPick: (variant: string) => void;
}

/** Cells so near to the published share are marked. */
const NEAR = 0.1;

export function LabPlane({ runs, axes, shown, onPick }: PlaneProps): ReactNode {
  const { variants, values } = runs.checked;
  const places = variants.flatMap(({ at }) => (at === null ? [] : [at]));
  const columns = [...new Set(places.map(({ x }) => x))];
  const lines = [...new Set(places.map(({ y }) => y))];
  const isProbes = runs.scenario.outcome === 'timeouts';
  const countedOf = (summary: VariantSummary) => (isProbes ? summary.probed : summary.late);
  const published = typeof values.published === 'number' ? values.published / 100 : null;
  const what = isProbes ? 'Share of runs in which a probe timer fired' : 'Share of late runs';
  return (
    <div className="lab-table">
      <table className="lab-plane" data-testid="lab-plane">
        <caption className="fine">
          {what}: {axes.x.title}, {axes.x.unit} (across) and {axes.y.title}, {axes.y.unit} (down)
          {published !== null &&
            `; cells within ${percent(NEAR)} of the published ${percent(published)} have a frame`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{axes.y.unit}</th>
            {columns.map((x) => (
              <th key={x} scope="col">
                {x}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((y) => (
            <tr key={y}>
              <th scope="row">{y}</th>
              {columns.map((x) => {
                const variant = variants.find(({ at }) => at?.x === x && at.y === y);
                const summary = variant && runs.summaries.get(variant.id);
                if (variant === undefined || summary === undefined) return <td key={x}>–</td>;
                const counted = countedOf(summary);
                const isNear = published !== null && Math.abs(counted.share - published) <= NEAR;
                return (
                  <td key={x} data-variant={variant.id} data-hits={counted.hits} data-runs={summary.runs}>
                    <button
                      type="button"
                      className={isNear ? 'near' : undefined}
                      aria-pressed={variant.id === shown}
                      style={{ '--share': counted.share || 0 } as CSSProperties}
                      title={`${variant.title}: ${shareWords(counted, summary.runs)}`}
                      onClick={() => onPick(variant.id)}
                    >
                      {summary.runs === 0 ? '–' : percent(counted.share)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
