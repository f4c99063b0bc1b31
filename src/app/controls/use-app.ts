/** Context with the state of the page, provided by `main.tsx`. */
import { createContext, useContext } from 'react';
import type { AppState } from '../state/app-state';

export const AppContext = createContext<AppState | null>(null);

/** @throws outside the page's root. */
export function useApp(): AppState {
  const app = useContext(AppContext);
  if (app === null) throw new Error('no AppState around this component');
  return app;
}
