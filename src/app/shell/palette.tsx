/** The palette: a field, and below it what it finds (palette-entries.ts). Arrows choose, Enter runs, Esc closes. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '../controls/use-app';
import { keyNames } from './key-names';
import { type PaletteEntry, paletteEntries } from './palette-entries';
import { useLayout } from './use-layout';

const PLACEHOLDER = 'Search commands, findings, panels, traces, exports, or a time: 3.2 s';

export function Palette(): ReactNode {
  const app = useApp();
  const layout = useLayout();
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => input.current?.focus(), []);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = paletteEntries(app, query);
  const list = useRef<HTMLDivElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen entry is the reason to run
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, query]);
  const run = (entry: PaletteEntry | undefined): void => {
    // Nothing matches: what was typed stays.
    if (entry === undefined) return;
    app.dialog.set(null);
    entry.run();
  };
  const shown = entries[chosen];
  return (
    <>
      <input
        ref={input}
        className="field palette-input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown === undefined ? undefined : `palette-${shown.id}`}
        aria-label="Search commands, findings, panels, traces, exports and times"
        placeholder={PLACEHOLDER}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const last = Math.max(0, entries.length - 1);
          if (event.key === 'ArrowDown') setChosen(Math.min(last, chosen + 1));
          else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
          else if (event.key === 'Enter') run(shown);
          else return;
          event.preventDefault();
        }}
      />
      <div ref={list} className="palette-list" id="palette-list" role="listbox" aria-label="Found">
        {entries.map((entry, i) => (
          <Entry
            key={entry.id}
            entry={entry}
            layout={layout}
            isChosen={i === chosen}
            onRun={() => run(entry)}
          />
        ))}
      </div>
      <p className="none" role="status" data-testid="palette-nothing">
        {entries.length === 0 && `No match for “${query.trim()}”.`}
      </p>
    </>
  );
}

interface EntryProps {
  readonly entry: PaletteEntry;
  readonly layout: ReadonlyMap<string, string>;
  readonly isChosen: boolean;
  readonly onRun: () => void;
}

function Entry({ entry, layout, isChosen, onRun }: EntryProps): ReactNode {
  const { id, kind, title, keys } = entry;
  return (
    <div
      id={`palette-${id}`}
      role="option"
      tabIndex={-1}
      data-kind={kind}
      aria-selected={isChosen}
      className={isChosen ? 'chosen' : ''}
      onClick={onRun}
      onKeyDown={() => undefined}
    >
      <span>
        {kind !== '' && <span className="palette-kind">{kind} </span>}
        {title}
      </span>
      <span>
        {keyNames(keys, layout).map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}
      </span>
    </div>
  );
}
