/** The page begins here. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { testing } from '../chart/environment';
import { publishState } from '../session/trace-list';
import { App } from './app';
import { FailureBoundary } from './failure-boundary';
import { startLinks } from './page-link';
import { fetchAhead } from './parts';
// In the order of the cascade; what only a trace needs comes with its screen.
import './theme.css';
import './app.css';
import './extras.css';
import './link.css';

if (testing) document.documentElement.dataset.testing = 'true';
publishState();
fetchAhead();
void startLinks();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <FailureBoundary part="The page">
      <App />
    </FailureBoundary>
  </StrictMode>,
);
