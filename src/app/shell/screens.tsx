/** Screens that features registered: their tabs, and the one in place of the open screen, each in its own error boundary. */
import type { ReactNode } from 'react';
import { FailureBoundary } from '../controls/failure-boundary';
import type { Screen } from '../workbench/slots';
import { FEATURES } from './features';
import { contentOf } from './page-slots';

const SCREENS = FEATURES.flatMap(({ screens = [] }) =>
  screens.map(({ id, name, store, tab, content }: Screen) => ({
    id,
    name,
    Tab: contentOf({ during: store, load: tab }),
    Content: contentOf({ during: store, load: content }),
  })),
);

export function ScreenTabs(): ReactNode {
  return SCREENS.map(({ id, name, Tab }) => (
    <FailureBoundary key={id} part={`The tab of ${name.charAt(0).toLowerCase()}${name.slice(1)}`}>
      <Tab />
    </FailureBoundary>
  ));
}

export function ScreenContent({ id }: { readonly id: string }): ReactNode {
  return SCREENS.filter((screen) => screen.id === id).map(({ name, Content }) => (
    <FailureBoundary key={id} part={name}>
      <Content />
    </FailureBoundary>
  ));
}
