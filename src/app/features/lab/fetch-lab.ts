/** The way to the lab, whose code is fetched when it is opened. */
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { LinkLab } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';

const NOT_FETCHED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'The part of this page that simulates could not be fetched from its server. Reload the page.',
  places: [],
};

/** @param asked a scenario or the list of experiments; without it what was shown last. */
export function openLab(app: AppState, asked: LinkLab | null = null): Promise<void> {
  return app.activity.whileBusy(fetchAndShow(app, asked));
}

async function fetchAndShow(app: AppState, asked: LinkLab | null): Promise<void> {
  const part = await import('./open-lab').catch(() => null);
  if (part === null) app.files.notify(NOT_FETCHED);
  else part.showLab(app, asked);
}
