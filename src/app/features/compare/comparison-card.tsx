/**
 * The comparison above the panels: the traces, who was faster and why, the figures that tell most in one line, and folded
 * below them all figures, settings and findings. Nothing for a set of one, except which files join it once they are read.
 */
import { type ReactNode, useEffect, useMemo } from 'react';
import { plural } from '../../../engine/base/text/figures';
import { differenceIn } from '../../../engine/service/compare/differences';
import { differenceCells, figureValue } from '../../../sharing/report/words/comparison-words';
import { useSelected, useStore } from '../../controls/use-store';
import { comparedWith } from '../../state/compare/actions';
import { type ComparedPart, setComparison } from '../../state/compare/set-comparison';
import type { OpenSet } from '../../state/traces/open-trace';
import type { TraceProps } from '../../workbench/slots';
import { ComparedFindings } from './compared-findings';
import { ComparedLanes } from './compared-lanes';
import { comparedNames, nameOf } from './compared-names';
import {
  type ComparedPair,
  type ComparisonModel,
  comparisonModel,
  MOST_VERDICTS,
  shownPairs,
  tellingFigures,
} from './comparison-model';
import { AccountsTable, DifferencesTable, SettingsTable } from './differences-table';

export function ComparisonCard({ trace: { set } }: TraceProps): ReactNode {
  const comparison = set.lead.feature(setComparison);
  const lanes = useSelected(set.view, (view) => view.lanes);
  const waiting = useStore(comparison.waiting);
  useEffect(() => comparison.follow(), [comparison]);
  return (
    <>
      {lanes.length > 1 && <Compared set={set} />}
      {waiting.length > 0 && (
        <p className="none" role="status" data-testid="comparison-waiting">
          Being read, then compared: {waiting.join(', ')}
        </p>
      )}
    </>
  );
}

function lackingWords(name: string, part: ComparedPart | undefined): string {
  if (part === undefined || part.state === 'reading')
    return `${name} is being read: it is compared once that has ended.`;
  return part.state === 'ready' ? '' : `${name} is not compared, it could not be read: ${part.why}`;
}

/** The model of a set, made anew where its traces or what is known of them change: not by a shift. */
function useModel(set: OpenSet): ComparisonModel {
  const comparison = set.lead.feature(setComparison);
  const parts = useStore(comparison.parts);
  const keys = set.members.map(({ trace }) => trace.key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the traces by their keys, and what is known of them
  return useMemo(() => {
    const names = comparedNames(set.members.map(({ trace }) => nameOf(trace)));
    return comparisonModel(
      set.members.map(({ trace }, i) => {
        const name = names[i] ?? '';
        const compared = comparison.comparedOf(trace, name);
        const related = i === 0 ? null : comparison.relatedOf(trace);
        const lacking = lackingWords(name, parts.get(trace.key));
        return { key: trace.key, name, compared, lacking, ...(related === null ? {} : { related }) };
      }),
    );
  }, [comparison, parts, keys]);
}

function Compared({ set }: { readonly set: OpenSet }): ReactNode {
  const comparison = set.lead.feature(setComparison);
  const model = useModel(set);
  const choice = useStore(comparison.choice);
  const chosen = comparedWith(set)?.key;
  const pair = model.pairs.find(({ key }) => key === chosen);
  const findings = pair?.comparison?.findings;
  const settings = model.settings.length;
  const isMany = model.pairs.length > MOST_VERDICTS;
  const against = <Against set={set} model={model} chosen={chosen ?? ''} />;
  return (
    <section
      className={choice.isOpen ? 'comparison is-open' : 'comparison'}
      aria-label="Comparison"
      data-testid="comparison"
    >
      <ComparedLanes set={set} />
      {isMany && against}
      {shownPairs(model, pair, choice.isOpen).map((one) => (
        <Verdict key={one.key} pair={one} isAlone={model.pairs.length === 1} />
      ))}
      {model.figures.length > 0 && (
        <>
          <Telling model={model} />
          <details
            className="comparison-more"
            data-testid="comparison-more"
            open={choice.isOpen}
            onToggle={({ currentTarget: { open } }) =>
              comparison.choice.update((now) => ({ ...now, isOpen: open }))
            }
          >
            <summary>
              All {isMany && `${plural(model.pairs.length, 'verdict')} and `}
              {plural(model.figures.length, 'figure')} ·{' '}
              {settings === 0 ? 'no setting differs' : `${plural(settings, 'setting')} differ`}
              {findings !== undefined && pair !== undefined && (
                <>
                  {' '}
                  · findings: {findings.onlyA.length} only in A, {findings.both.length} in both,{' '}
                  {findings.onlyB.length} only in {pair.letter}
                </>
              )}
            </summary>
            {choice.isOpen && (
              <>
                {model.pairs.length > 1 && !isMany && against}
                <div className="comparison-tables">
                  <DifferencesTable model={model} against={chosen ?? ''} />
                  <div>
                    {pair !== undefined && <AccountsTable pair={pair} />}
                    <SettingsTable model={model} />
                    {findings !== undefined && pair !== undefined && (
                      <ComparedFindings set={set} pair={pair} findings={findings} />
                    )}
                  </div>
                </div>
              </>
            )}
          </details>
        </>
      )}
    </section>
  );
}

/** @param isAlone there is one pair only: its letter says nothing. */
function Verdict({ pair, isAlone }: { readonly pair: ComparedPair; readonly isAlone: boolean }): ReactNode {
  const { letter, comparison, lacking } = pair;
  const verdict = comparison?.verdict;
  const account = comparison?.accounts?.sentence ?? '';
  const words = verdict === undefined ? lacking : [account, ...verdict.sentences].join(' ').trimStart();
  return (
    <div
      className={isAlone ? 'comparison-verdict' : 'comparison-verdict one-of-several'}
      data-testid="comparison-verdict"
      data-trace={pair.key}
      data-faster={verdict?.faster}
    >
      <p className="verdict-words" title={words}>
        {!isAlone && <strong>A, {letter}: </strong>}
        {words}
      </p>
      {verdict !== undefined && verdict.incomparable.length > 0 && (
        <p className="comparison-reasons" data-testid="comparison-reasons">
          <span aria-hidden="true">▲ </span>
          <strong>Not comparable in all:</strong> {verdict.incomparable.join(' ')}
        </p>
      )}
    </div>
  );
}

function Telling({ model: { figures, columns } }: { readonly model: ComparisonModel }): ReactNode {
  return (
    <dl className="comparison-telling" data-testid="comparison-telling">
      {tellingFigures(figures).map((row) => (
        <div key={row.id} data-figure={row.id}>
          <dt>{row.name}</dt>
          <dd>
            {columns.map((column, i) => (
              <span key={column.key}>
                <span className="comparison-letter">{column.letter}</span> {figureValue(row, i)}
              </span>
            ))}
            {columns.length === 2 && !Number.isNaN(differenceIn(row, 1).ratio) && (
              <span>{differenceCells(differenceIn(row, 1)).at(-1)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface AgainstProps {
  readonly set: OpenSet;
  readonly model: ComparisonModel;
  readonly chosen: string;
}

/** Of several, the one whose verdict, differences and findings are shown. */
function Against({ set, model, chosen }: AgainstProps): ReactNode {
  const { choice } = set.lead.feature(setComparison);
  return (
    <label className="comparison-against">
      A against{' '}
      <select
        className="field"
        data-testid="comparison-against"
        value={chosen}
        onChange={({ target }) => choice.update((now) => ({ ...now, against: target.value }))}
      >
        {model.pairs.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
