/** All figures of the compared traces, with difference and ratio of the lead and the chosen one, what held both, and the settings that differ. */
import type { ReactNode } from 'react';
import { differenceIn } from '../../../engine/service/compare/differences';
import { partsHeading } from '../../../sharing/report/words/account-words';
import {
  accountDifferenceRows,
  differenceCells,
  figureValue,
} from '../../../sharing/report/words/comparison-words';
import type { ComparedPair, ComparisonModel } from './comparison-model';

interface DifferencesTableProps {
  readonly model: ComparisonModel;
  /** Key of the trace that the lead is compared with. */
  readonly against: string;
}

export function DifferencesTable({ model, against }: DifferencesTableProps): ReactNode {
  const { columns, figures } = model;
  const at = columns.findIndex(({ key }) => key === against);
  const letter = columns[at]?.letter;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="comparison-table" tabIndex={0} aria-label="Figures of the compared traces">
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            {letter !== undefined && (
              <>
                <th scope="col">{letter} − A</th>
                <th scope="col">{letter} ÷ A</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.map((row) => {
            const [, , delta, ratio] = differenceCells(differenceIn(row, at));
            return (
              <tr key={row.id} data-figure={row.id}>
                <th scope="row">{row.name}</th>
                {columns.map((column, i) => (
                  <td key={column.key}>{figureValue(row, i)}</td>
                ))}
                {letter !== undefined && (
                  <>
                    <td>{delta}</td>
                    <td>{ratio}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** What held the lead and the chosen trace for how long; nothing where that is not compared. */
export function AccountsTable({ pair: { letter, comparison } }: { readonly pair: ComparedPair }): ReactNode {
  if (comparison === null || comparison.accounts === null) return null;
  const rows = accountDifferenceRows(comparison.accounts);
  const times = ['A', letter, `${letter} − A`];
  const { first } = partsHeading(comparison.accounts.side);
  const head = [first, ...times, ...times.map((name) => `${name}, lost`)].slice(0, rows[0]?.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="comparison-table" tabIndex={0} aria-label="What held the compared traces">
      <table data-testid="compared-accounts">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={head[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The settings that the logs show and that are not the same in all. */
export function SettingsTable({
  model: { columns, settings },
}: Pick<DifferencesTableProps, 'model'>): ReactNode {
  if (settings.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="comparison-table" tabIndex={0} aria-label="Settings that differ">
      <table className="settings">
        <thead>
          <tr>
            <th scope="col">Setting that differs</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map(({ id, name, values }) => (
            <tr key={id} data-setting={id}>
              <th scope="row">{name}</th>
              {columns.map(({ key }, i) => (
                <td key={key}>{values[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
