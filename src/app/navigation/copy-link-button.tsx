/** Copies the link to the view, and shows the result: the same in the header and in the share dialog. */
import type { ReactNode } from 'react';
import { Button } from '../controls/button';
import { useApp } from '../controls/use-app';
import { useNothingToShare } from '../controls/use-nothing-to-share';
import { useStore } from '../controls/use-store';
import type { ReadonlyStore } from '../state/store';
import { shownTable } from '../state/table/table-store';
import { type Copied, pageLinks } from './page-link';

const WORDS: { readonly [state in Copied]: string } = {
  no: 'Copy link',
  copied: 'Link copied',
  'view-only': 'Copied: the view only',
  refused: 'Clipboard refused: copy the address',
};

const OF_VIEW =
  'A link to this view: traces, range, finding, panels. It identifies a local file, but does not contain it.';
const OF_TABLE =
  'A link to this table: rows or listing, order, filter, selection. Names of files only if ticked under Share.';

const OF_SCREEN = 'A link to this screen: where it is from, filter, groups, what is compared.';
const NOTHING: ReadonlyStore<null> = { get: () => null, subscribe: () => () => undefined };

interface LinkButtonProps {
  readonly className: string;
  readonly testId: string;
}

export function LinkButton({ className, testId }: LinkButtonProps): ReactNode {
  const app = useApp();
  const pageLink = app.feature(pageLinks);
  const state = useStore(pageLink.copied);
  const screen = useStore(app.screens.shown);
  useStore(screen?.store(app) ?? NOTHING);
  const nothing = useNothingToShare() ?? screen?.noLink?.(app) ?? null;
  return (
    <Button
      className={className}
      data-testid={testId}
      data-state={state}
      disabled={nothing !== null}
      title={nothing ?? (shownTable(app) !== null ? OF_TABLE : screen === null ? OF_VIEW : OF_SCREEN)}
      onClick={() => void pageLink.copy()}
    >
      <span aria-live="polite">{WORDS[state]}</span>
    </Button>
  );
}

export function CopyLinkButton(): ReactNode {
  return <LinkButton className="button copy-link" testId="copy-link" />;
}
