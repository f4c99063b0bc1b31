/** The page in another page, or opened by one: `embed.html`, by messages (docs/embedding.md). */
import type { AppState } from '../../state/app-state';
import type { Feature } from '../../workbench/slots';

/** Set in `embed.html`. */
const isEmbedPage = (): boolean => document.documentElement.dataset.page === 'embed';

export const embed: Feature = {
  id: 'embed',
  before: (app: AppState) =>
    isEmbedPage() ? import('./embedder').then(({ untilWelcome }) => untilWelcome(app)) : null,
};
