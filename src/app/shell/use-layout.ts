/** The layout of the user's keyboard, for the names of keys. */
import { useEffect, useState } from 'react';
import { keyLayout } from './key-names';

/** Names of the keys on this keyboard, where the browser knows them. */
export function useLayout(): ReadonlyMap<string, string> {
  const [layout, setLayout] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    void keyLayout().then(setLayout);
  }, []);
  return layout;
}
