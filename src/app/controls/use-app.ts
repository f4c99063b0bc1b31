/** Gives components the state of the page, which `main.tsx` puts around them. */
import { createContext, useContext } from 'react';
import type { AppState } from '../state/app-state';

export const AppContext = createContext<AppState | null>(null);

/** @throws outside the page's root. */
export function useApp(): AppState {
  const app = useContext(AppContext);
  if (app === null) throw new Error('no AppState around this component');
  return app;
}
