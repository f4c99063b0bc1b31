/** Copies of local files on this device, off at first: they open again without being chosen. */
import { painted } from '../../controls/after-paint';
import type { AppState } from '../../state/app-state';
import { type Feature, onPage } from '../../workbench/slots';

/** Fetches the code after the first paint, where copies are kept. */
async function start(app: AppState): Promise<void> {
  await painted();
  const { localCopies } = await import('../../state/device/local-copies');
  await app.feature(localCopies).start();
}

export const fileCopies: Feature = {
  id: 'file-copies',
  commands: [
    onPage('file-copies', 'Copies of local files…', 'Page', 'Shift+KeyK', (app) =>
      app.toggleDialog('file-copies'),
    ),
  ],
  dialogs: [
    {
      id: 'file-copies',
      label: 'Copies of local files',
      load: async () => (await import('./file-copies-form')).FileCopiesForm,
    },
  ],
  // Where it cannot be fetched, the menu has the same switch.
  belowRecent: async () => (await import('./copies-line')).CopiesLine,
  start: (app) => {
    let isStarted = false;
    const look = (): void => {
      if (isStarted || !app.choices.get().keepCopies) return;
      isStarted = true;
      void app.activity.whileBusy(start(app)).catch(() =>
        app.files.notify({
          kind: 'part-missing',
          level: 'error',
          text: 'The part of this page that keeps copies of local files could not be fetched from its server. Reload the page.',
          places: [],
        }),
      );
    };
    look();
    // Switched on here, or in another tab.
    app.choices.subscribe(look);
  },
};
