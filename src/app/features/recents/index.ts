/** Recent traces on this device, with their notes and views, and working offline. */
import { painted } from '../../controls/after-paint';
import { type Feature, onPage } from '../../workbench/slots';

/** Loads this feature's code after the first paint, so that it does not delay opening a trace. */
async function loadParts() {
  await painted();
  return import('./recents-parts');
}

export const recents: Feature = {
  id: 'recents',
  commands: [
    onPage('forget', 'Forget everything on this device…', 'Page', 'Shift+Delete', (app) =>
      app.toggleDialog('forget'),
    ),
  ],
  dialogs: [
    {
      id: 'forget',
      label: 'Forget everything on this device',
      load: async () => (await import('./forget-form')).ForgetForm,
    },
  ],
  page: [
    {
      place: 'line',
      part: 'What is kept on this device',
      content: { load: async () => (await loadParts()).RecentsLines },
    },
    {
      place: 'open-screen',
      part: 'The list of recent traces',
      content: {
        load: async (features) => {
          const { recentsWith } = await loadParts();
          const columns = await Promise.all(features.map((feature) => feature.columns?.() ?? []));
          return recentsWith({
            columns: columns.flat(),
            below: features.flatMap(({ id, belowRecent: load }) => (load === undefined ? [] : { id, load })),
          });
        },
      },
    },
  ],
  start: (app) => {
    // A failed load is reported by later users of `loadParts`.
    void app.activity
      .whileBusy(loadParts().then(({ recentsStart }) => app.feature(recentsStart).start()))
      .catch(() => undefined);
  },
};
