/** Entry point of the page: creates its state, starts the features and renders. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FailureBoundary } from '../controls/failure-boundary';
import { AppContext } from '../controls/use-app';
import { AppState } from '../state/app-state';
import { testing } from '../workbench/paint/environment';
import { App } from './app';
import { FEATURES } from './features';
import { fetchAhead } from './parts';
// In cascade order; styles of the trace screen are loaded with it.
import './theme.css';
import './app.css';
import './header.css';
import './open-screen.css';
import './extras.css';

const app = new AppState(FEATURES);

/** Writes `data-state` and `data-idle` to the document (docs/hooks.md). */
function publishStatus(): void {
  const { state, idle } = app.status.get();
  const { dataset } = document.documentElement;
  dataset.state = state;
  dataset.idle = String(idle);
  if (state === 'ready' && idle) app.files.list.get().shown?.lead.reach('rest');
}

if (testing) document.documentElement.dataset.testing = 'true';
publishStatus();
app.status.subscribe(publishStatus);

function show(): void {
  for (const feature of FEATURES) feature.start?.(app);
  fetchAhead(app);
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <AppContext value={app}>
        <FailureBoundary part="The page">
          <App />
        </FailureBoundary>
      </AppContext>
    </StrictMode>,
  );
}

const waits = FEATURES.flatMap((feature) => feature.before?.(app) ?? []);
// At once, where nothing is waited for: a page is not to be blank for a task.
if (waits.length === 0) show();
else
  void Promise.all(waits).then(show, () => {
    document.body.textContent = 'A part of this page could not be fetched from its server. Reload it.';
  });
