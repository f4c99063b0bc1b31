/**
 * The service worker: serves copies of the page's own files, so that it opens without a network. It stores nothing that
 * is requested later; its files are fixed when it is installed. A new build waits until the user, or the last page of
 * the old one, activates it.
 */
import { type AppBuild, askedFile, TAKE_OVER, TIDY } from '../src/app/offline/app-files';
import { openCopies } from '../src/app/offline/copies';

declare const self: ServiceWorkerGlobalScope;
/** Written by `scripts/offline.mjs` when the page is built. */
declare const APP_BUILD: AppBuild;

const { scope } = self.registration;
const copies = openCopies(APP_BUILD, scope, caches, fetch);

async function tidy(): Promise<void> {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  await copies.tidy(pages.map(({ id }) => id));
}

self.addEventListener('install', (event) => event.waitUntil(copies.install()));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim().then(tidy)));

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(self.skipWaiting());
  if (event.data === TIDY) event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const { request, resultingClientId } = event;
  const path = askedFile(request, scope, APP_BUILD);
  if (path === null) return;
  // If the browser cannot read its copies, the page comes from its server.
  const copy = copies.find(path).catch(() => undefined);
  event.respondWith(copy.then((stored) => stored ?? fetch(request)));
  if (path === '') event.waitUntil(copies.note(resultingClientId));
});
