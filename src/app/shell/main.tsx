/** The page begins here. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FailureBoundary } from '../controls/failure-boundary';
import { startLinks } from '../features/links/page-link';
import { publishState } from '../state/trace-list';
import { testing } from '../workbench/environment';
import { App } from './app';
import { fetchAhead } from './parts';
// In the order of the cascade; what only a trace needs comes with its screen.
import './theme.css';
import './app.css';
import './extras.css';
import '../features/links/link.css';

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
