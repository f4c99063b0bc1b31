/**
 * All commands of the page, its own and those of features: keys, menu, palette and the list of keys use
 * this list.
 */
import type { AppState } from '../state/app-state';
import { pressesKey, takesKey } from '../workbench/keys';
import type { Command } from '../workbench/slots';
import { FEATURES } from './features';
import { PAGE_COMMANDS } from './page-commands';

export const COMMANDS: readonly Command[] = [
  ...PAGE_COMMANDS,
  ...FEATURES.flatMap(({ commands = [] }) => commands),
];

const OWN_ENTER = 'button, summary, a, input';

/** @returns true when the key ran a command. */
export function handleKey(app: AppState, event: KeyboardEvent): boolean {
  if (takesKey(event) && event.key !== 'Escape') return false;
  const target = event.target instanceof Element ? event.target : null;
  if (event.key === 'Enter' && target?.closest(OWN_ENTER) != null) return false;
  const command =
    COMMANDS.find(({ printed }) => printed === event.key && !event.ctrlKey && !event.metaKey) ??
    COMMANDS.find(
      ({ keys, printed }) => printed === undefined && keys.some((binding) => pressesKey(binding, event)),
    );
  if (command === undefined) return false;
  command.run(app);
  return true;
}
