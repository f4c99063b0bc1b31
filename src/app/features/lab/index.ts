/**
 * The lab: scenarios that are simulated on this device, and runs of them as traces. What is here loads with the page; the rest when the lab is
 * opened.
 */
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { LinkLab } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import { type Feature, onPage } from '../../workbench/slots';

const NOT_FETCHED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'The part of this page that simulates could not be fetched from its server. Reload the page.',
  places: [],
};

async function openLab(app: AppState, asked: LinkLab | null): Promise<void> {
  const part = await import('./open-lab').catch(() => null);
  if (part === null) app.files.notify(NOT_FETCHED);
  else part.showLab(app, asked);
}

export const lab: Feature = {
  id: 'lab',
  commands: [
    onPage({
      id: 'lab',
      title: 'Lab: simulate',
      group: 'Trace',
      keys: [{ code: 'KeyI', shift: true }],
      run: (app) => void app.activity.whileBusy(openLab(app, null)),
    }),
  ],
  page: [
    {
      place: 'open-screen',
      part: 'The way to the lab',
      content: { load: async () => (await import('./lab-offer')).LabOffer },
    },
    {
      place: 'tabs',
      part: 'The tab of the lab',
      content: { during: (app) => app.lab, load: async () => (await import('./lab-tab')).LabTab },
    },
    {
      place: 'lab',
      part: 'The lab',
      content: { during: (app) => app.lab, load: async () => (await import('./lab-screen')).LabScreen },
    },
  ],
  start: (app) => {
    app.openLab = (asked) => app.activity.whileBusy(openLab(app, asked));
  },
};
