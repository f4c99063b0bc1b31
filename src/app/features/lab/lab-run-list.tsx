/** The runs of one variant: each can be opened as a trace, saved, or compared with others. */
import { type ReactNode, useState } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import type { NamedRun } from '../../../engine/input/bytes/source';
import type { VariantInfo } from '../../../engine/simulator/lab/contract';
import type { RunRow } from '../../../engine/simulator/runs/scenario-run';
import { Button } from '../../controls/button';
import { saveBlob } from '../../controls/save-file';
import { useApp } from '../../controls/use-app';
import type { AppState } from '../../state/app-state';
import type { Lab } from '../../state/lab/lab';
import { runSource } from '../../state/lab/run-source';
import { compareTraces, openTrace, type ToCompare } from '../../state/traces/compare-traces';
import { listedRuns, middleOf, orderWords, runWords, worstOf } from './lab-words';

/** What makes the traces of runs: the lab, or an experiment of it. */
export type RunOpener = Pick<Lab, 'runOf' | 'filesOf'>;

interface ListProps {
  readonly opener: RunOpener;
  readonly variants: readonly VariantInfo[];
  /** By variant's id. */
  readonly runs: ReadonlyMap<string, readonly RunRow[]>;
  readonly variant: VariantInfo;
  /** Of this variant, in a sentence; null where a table tells it. */
  readonly sentence: string | null;
  readonly isRunning: boolean;
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
  opener: RunOpener,
  { variant, seed }: PickedRun,
  end: NamedRun['end'] = 'sender',
): readonly ToCompare[] {
  const run = opener.runOf(variant, seed, end);
  if (run === null) return [];
  const source = runSource(run);
  return [{ source: { source, name: source.name }, connection: null }];
}

function open(app: AppState, opener: RunOpener, run: PickedRun, end: NamedRun['end']): void {
  for (const one of sourceOf(opener, run, end)) openTrace(app, one);
}

function compare(app: AppState, opener: RunOpener, picked: readonly PickedRun[]): void {
  void compareTraces(
    app,
    picked.flatMap((run) => sourceOf(opener, run)),
  );
}

async function save(opener: RunOpener, { variant, seed }: PickedRun): Promise<void> {
  for (const { file, name } of await opener.filesOf(variant, seed)) saveBlob(file, name);
}

export function LabRunList({ opener, variants, runs, variant, sentence, isRunning }: ListProps): ReactNode {
  const app = useApp();
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const rows = runs.get(variant.id) ?? [];
  const [worst, middle] = [worstOf(rows), middleOf(rows)];
  /** The worst run of every variant, beside one another. */
  const worstOfAll = variants.flatMap(({ id }) => worstOf(runs.get(id) ?? []) ?? []).slice(0, MOST_COMPARED);
  const chosen = rows.filter(({ seed }) => picked.has(seed));
  if (rows.length === 0) return null;
  return (
    <section className="lab-runs" aria-label={`Runs of ${variant.title}`} data-testid="lab-runs">
      <h3>Runs of “{variant.title}”</h3>
      {sentence !== null && <p className="fine lab-chosen">{sentence}</p>}
      <p className="lab-actions">
        {worst !== null && (
          <Button
            data-testid="lab-open-worst"
            disabled={isRunning}
            onClick={() => open(app, opener, worst, 'sender')}
          >
            Open worst
          </Button>
        )}
        {middle !== null && (
          <Button
            data-testid="lab-open-middle"
            disabled={isRunning}
            onClick={() => open(app, opener, middle, 'sender')}
          >
            Open the one in the middle
          </Button>
        )}
        <Button
          data-testid="lab-compare"
          disabled={isRunning || chosen.length < 2 || chosen.length > MOST_COMPARED}
          onClick={() => compare(app, opener, chosen)}
        >
          Compare {chosen.length > 0 ? plural(chosen.length, 'run') : 'selected'}
        </Button>
        {worstOfAll.length > 1 && (
          <Button
            data-testid="lab-compare-worst"
            disabled={isRunning}
            onClick={() => compare(app, opener, worstOfAll)}
          >
            Compare the worst of {worstOfAll.length < variants.length ? 'the first ' : ''}
            {plural(worstOfAll.length, 'variant')}
          </Button>
        )}
      </p>
      <RunTable
        opener={opener}
        app={app}
        rows={rows}
        picked={picked}
        setPicked={setPicked}
        isRunning={isRunning}
      />
    </section>
  );
}

interface RunTableProps {
  readonly opener: RunOpener;
  readonly app: AppState;
  readonly rows: readonly RunRow[];
  readonly picked: ReadonlySet<number>;
  readonly setPicked: (picked: ReadonlySet<number>) => void;
  readonly isRunning: boolean;
}

function RunTable({ opener, app, rows, picked, setPicked, isRunning }: RunTableProps): ReactNode {
  const toggle = (seed: number): void => {
    const next = new Set(picked);
    if (!next.delete(seed)) next.add(seed);
    setPicked(next);
  };
  const sorted = listedRuns(rows);
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
                <Button
                  className="link"
                  disabled={isRunning}
                  onClick={() => open(app, opener, row, 'sender')}
                >
                  Seed {row.seed}
                </Button>
              </th>
              <td>{runWords(row)}</td>
              <td>{plural(row.lostPackets, 'packet')} lost</td>
              <td>{plural(row.timeouts, 'probe timeout')}</td>
              <td>
                <Button
                  className="link"
                  data-testid="lab-open-receiver"
                  disabled={isRunning}
                  onClick={() => open(app, opener, row, 'receiver')}
                >
                  Receiver’s trace
                </Button>
              </td>
              <td>
                <Button
                  className="link"
                  disabled={isRunning}
                  onClick={() => void app.activity.whileBusy(save(opener, row))}
                >
                  Save traces
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
