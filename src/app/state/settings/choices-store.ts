/**
 * Stores the choices on this device. Stored data may be old, damaged or from a newer version: each part
 * is used only if valid, else replaced by its default.
 */
import * as v from 'valibot';
import { Choices, DEFAULT_CHOICES } from '../../../drawing/view/choices';
import { createStore, type Store } from '../store';

const KEY = 'qlogscope.choices';
const VERSION = 1;
const Versioned = v.object({ version: v.literal(VERSION) });

/** Reads stored text. @returns defaults for invalid parts; never throws. */
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
  /** Shows choices without storing them, such as a link's; later changes by the user are stored. */
  lend(shown: Choices): void;
}

/** The stored choices with the user's changes to the shown ones. */
export function withChanges(stored: Choices, before: Choices, after: Choices): Choices {
  const changed = Object.entries(after).filter(([key, value]) => before[key as keyof Choices] !== value);
  return { ...stored, ...Object.fromEntries(changed) };
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
 * The choices as a store that saves itself; without storage it lasts as long as the page. Changes that other pages stored
 * are read again at every change, and only the changed parts are overwritten: a host that was forgotten in
 * one tab is not restored by a theme change in another.
 */
export function openChoices(): ChoicesStore {
  const store = createStore<Choices>(parseChoices(readStored()));
  let before = store.get();
  let lending = false;
  store.subscribe(() => {
    const after = store.get();
    const stored = withChanges(parseChoices(readStored()), before, after);
    before = after;
    if (lending) return;
    try {
      localStorage.setItem(KEY, formatChoices(stored));
    } catch {
      // The choice still holds until the page is closed.
    }
  });
  const lend = (shown: Choices): void => {
    lending = true;
    store.set(shown);
    lending = false;
  };
  // What is about the device is shared between tabs; other choices are per tab.
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key !== KEY && key !== null) return;
    const { hosts, publicUrl, keepCopies } = parseChoices(newValue);
    lend({ ...store.get(), hosts, publicUrl, keepCopies });
  });
  return { ...store, lend };
}
