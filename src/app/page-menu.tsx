/** The page's menu: every command of the registry, and which panels are shown. */
import { type ReactNode, useRef } from 'react';
import { PANELS } from '../panels/catalogue';
import { useStore } from '../panels/use-store';
import { choices } from '../session/choices';
import { traceList } from '../session/trace-list';
import { DEFAULT_CHOICES, togglePanel } from '../view/choices';
import { COMMANDS } from './commands';

export function PageMenu(): ReactNode {
  const menu = useRef<HTMLDetailsElement | null>(null);
  const { hiddenPanels } = useStore(choices);
  const { shown } = useStore(traceList);
  const shut = (): void => menu.current?.removeAttribute('open');
  return (
    <details className="page-menu" ref={menu}>
      <summary className="button">Menu</summary>
      <div className="menu">
        <h3>Panels</h3>
        {PANELS.map(({ id, title }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={!hiddenPanels.includes(id)}
              onChange={() => choices.update((current) => togglePanel(current, id))}
            />
            {title}
          </label>
        ))}
        <button type="button" onClick={() => choices.update(({ theme }) => ({ ...DEFAULT_CHOICES, theme }))}>
          Panels as they were
        </button>
        <h3>Commands</h3>
        {COMMANDS.filter((command) => shown !== null || !command.needsTrace).map((command) => (
          <button
            key={command.id}
            type="button"
            onClick={() => {
              shut();
              command.run();
            }}
          >
            {command.title}
          </button>
        ))}
      </div>
    </details>
  );
}
