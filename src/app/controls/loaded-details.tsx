/** Folded details whose content is loaded when they are opened. */
import { type ComponentType, type ReactNode, useState } from 'react';
import { MessageLine } from './messages';
import { useApp } from './use-app';

interface LoadedDetailsProps {
  readonly className: string;
  readonly testId: string;
  readonly summary: ReactNode;
  readonly load: () => Promise<ComponentType>;
}

const MISSING = {
  kind: 'part-missing',
  level: 'error',
  text: 'A part of this page could not be fetched from its server. Reload the page.',
  places: [],
} as const;

export function LoadedDetails({ className, testId, summary, load }: LoadedDetailsProps): ReactNode {
  const app = useApp();
  const [content, setContent] = useState<{ readonly Loaded: ComponentType } | 'missing' | null>(null);
  const open = (isOpen: boolean): void => {
    if (!isOpen || (content !== null && content !== 'missing')) return;
    void app.activity.whileBusy(
      load().then(
        (Loaded) => setContent({ Loaded }),
        () => setContent('missing'),
      ),
    );
  };
  return (
    <details
      className={className}
      data-testid={testId}
      onToggle={({ currentTarget }) => open(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {content === 'missing' && <MessageLine message={MISSING} />}
      {content !== null && content !== 'missing' && <content.Loaded />}
    </details>
  );
}
