/** All figures of the compared traces, with difference and ratio of the lead and the chosen one, and the settings that differ. */
import type { ReactNode } from 'react';
import { differenceIn } from '../../../engine/compare/differences';
import { differenceCells, differenceValue } from '../../../sharing/report/comparison-words';
import type { ComparisonModel } from './comparison-model';

interface DifferencesTableProps {
  readonly model: ComparisonModel;
  /** Key of the trace that the lead is compared with. */
  readonly against: string;
}

export function DifferencesTable({ model, against }: DifferencesTableProps): ReactNode {
  const { columns, figures, settings } = model;
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
                {columns.map(({ key }, i) => (
                  <td key={key}>{differenceValue(row.values[i] ?? Number.NaN, row.unit)}</td>
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
          {settings.map(({ id, name, values }) => (
            <tr key={`setting-${id}`} data-setting={id}>
              <th scope="row">{name}</th>
              {columns.map(({ key }, i) => (
                <td key={key}>{values[i]}</td>
              ))}
              {letter !== undefined && <td colSpan={2}>{values[at] === values[0] ? '' : 'differs'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
