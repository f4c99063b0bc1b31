/** The place of what a link asks of the user, and the buttons that make one. */
import type { ReactNode } from 'react';
import { toggleOverlay } from '../controls/overlays';
import { useStore } from '../controls/use-store';
import { linkRequest } from '../features/links/link-request';
import { type Copied, copied, copyLink } from '../features/links/page-link';
import { LinkRequestPart } from './parts';

/** The line above everything else, while a link asks for something. */
export function LinkLine(): ReactNode {
  const request = useStore(linkRequest);
  return request === null ? null : <LinkRequestPart request={request} />;
}

/** Opens the dialog of what can be shared of the shown trace. */
export function ShareButton(): ReactNode {
  return (
    <button
      type="button"
      className="button share"
      data-testid="share"
      title="Links with or without data, or a file"
      onClick={() => toggleOverlay('share')}
    >
      Share
    </button>
  );
}

const WORDS: { readonly [state in Copied]: string } = {
  no: 'Copy link',
  copied: 'Link copied',
  'view-only': 'Copied: the view only',
  refused: 'Clipboard refused: copy the address',
};

export function CopyLinkButton(): ReactNode {
  const state = useStore(copied);
  return (
    <button
      type="button"
      className="button copy-link"
      data-testid="copy-link"
      data-state={state}
      title="A link to what is shown: traces, range, finding, panels. A local file is named in it, not sent."
      onClick={() => void copyLink()}
    >
      <span aria-live="polite">{WORDS[state]}</span>
    </button>
  );
}
