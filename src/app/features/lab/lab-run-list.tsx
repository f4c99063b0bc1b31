/** The runs of one variant: each can be opened as a trace, saved, or compared with others. */
import { type ReactNode, useState } from 'react';
import type { NamedRun } from '../../../engine/bytes/source';
import type { VariantInfo } from '../../../engine/lab/contract';
import type { RunRow } from '../../../engine/simulate/scenario-run';
import { count, plural } from '../../../engine/text/figures';
import { saveBlob } from '../../controls/save-file';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import { compareTraces, openTrace, type ToCompare } from '../../state/compare-traces';
import type { Lab, LabRuns } from '../../state/lab';
import { runSource } from '../../state/run-source';
import { middleOf, orderWords, runWords, shareSentence, worstOf } from './lab-words';

interface ListProps {
  readonly lab: Lab;
  readonly runs: LabRuns;
  readonly variant: VariantInfo;
}

/** Runs that are listed, the worst first. */
const MOST_LISTED = 200;
const MOST_COMPARED = 8;

interface PickedRun {
  readonly variant: string;
  readonly seed: number;
}

/** What opens the trace of an end of a run: nothing while there are no runs. */
function sourceOf(
  lab: Lab,
  { variant, seed }: PickedRun,
  end: NamedRun['end'] = 'sender',
): readonly ToCompare[] {
  const run = lab.runOf(variant, seed, end);
  if (run === null) return [];
  const source = runSource(run);
  return [{ source: { source, name: source.name }, connection: null }];
}

function open(app: AppState, lab: Lab, run: PickedRun, end: NamedRun['end']): void {
  for (const one of sourceOf(lab, run, end)) openTrace(app, one);
}

function compare(app: AppState, lab: Lab, picked: readonly PickedRun[]): void {
  void compareTraces(
    app,
    picked.flatMap((run) => sourceOf(lab, run)),
  );
}

async function save(lab: Lab, { variant, seed }: PickedRun): Promise<void> {
  for (const { file, name } of await lab.filesOf(variant, seed)) saveBlob(file, name);
}

export function LabRunList({ lab, runs, variant }: ListProps): ReactNode {
  const app = useApp();
  const { isRunning } = useStore(lab.state);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const rows = runs.rows.get(variant.id) ?? [];
  const summary = runs.summaries.get(variant.id);
  const [worst, middle] = [worstOf(rows), middleOf(rows)];
  /** The worst run of every variant, beside one another. */
  const worstOfAll = runs.checked.variants
    .flatMap(({ id }) => worstOf(runs.rows.get(id) ?? []) ?? [])
    .slice(0, MOST_COMPARED);
  const chosen = rows.filter(({ seed }) => picked.has(seed));
  if (rows.length === 0) return null;
  return (
    <section className="lab-runs" aria-label={`Runs of ${variant.title}`} data-testid="lab-runs">
      <h3>Runs of “{variant.title}”</h3>
      {runs.scenario.axes !== null && summary !== undefined && (
        <p className="fine lab-chosen">{shareSentence(runs.scenario.outcome, summary)}</p>
      )}
      <p className="lab-actions">
        {worst !== null && (
          <button
            type="button"
            className="button"
            data-testid="lab-open-worst"
            disabled={isRunning}
            onClick={() => open(app, lab, worst, 'sender')}
          >
            Open worst
          </button>
        )}
        {middle !== null && (
          <button
            type="button"
            className="button"
            data-testid="lab-open-middle"
            disabled={isRunning}
            onClick={() => open(app, lab, middle, 'sender')}
          >
            Open the one in the middle
          </button>
        )}
        <button
          type="button"
          className="button"
          data-testid="lab-compare"
          disabled={isRunning || chosen.length < 2 || chosen.length > MOST_COMPARED}
          onClick={() => compare(app, lab, chosen)}
        >
          Compare {chosen.length > 0 ? plural(chosen.length, 'run') : 'selected'}
        </button>
        {worstOfAll.length > 1 && (
          <button
            type="button"
            className="button"
            data-testid="lab-compare-worst"
            disabled={isRunning}
            onClick={() => compare(app, lab, worstOfAll)}
          >
            Compare the worst of {worstOfAll.length < runs.checked.variants.length ? 'the first ' : ''}
            {plural(worstOfAll.length, 'variant')}
          </button>
        )}
      </p>
      <RunTable {...{ lab, app, rows, picked, setPicked, isRunning }} />
    </section>
  );
}

interface RunTableProps {
  readonly lab: Lab;
  readonly app: AppState;
  readonly rows: readonly RunRow[];
  readonly picked: ReadonlySet<number>;
  readonly setPicked: (picked: ReadonlySet<number>) => void;
  readonly isRunning: boolean;
}

function RunTable({ lab, app, rows, picked, setPicked, isRunning }: RunTableProps): ReactNode {
  const toggle = (seed: number): void => {
    const next = new Set(picked);
    if (!next.delete(seed)) next.add(seed);
    setPicked(next);
  };
  const sorted = rows.toSorted(
    (a, b) =>
      b.longestTrapMs - a.longestTrapMs ||
      (b.completedMs || 1e12) - (a.completedMs || 1e12) ||
      a.seed - b.seed,
  );
  return (
    <div className="lab-run-table">
      <table>
        <caption className="fine">
          {orderWords(rows)}
          {sorted.length > MOST_LISTED && ` The first ${MOST_LISTED} of ${count(sorted.length)}.`}
        </caption>
        <tbody>
          {sorted.slice(0, MOST_LISTED).map((row) => (
            <tr key={row.seed} data-seed={row.seed} data-trapped={row.isTrapped} data-late={row.isLate}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Select seed ${row.seed}`}
                  checked={picked.has(row.seed)}
                  onChange={() => toggle(row.seed)}
                />
              </td>
              <th scope="row">
                <button
                  type="button"
                  className="link"
                  disabled={isRunning}
                  onClick={() => open(app, lab, row, 'sender')}
                >
                  Seed {row.seed}
                </button>
              </th>
              <td>{runWords(row)}</td>
              <td>{plural(row.lostPackets, 'packet')} lost</td>
              <td>{plural(row.timeouts, 'probe timeout')}</td>
              <td>
                <button
                  type="button"
                  className="link"
                  data-testid="lab-open-receiver"
                  disabled={isRunning}
                  onClick={() => open(app, lab, row, 'receiver')}
                >
                  Receiver’s trace
                </button>
              </td>
              <td>
                <button
                  type="button"
                  className="link"
                  disabled={isRunning}
                  onClick={() => void app.activity.whileBusy(save(lab, row))}
                >
                  Save traces
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
