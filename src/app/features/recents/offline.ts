/**
 * The page's end of working offline: registers the service worker of the built page (`workers/offline.ts`) once the
 * visitor's own work has had its turn, and tells when a new version of the page waits. Where the browser has no
 * service workers, or a page came over plain http, the page works as before, with a network.
 */
import { TAKE_OVER, TIDY } from '../../offline/app-files';
import type { Store } from '../../state/store';

type NewVersion = Store<(() => void) | null>;

/** The page's own work comes first, ms. */
const LATER_MS = 3000;
/** Between two requests to a new version that it may take over, ms. */
const ASK_AGAIN_MS = 1000;

/** @param newVersion is told how to take a new version up, when there is one. */
export function startOffline(newVersion: NewVersion): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // A refusal is no loss: without the worker the page comes from its server, as it did.
    void register(newVersion).catch(() => undefined);
  }, LATER_MS);
}

async function register(newVersion: NewVersion): Promise<void> {
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  // Another tab took a new version up: this one goes on with the old one until it is loaded again.
  serviceWorker.addEventListener('controllerchange', () => {
    if (controller !== null) newVersion.set(() => location.reload());
    controller = serviceWorker.controller;
  });
  controller?.postMessage(TIDY);
  const registration = await serviceWorker.register('./offline.js');
  const look = (): void => {
    const { active, waiting } = registration;
    // The first one ever brings nothing new.
    if (active !== null && waiting !== null) newVersion.set(() => takeUp(waiting));
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
}

function takeUp(waiting: ServiceWorker): void {
  // It may be gone already: another tab has taken it up, or a newer one its place.
  if (waiting.state !== 'installed') location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  // Chromium may lose the first word where the worker in force is about to go to sleep, and waits five minutes then.
  const ask = (): void => waiting.postMessage(TAKE_OVER);
  ask();
  setInterval(ask, ASK_AGAIN_MS);
}
