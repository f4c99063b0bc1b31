/**
 * Keeps the choices on this device. What is stored may be old, damaged or from a newer version: each part
 * is taken only where it has the right shape, the rest falls back to its default.
 */
import * as v from 'valibot';
import { Choices, DEFAULT_CHOICES } from '../../../drawing/view/choices';
import { createStore, type Store } from '../store';

const KEY = 'qlogscope.choices';
const VERSION = 1;
const Versioned = v.object({ version: v.literal(VERSION) });

/** Reads stored text. @returns defaults for whatever does not fit; never throws. */
export function parseChoices(text: string | null): Choices {
  try {
    const stored: unknown = JSON.parse(text ?? '');
    return v.is(Versioned, stored) ? v.parse(Choices, stored) : DEFAULT_CHOICES;
  } catch {
    return DEFAULT_CHOICES;
  }
}

export function formatChoices(choices: Choices): string {
  return JSON.stringify({ version: VERSION, ...choices });
}

export interface ChoicesStore extends Store<Choices> {
  /** Shows choices that are not the user's own, such as a link's: of those only what is changed later is kept. */
  lend(shown: Choices): void;
}

/** What is kept, with what the user changed in what was shown. */
export function keptAfter(kept: Choices, before: Choices, after: Choices): Choices {
  const changed = Object.entries(after).filter(([key, value]) => before[key as keyof Choices] !== value);
  return { ...kept, ...Object.fromEntries(changed) };
}

/** The stored text; null where there is none, or no storage (private mode). */
function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * The choices as a store that writes itself down; without storage it lives for the page. What other pages have stored
 * since is read anew for every change, and only what was changed here is written over it: a host that was forgotten in
 * one tab does not come back with the theme of another.
 */
export function openChoices(): ChoicesStore {
  const store = createStore<Choices>(parseChoices(readStored()));
  let before = store.get();
  let lending = false;
  store.subscribe(() => {
    const after = store.get();
    const kept = keptAfter(parseChoices(readStored()), before, after);
    before = after;
    if (lending) return;
    try {
      localStorage.setItem(KEY, formatChoices(kept));
    } catch {
      // The choice still holds until the page is closed.
    }
  });
  const lend = (shown: Choices): void => {
    lending = true;
    store.set(shown);
    lending = false;
  };
  // A host that was agreed to or forgotten in another tab is so here too; the rest is how this tab looks.
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === KEY || key === null) lend({ ...store.get(), hosts: parseChoices(newValue).hosts });
  });
  return { ...store, lend };
}
