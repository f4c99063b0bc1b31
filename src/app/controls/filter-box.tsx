/**
 * The box in which a filter is written: applied a moment after the last key, or at once by Enter; with help that gives
 * examples, and what is wrong with the text.
 */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { FilterError } from '../../engine/service/filter';
import type { FilterHelpRow } from '../../engine/service/filter/help';
import { Button } from './button';
import { FilterHelp, FilterProblem } from './filter-words';

/** A filter takes effect when nothing was typed for this long. */
const DEBOUNCE_MS = 200;

export interface FilterBox {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly helps: boolean;
  readonly setText: (text: string) => void;
  readonly toggleHelp: () => void;
  /** Applies a text at once. */
  readonly apply: (text: string) => void;
}

interface Filtered {
  setFilter(filter: string): void;
}

/** @param filter as it is applied. @param filtered what is filtered. @param input the field. */
export function useFilterBox(filter: string, filtered: Filtered, input: FilterBox['input']): FilterBox {
  const [text, setText] = useState(filter);
  const [helps, setHelps] = useState(false);
  const applied = useRef(filter);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A filter may come from elsewhere, as from a button: it outranks what was typed before.
  useEffect(() => {
    if (filter === applied.current) return;
    applied.current = filter;
    clearTimeout(timer.current);
    setText(filter);
  }, [filter]);
  const apply = (next: string): void => {
    clearTimeout(timer.current);
    applied.current = next;
    setText(next);
    filtered.setFilter(next);
  };
  return {
    input,
    text,
    helps,
    apply,
    toggleHelp: () => setHelps(!helps),
    setText(next) {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => apply(next), DEBOUNCE_MS);
    },
  };
}

interface FilterFieldProps {
  readonly box: FilterBox;
  /** Of its test ids and the id of its error: `events`. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly isInvalid: boolean;
  /** Enter or Escape: the text is applied. */
  readonly onLeave: (key: 'Enter' | 'Escape', field: HTMLInputElement) => void;
}

export function FilterField(props: FilterFieldProps): ReactNode {
  const { box, name, label, placeholder, isInvalid, onLeave } = props;
  return (
    <>
      <input
        className="field"
        ref={box.input}
        type="text"
        data-testid={`${name}-filter`}
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? `${name}-filter-error` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={box.text}
        onChange={(event) => box.setText(event.target.value)}
        onKeyDown={(event) => {
          const { key } = event;
          if (key !== 'Enter' && key !== 'Escape') return;
          box.apply(box.text);
          onLeave(key, event.currentTarget);
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Button
        data-testid={`${name}-help`}
        aria-expanded={box.helps}
        aria-label="Filter help"
        onClick={box.toggleHelp}
      >
        ?
      </Button>
    </>
  );
}

interface FilterFootProps {
  readonly box: FilterBox;
  readonly name: string;
  /** As it is applied. */
  readonly filter: string;
  readonly error: FilterError | null;
  /** What is listed while the text is wrong. */
  readonly meanwhile: string;
  readonly help: readonly FilterHelpRow[];
}

/** What is wrong with the text, and the help where it is asked for. */
export function FilterFoot({ box, name, filter, error, meanwhile, help }: FilterFootProps): ReactNode {
  const id = `${name}-filter-error`;
  return (
    <>
      {error !== null && <FilterProblem id={id} filter={filter} error={error} meanwhile={meanwhile} />}
      {box.helps && (
        <FilterHelp rows={help} onExample={box.apply} onClose={box.toggleHelp} field={box.input} />
      )}
    </>
  );
}
