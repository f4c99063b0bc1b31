/** The page begins here. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { testing } from '../chart/environment';
import { publishState } from '../session/trace-list';
import { App } from './app';
import { startLinks } from './page-link';
import { fetchAhead } from './parts';
// In the order of the cascade.
import './theme.css';
import './app.css';
import './workbench.css';
import './extras.css';
import './print.css';
import './findings.css';
import './model.css';
import './file-parts.css';
import './events.css';
import './measure.css';
import './link.css';
import './notes.css';

if (testing) document.documentElement.dataset.testing = 'true';
publishState();
fetchAhead();
startLinks();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
