/** The list of keys and the commands of the menu, from the registry of commands. */
import type { ReactNode } from 'react';
import { Button } from '../controls/button';
import { FormHead } from '../controls/form-head';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import { MEASURE_KEY } from '../workbench/keys';
import { isOffered } from '../workbench/slots';
import { COMMANDS } from './commands';
import { keyName, keyNames } from './key-names';
import { useLayout } from './use-layout';

const GROUPS = ['Range', 'Cursor', 'Trace', 'Page'] as const;

function gestures(layout: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [
    ['Drag', 'Select a range; double click or Enter zooms into it'],
    [`${keyName(MEASURE_KEY, layout)} + drag`, 'Measure: hold the key, drag over a plot'],
    ['Ctrl + wheel, pinch', 'Zoom at the pointer'],
    ['Shift + drag, Shift + wheel, sideways wheel', 'Pan'],
    ['Click', 'Pin the cursor'],
    ['Tab to ⋯, then ← →', 'Legend and buttons of a panel'],
  ];
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

/** Those that the page as it is offers, each with the first of its keys. */
export function MenuCommands(): ReactNode {
  const app = useApp();
  useStore(app.files.list);
  useStore(app.screens.shown);
  const layout = useLayout();
  return COMMANDS.filter((command) => isOffered(app, command)).map(({ id, title, keys, run }) => (
    <Button key={id} className={null} onClick={() => run(app)}>
      {title}
      {keyNames(keys.slice(0, 1), layout).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </Button>
  ));
}
