/** Planes of variants: a cell per place, its share or its counts in words and in shade. */
import type { CSSProperties, ReactNode } from 'react';
import { count, percent } from '../../../engine/base/text/figures';
import { loopVerdict, loopWords } from '../../../engine/service/compare/loop-verdicts';
import type { CountedShare, VariantSummary } from '../../../engine/service/compare/simulated-shares';
import type { ScenarioInfo, VariantInfo } from '../../../engine/simulator/lab/contract';
import { Button } from '../../controls/button';
import type { LabRuns } from '../../state/lab/lab';
import { shareSentence } from './lab-words';

interface PlanesProps {
  readonly runs: LabRuns;
  readonly axes: NonNullable<ScenarioInfo['axes']>;
  readonly shown: string | null;
  readonly onPick: (variant: string) => void;
}

/** Cells so near to the published share are marked. */
const NEAR = 0.1;

export function LabPlanes(props: PlanesProps): ReactNode {
  const { variants } = props.runs.checked;
  const planes = [...new Set(variants.map(({ at }) => at?.plane))];
  return planes.map((plane) => (
    <Plane
      key={plane ?? ''}
      {...props}
      plane={plane ?? null}
      variants={variants.filter(({ at }) => at?.plane === plane)}
    />
  ));
}

interface PlaneProps extends PlanesProps {
  readonly plane: string | null;
  readonly variants: readonly VariantInfo[];
}

function Plane({ runs, axes, plane, variants, shown, onPick }: PlaneProps): ReactNode {
  const places = variants.flatMap(({ at }) => (at === null ? [] : [at]));
  const columns = [...new Set(places.map(({ x }) => x))];
  const lines = [...new Set(places.map(({ y }) => y))];
  return (
    <div className="lab-table">
      <table className="lab-plane" data-testid="lab-plane">
        <caption>
          {plane !== null && <strong>{plane}. </strong>}
          <Caption runs={runs} variants={variants} />
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="colgroup" colSpan={columns.length}>
              {axes.x.title}, {axes.x.unit}
            </th>
          </tr>
          <tr>
            <th scope="col">
              {axes.y.title}, {axes.y.unit}
            </th>
            {columns.map((x) => (
              <th key={x} scope="col">
                {placeText(x)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((y) => (
            <tr key={y}>
              <th scope="row">{placeText(y)}</th>
              {columns.map((x) => {
                const variant = variants.find(({ at }) => at?.x === x && at.y === y);
                const summary = variant && runs.summaries.get(variant.id);
                if (variant === undefined || summary === undefined) return <td key={x}>–</td>;
                return (
                  <Cell
                    key={x}
                    runs={runs}
                    variant={variant}
                    summary={summary}
                    isShown={variant.id === shown}
                    onPick={onPick}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As it was given where it is a fraction, else with separators. */
const placeText = (value: number): string => (Number.isInteger(value) ? count(value) : String(value));

function Caption({ runs, variants }: Pick<PlaneProps, 'runs' | 'variants'>): ReactNode {
  if (runs.scenario.outcome === 'timeouts') {
    const verdict = loopVerdict(variants.flatMap(({ id }) => runs.summaries.get(id) ?? []));
    return (
      <span data-testid="lab-verdict" data-closed={verdict.closed}>
        {loopWords(verdict)}{' '}
        <span className="fine">Each cell: does it close, and the runs in which a PTO fired.</span>
      </span>
    );
  }
  const published = publishedOf(runs);
  const nearest = published === null ? null : nearestTo(published, variants, runs);
  return (
    <span className="fine">
      Share of late runs
      {published !== null &&
        `; cells within ${count(100 * NEAR)} points of the published ${count(100 * published)} % have a frame`}
      {nearest !== null && `; the nearest: ${nearest.title}, ${percent(nearest.share)}`}
    </span>
  );
}

/** The parameters that give a share; null while there are no runs. */
function nearestTo(
  published: number,
  variants: readonly VariantInfo[],
  { summaries }: LabRuns,
): { readonly title: string; readonly share: number } | null {
  const cells = variants.flatMap(({ id, title }) => {
    const summary = summaries.get(id);
    return summary === undefined || summary.runs === 0 ? [] : [{ title, share: summary.late.share }];
  });
  const distance = ({ share }: { readonly share: number }): number => Math.abs(share - published);
  return cells.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

function publishedOf({ checked: { values } }: LabRuns): number | null {
  return typeof values.published === 'number' ? values.published / 100 : null;
}

interface CellProps {
  readonly runs: LabRuns;
  readonly variant: VariantInfo;
  readonly summary: VariantSummary;
  readonly isShown: boolean;
  readonly onPick: (variant: string) => void;
}

function Cell({ runs, variant, summary, isShown, onPick }: CellProps): ReactNode {
  const isLoop = runs.scenario.outcome === 'timeouts';
  const counted: CountedShare = isLoop ? summary.probed : summary.late;
  const published = publishedOf(runs);
  const isNear = published !== null && Math.abs(counted.share - published) <= NEAR;
  return (
    <td
      data-variant={variant.id}
      data-hits={counted.hits}
      data-spurious={isLoop ? summary.spurious.hits : undefined}
      data-closed={isLoop ? summary.closed.hits : undefined}
      data-runs={summary.runs}
    >
      <Button
        className={isNear ? 'near' : null}
        aria-pressed={isShown}
        style={{ '--share': counted.share || 0 } as CSSProperties}
        title={`${variant.title}: ${shareSentence(runs.scenario.outcome, summary)}`}
        onClick={() => onPick(variant.id)}
      >
        {summary.runs === 0 ? '–' : isLoop ? <LoopCell summary={summary} /> : percent(counted.share)}
      </Button>
    </td>
  );
}

/** Does the loop close, and in how many runs a PTO fired. */
function LoopCell({ summary }: { readonly summary: VariantSummary }): ReactNode {
  const { probed, spurious, closed } = summary;
  if (probed.hits === 0) return <span className="fine">no PTO</span>;
  return (
    <>
      <strong>{closed.hits > 0 ? `yes, ${count(closed.hits)}` : 'no'}</strong>
      <span className="fine lab-counts">
        PTO {count(probed.hits)}, spurious {count(spurious.hits)}
      </span>
    </>
  );
}
