/**
 * Keeps the choices on this device. What is stored may be old, damaged or from a newer version: each part
 * is taken only where it has the right shape, the rest falls back to its default.
 */
import {
  type Choices,
  DEFAULT_CHOICES,
  MAX_PANEL_PX,
  MIN_PANEL_PX,
  THEMES,
} from '../../../drawing/view/choices';
import { MAX_HOSTS, readOrigin } from '../../../drawing/view/hosts';
import { createStore, type Store } from '../store';

const KEY = 'qlogscope.choices';
const VERSION = 1;
const MAX_ITEMS = 100;

function strings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is string => typeof item === 'string').slice(0, MAX_ITEMS);
}

function heights(value: unknown): Choices['heights'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).slice(0, MAX_ITEMS);
  const valid = entries.filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && entry[1] >= MIN_PANEL_PX && entry[1] <= MAX_PANEL_PX,
  );
  return Object.fromEntries(valid);
}

function hosts(value: unknown): Choices['hosts'] {
  return [...new Set(strings(value))].filter((origin) => readOrigin(origin) !== null).slice(-MAX_HOSTS);
}

/** Reads stored text. @returns defaults for whatever does not fit; never throws. */
export function parseChoices(text: string | null): Choices {
  try {
    const stored = JSON.parse(text ?? '') as { readonly [key: string]: unknown } | null;
    if (stored?.version !== VERSION) return DEFAULT_CHOICES;
    return {
      theme: THEMES.find((theme) => theme === stored.theme) ?? DEFAULT_CHOICES.theme,
      order: strings(stored.order),
      hiddenPanels: strings(stored.hiddenPanels),
      hiddenSeries: strings(stored.hiddenSeries),
      heights: heights(stored.heights),
      eventsOpen: stored.eventsOpen === true,
      hosts: hosts(stored.hosts),
    };
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
