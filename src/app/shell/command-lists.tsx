/** The command palette and the list of keys, both from the registry of commands. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormHead } from '../controls/form-head';
import { useApp } from '../controls/use-app';
import type { AppState } from '../state/app-state';
import { MEASURE_KEY } from '../workbench/keys';
import type { Command } from '../workbench/slots';
import { COMMANDS } from './commands';
import { keyName, keyNames, readLayout } from './key-names';

const GROUPS = ['Range', 'Cursor', 'Trace', 'Page'] as const;

/** Pointer gestures. */
function gestures(layout: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [
    ['Drag', 'Select a range; double click or Enter zooms into it'],
    [`${keyName(MEASURE_KEY, layout)} + drag`, 'Measure: hold the key, drag over a plot'],
    ['Ctrl + wheel, pinch', 'Zoom at the pointer'],
    ['Shift + drag', 'Pan'],
    ['Click', 'Pin the cursor'],
  ];
}

/** Names of the keys on this keyboard, where the browser knows them. */
function useLayout(): ReadonlyMap<string, string> {
  const [layout, setLayout] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    void readLayout().then(setLayout);
  }, []);
  return layout;
}

/** Commands that can run now and match every typed word. */
function matching(app: AppState, query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/);
  const hasTrace = app.files.shownTrace !== null;
  return COMMANDS.filter(
    (command) =>
      (hasTrace || !command.needsTrace) && words.every((word) => command.title.toLowerCase().includes(word)),
  );
}

export function Palette(): ReactNode {
  const app = useApp();
  const layout = useLayout();
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => input.current?.focus(), []);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = matching(app, query);
  const run = (command: Command | undefined): void => {
    app.dialog.set(null);
    command?.run(app);
  };
  return (
    <>
      <input
        ref={input}
        className="field palette-input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={commands[chosen] === undefined ? undefined : `command-${commands[chosen].id}`}
        aria-label="Search commands"
        placeholder="Search commands"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const last = Math.max(0, commands.length - 1);
          if (event.key === 'ArrowDown') setChosen(Math.min(last, chosen + 1));
          else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
          else if (event.key === 'Enter') run(commands[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div className="palette-list" id="palette-list" role="listbox" aria-label="Commands">
        {commands.map((command, i) => (
          <div
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            className={i === chosen ? 'chosen' : ''}
            onClick={() => run(command)}
            onKeyDown={() => undefined}
          >
            <span>{command.title}</span>
            <kbd>{command.keys[0] === undefined ? '' : keyName(command.keys[0], layout)}</kbd>
          </div>
        ))}
      </div>
    </>
  );
}

export function Keys(): ReactNode {
  const app = useApp();
  const layout = useLayout();
  return (
    <>
      <FormHead title="Keys" onClose={() => app.dialog.set(null)} />
      <div className="key-groups">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group).map((command) => (
                <div key={command.id}>
                  <dt>
                    {keyNames(command.keys, layout).map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{command.title}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Pointer</h3>
          <dl>
            {gestures(layout).map(([gesture, effect]) => (
              <div key={gesture}>
                <dt>
                  <kbd>{gesture}</kbd>
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}
