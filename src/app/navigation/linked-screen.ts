/** The screen that a link names, as a table of traces, and what shows it. Following the link is left to `follow-link.ts`. */
import type { Message } from '../../engine/reading/contract/snapshot';
import type { DroppedPart, LinkState } from '../../sharing/link/state';
import type { AppState, StateScreen } from '../state/app-state';
import { NOT_FETCHED } from './link-traces';

/** Shows the screen. @returns what could not be followed. */
export type ShowScreen = () => readonly DroppedPart[];

interface LinkedScreen {
  readonly screen: StateScreen;
  /** Of the link. */
  readonly part: string;
}

/** Null for a link that names none. */
export function linkedScreen({ screens }: AppState, state: LinkState): LinkedScreen | null {
  for (const screen of screens.all) {
    const part = screen.linkPart?.(state) ?? null;
    if (part !== null) return { screen, part };
  }
  return null;
}

/** What shows it, with what it needs fetched; or why there is nothing to be shown. */
export async function showingScreen(
  app: AppState,
  { screen, part }: LinkedScreen,
  state: LinkState,
): Promise<ShowScreen | Message> {
  const links = await screen.links().catch(() => null);
  if (links === null) return () => [{ part, why: NOT_FETCHED }];
  return (await links.fetch?.(app, state)) ?? (() => links.follow?.(app, state) ?? []);
}

/** Traces come to lie over the screen. */
export function namesTraces({ traces, digest }: LinkState): boolean {
  return traces.length > 0 || digest !== null;
}
