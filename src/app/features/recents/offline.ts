/**
 * The page's part of working offline: registers the service worker of the built page (`workers/offline.ts`) some seconds
 * after the start, and reports when a new version of the page waits. Where the browser has no
 * service workers, or the page was loaded over plain http, the page needs a network.
 */
import { TAKE_OVER, TIDY } from '../../offline/app-files';
import type { Store } from '../../state/store';

type NewVersion = Store<(() => void) | null>;

/** Delay before registering, so that the page's own work comes first, ms. */
const LATER_MS = 3000;
/** Interval of requests to the new version to take over, ms. */
const ASK_AGAIN_MS = 1000;
/** Delay of the second request to delete old builds, ms: at the first, the page that this one replaced may still count as open. */
const TIDY_AGAIN_MS = 20_000;

/** @param newVersion is set to a function that activates the new version, when there is one. */
export function startOffline(newVersion: NewVersion): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // Ignored: without the worker the page is loaded from its server.
    void register(newVersion).catch(() => undefined);
  }, LATER_MS);
}

async function register(newVersion: NewVersion): Promise<void> {
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  // Another tab activated a new version: this one uses the old one until it is reloaded.
  serviceWorker.addEventListener('controllerchange', () => {
    if (controller !== null) newVersion.set(() => location.reload());
    controller = serviceWorker.controller;
  });
  const tidy = (): void => serviceWorker.controller?.postMessage(TIDY);
  tidy();
  setTimeout(tidy, TIDY_AGAIN_MS);
  const registration = await serviceWorker.register('./offline.js');
  const look = (): void => {
    const { active, waiting } = registration;
    // The first worker is no new version.
    if (active !== null && waiting !== null) newVersion.set(() => activate(waiting));
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
}

function activate(waiting: ServiceWorker): void {
  // It may not be waiting any more: activated by another tab, or replaced by a newer one.
  if (waiting.state !== 'installed') location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  // Chromium may lose the first message where the active worker is about to stop, and then waits five minutes.
  const ask = (): void => waiting.postMessage(TAKE_OVER);
  ask();
  setInterval(ask, ASK_AGAIN_MS);
}
