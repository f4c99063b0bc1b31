/** Content that features registered for one place of the page, each in its own error boundary. */
import { type ComponentType, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { FailureBoundary } from '../controls/failure-boundary';
import { useApp } from '../controls/use-app';
import type { LazyContent, PageSlot } from '../workbench/slots';
import { FEATURES } from './features';
import { lazyPart } from './parts';

/** Content that is loaded when it is first shown, and shown only while there is what it shows. */
export function contentOf(content: PageSlot['content']): ComponentType {
  if (typeof content === 'function') return content;
  const Fetched = lazyPart(() => content.load(FEATURES));
  const { during } = content;
  return during === undefined ? Fetched : () => <During during={during} Content={Fetched} />;
}

interface DuringProps {
  readonly during: NonNullable<LazyContent['during']>;
  readonly Content: ComponentType;
}

function During({ during, Content }: DuringProps): ReactNode {
  const store = during(useApp());
  const holds = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.get() !== null, [store]),
  );
  return holds ? <Content /> : null;
}

const SLOTS = FEATURES.flatMap(({ page = [] }) =>
  page.map(({ place, part, content }) => ({ place, part, Content: contentOf(content) })),
);

export function PageSlots({ place }: Pick<PageSlot, 'place'>): ReactNode {
  return SLOTS.filter((slot) => slot.place === place).map(({ part, Content }) => (
    <FailureBoundary key={part} part={part}>
      <Content />
    </FailureBoundary>
  ));
}
