/** Links to a view, in the address and on the clipboard, and traces at an address. */
import { isDigestFile } from '../../sharing/digest/magic';
import { type Feature, type LazyContent, onPage, onReadScreen } from '../workbench/slots';
import { lostOnLoad } from './lost-on-load';
import { pageLinks } from './page-link';
import './link.css';

/** Shown with a trace or a table only. */
const BUTTON: LazyContent = { load: async () => (await import('./copy-link-button')).CopyLinkButton };

export const links: Feature = {
  id: 'links',
  commands: [
    onPage('open-address', 'Open a trace, or a listing of traces, at a URL', 'Trace', 'Shift+KeyO', (app) =>
      app.toggleDialog('address'),
    ),
    onReadScreen(
      'copy-link',
      'Copy a link to this view',
      'Trace',
      'KeyL',
      (app) => void app.feature(pageLinks).copy(),
    ),
  ],
  dialogs: [
    { id: 'address', label: 'Open a URL', load: async () => (await import('./address-form')).AddressForm },
  ],
  page: [
    { place: 'header', part: 'The link button', content: BUTTON },
    { place: 'header-screen', part: 'The link button of a screen', content: BUTTON },
    {
      place: 'line',
      part: 'The line about the link',
      content: {
        during: (app) => app.linkRequest,
        load: async () => (await import('./link-request-line')).LinkRequestLine,
      },
    },
    {
      place: 'line',
      part: 'The line about what was not kept',
      content: {
        during: (app) => app.feature(lostOnLoad),
        load: async () => (await import('./lost-line')).LostLine,
      },
    },
  ],
  openers: (app) => [
    {
      claims: { head: isDigestFile },
      oneByOne: true,
      open: async (files) => {
        for (const file of files) await app.feature(pageLinks).openDigest(file);
      },
    },
  ],
  takeText: (app, text) => app.feature(pageLinks).takeAddress(text),
  start: (app) => void app.feature(pageLinks).start(),
};
