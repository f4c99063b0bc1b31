/** `nothingToShare` of what is on the screen, as it changes. */
import { useSyncExternalStore } from 'react';
import { nothingToShare } from '../state/nothing-to-share';
import { useApp } from './use-app';
import { useStore } from './use-store';

export function useNothingToShare(): string | null {
  const app = useApp();
  const { shown } = useStore(app.files.list);
  const snapshot = shown?.lead.snapshot;
  return useSyncExternalStore(
    (changed) => snapshot?.subscribe(changed) ?? (() => undefined),
    () => nothingToShare(app),
  );
}
