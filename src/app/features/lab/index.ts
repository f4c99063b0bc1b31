/**
 * The lab: scenarios that are simulated on this device, and runs of them as traces. What is here loads with the page; the rest when the lab is
 * opened.
 */
import { LAB, labStore } from '../../state/lab/lab-store';
import { type Feature, onPage } from '../../workbench/slots';
import { openLab } from './fetch-lab';

export const lab: Feature = {
  id: 'lab',
  commands: [onPage('lab', 'Lab: simulate', 'Trace', 'Shift+KeyI', (app) => void openLab(app))],
  page: [
    {
      place: 'open-screen',
      part: 'The way to the lab',
      content: { load: async () => (await import('./lab-offer')).LabOffer },
    },
  ],
  screens: [
    {
      id: LAB,
      store: (app) => app.feature(labStore),
      isBusy: (app) => app.feature(labStore).get()?.isBusy === true,
      parts: {
        shown: (app) => app.feature(labStore).get()?.page.get() ?? '',
        show: (app, part) =>
          app
            .feature(labStore)
            .get()
            ?.show(part === 'experiments' ? 'experiments' : 'scenarios'),
      },
      linkPart: ({ lab: asked, traces }) => (asked !== null && traces.length === 0 ? 'the lab, lab=…' : null),
      links: async () => (await import('./lab-screen-links')).labLinks,
      name: 'The lab',
      tab: async () => (await import('./lab-tab')).LabTab,
      content: async () => (await import('./lab-screen')).LabScreen,
    },
  ],
};
