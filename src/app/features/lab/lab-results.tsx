/** What came of the runs: a line per variant, pictures, and the runs of the variant that is looked at. */
import { type ReactNode, useState } from 'react';
import { count, fixed, percent, plural } from '../../../engine/base/text/figures';
import type { CountedShare, VariantSummary } from '../../../engine/service/compare/simulated-shares';
import type { VariantInfo } from '../../../engine/simulator/lab/contract';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import { useStore } from '../../controls/use-store';
import type { Lab, LabRuns } from '../../state/lab/lab';
import { variantStyle } from './lab-figure';
import { LabPlanes } from './lab-plane';
import { CompletionPlot, drawnOf, PausePlot, WindowPlot } from './lab-plots';
import { LabRunList } from './lab-run-list';
import { countWords, secondsWords, shareSentence, shareWords, spreadWords } from './lab-words';

export function LabResults({ lab }: { readonly lab: Lab }): ReactNode {
  const { runs, isRunning } = useStore(lab.state);
  const [picked, setPicked] = useState<string | null>(null);
  if (runs === null)
    return (
      <section className="lab-results" aria-label="Results">
        <p className="none">
          Run simulates every variant on this device, once per seed. The same seed gives the same run
          everywhere.
        </p>
      </section>
    );
  const { variants } = runs.checked;
  const shown = variants.find(({ id }) => id === picked) ?? variants[0];
  return (
    <section
      className="lab-results"
      aria-label="Results"
      data-testid="lab-results"
      data-scenario={runs.scenario.id}
    >
      <p className="lab-what">
        <span>
          <strong>{runs.scenario.title}</strong>, {plural(runs.seeds, 'run')} of each variant
          {runs.done < runs.total &&
            !isRunning &&
            `; cancelled after ${count(runs.done)} of ${plural(runs.total, 'run')}`}
        </span>
        <CopyButton
          label="Copy command"
          testId="lab-command"
          title="What makes the same runs on the command line"
          text={() =>
            `qlogscope simulate --scenario ${runs.scenario.id} --seeds ${runs.seeds}${runs.checked.args}`
          }
        />
      </p>
      {runs.scenario.axes === null ? (
        <VariantTable runs={runs} shown={shown?.id ?? null} onPick={setPicked} />
      ) : (
        <LabPlanes runs={runs} axes={runs.scenario.axes} shown={shown?.id ?? null} onPick={setPicked} />
      )}
      {shown !== undefined && <Plots runs={runs} shown={shown} />}
      {shown !== undefined && (
        <LabRunList
          key={shown.id}
          opener={lab}
          variants={variants}
          runs={runs.rows}
          variant={shown}
          isRunning={isRunning}
          sentence={sentenceOf(runs, shown)}
        />
      )}
    </section>
  );
}

/** Of a plane's cell, which has no line in a table. */
function sentenceOf({ scenario, summaries }: LabRuns, { id }: VariantInfo): string | null {
  const summary = summaries.get(id);
  return scenario.axes === null || summary === undefined ? null : shareSentence(scenario.outcome, summary);
}

function Plots({ runs, shown }: { readonly runs: LabRuns; readonly shown: VariantInfo }): ReactNode {
  const { scenario, checked, summaries } = runs;
  const summary = summaries.get(shown.id);
  const drawn = drawnOf(runs, shown.id);
  const all = checked.variants.map((variant, at) => ({ variant, at }));
  const { begin, idle } = checked.values;
  return (
    <div className="lab-plots">
      {scenario.isTimed && <CompletionPlot runs={runs} drawn={scenario.axes === null ? all : drawn} />}
      <WindowPlot runs={runs} drawn={drawn} isOfFirst={(summary?.goodputMbit.length ?? 0) > 1} />
      {typeof begin === 'number' && typeof idle === 'number' && (
        <PausePlot runs={runs} drawn={drawn} beginMs={begin * 1000} idleMs={idle * 1000} />
      )}
    </div>
  );
}

interface TableProps {
  readonly runs: LabRuns;
  readonly shown: string | null;
  readonly onPick: (variant: string) => void;
}

interface Column {
  readonly title: string;
  readonly cell: (summary: VariantSummary) => ReactNode;
}

const goodput = (title: string): Column => ({
  title,
  cell: ({ goodputMbit }) =>
    goodputMbit.map((spread) => spreadWords(spread, (mbit) => fixed(mbit, 2))).join('; '),
});

const share = (title: string, of: (summary: VariantSummary) => CountedShare): Column => ({
  title,
  cell: (summary) => <ShareBar counted={of(summary)} runs={summary.runs} />,
});

const TIMED: readonly Column[] = [
  share('Late', ({ late }) => late),
  share('Spirals', ({ trapped }) => trapped),
  { title: 'Done in, if done', cell: ({ completedMs }) => spreadWords(completedMs, secondsWords) },
];
const GOODPUT = [goodput('Goodput, Mbit/s')];
const GOODPUTS = [goodput('Goodput of each flow, Mbit/s')];
const ALL: readonly Column[] = [
  { title: 'Lost packets', cell: ({ lostPackets }) => spreadWords(lostPackets, countWords) },
  { title: 'Probe timeouts', cell: ({ timeouts }) => spreadWords(timeouts, countWords) },
];

function VariantTable({ runs, shown, onPick }: TableProps): ReactNode {
  const { isTimed, outcome } = runs.scenario;
  const columns = [...(isTimed ? TIMED : outcome === 'shares' ? GOODPUTS : GOODPUT), ...ALL];
  return (
    <div className="lab-table">
      <table data-testid="lab-table">
        <caption className="fine">
          {isTimed
            ? 'Shares with their 95 % interval; other figures are medians, and between which eight of ten runs lie.'
            : 'Medians, and between which eight of ten runs lie.'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.checked.variants.map((variant, i) => (
            <VariantLine
              key={variant.id}
              runs={runs}
              variant={variant}
              columns={columns}
              at={i}
              isShown={variant.id === shown}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly runs: LabRuns;
  readonly variant: VariantInfo;
  readonly columns: readonly Column[];
  readonly at: number;
  readonly isShown: boolean;
  readonly onPick: (variant: string) => void;
}

function VariantLine({ runs, variant, columns, at, isShown, onPick }: LineProps): ReactNode {
  const summary = runs.summaries.get(variant.id);
  return (
    <tr
      data-variant={variant.id}
      data-late={summary?.late.hits}
      data-trapped={summary?.trapped.hits}
      data-runs={summary?.runs}
      className={isShown ? 'current' : undefined}
    >
      <th scope="row">
        <Button
          className={null}
          aria-pressed={isShown}
          title="Show its runs"
          onClick={() => onPick(variant.id)}
        >
          <span className="lab-swatch" style={variantStyle(at)} aria-hidden="true" />
          {variant.title}
        </Button>
      </th>
      {columns.map(({ title, cell }) => (
        <td key={title}>{summary === undefined || summary.runs === 0 ? '–' : cell(summary)}</td>
      ))}
    </tr>
  );
}

function ShareBar({ counted, runs }: { readonly counted: CountedShare; readonly runs: number }): ReactNode {
  const { share: part, low, high } = counted;
  return (
    <span className="lab-share" title={shareWords(counted, runs)}>
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect className="lab-bar" x={0} y={1} height={10} width={100 * part} />
        <line x1={100 * low} x2={100 * high} y1={6} y2={6} />
      </svg>
      {percent(part)}{' '}
      <span className="fine">
        ({percent(low)} to {percent(high)})
      </span>
    </span>
  );
}
