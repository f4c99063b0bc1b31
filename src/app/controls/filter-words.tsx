/** Words about a filter: what is wrong with it, and where; and the language by examples. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { FilterError } from '../../engine/service/filter';
import type { FilterHelpRow } from '../../engine/service/filter/help';
import { Button } from './button';
import './filter-words.css';

interface FilterProblemProps {
  /** Its test id, too. */
  readonly id: string;
  readonly filter: string;
  readonly error: FilterError;
  /** What is listed until it is mended. */
  readonly meanwhile: string;
}

/** The error, and the filter with its position marked. */
export function FilterProblem({ id, filter, error, meanwhile }: FilterProblemProps): ReactNode {
  const { text, at } = error;
  const [wrong = ' ', ...rest] = filter.slice(at);
  return (
    <p className="filter-error" id={id} data-testid={id} data-at={at}>
      {text}{' '}
      <code>
        {filter.slice(0, at)}
        <mark>{wrong}</mark>
        {rest.join('')}
      </code>{' '}
      {meanwhile}
    </p>
  );
}

interface FilterHelpProps {
  readonly rows: readonly FilterHelpRow[];
  readonly onExample: (filter: string) => void;
  readonly onClose: () => void;
  /** Gets the focus where that was in the help. */
  readonly field: RefObject<HTMLElement | null>;
}

/** Lies over what is below: its place is that of the nearest positioned element. Esc closes it, wherever the focus is. */
export function FilterHelp({ rows, onExample, onClose, field }: FilterHelpProps): ReactNode {
  const help = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (event.key !== 'Escape' || isElsewhere) return;
      event.preventDefault();
      event.stopPropagation();
      if (help.current?.contains(document.activeElement) === true) field.current?.focus();
      onClose();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [onClose, field]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keys
    <section ref={help} className="filter-help" tabIndex={0} aria-label="Filter help">
      <table>
        <thead>
          <tr>
            <th scope="col">Filter</th>
            <th scope="col">Finds</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ example, meaning }) => (
            <tr key={example}>
              <td>
                <Button className="link" onClick={() => onExample(example)}>
                  <code>{example}</code>
                </Button>
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
