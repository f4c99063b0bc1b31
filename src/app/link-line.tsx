/** What a link asks of the user, and the button that makes one. */
import type { ReactNode } from 'react';
import { useStore } from '../panels/use-store';
import { linkRequest, requestWords } from '../session/link-request';
import { pickFiles } from './open-button';
import { type Copied, copied, copyLink, putLinkAside, showLinkAnyway } from './page-link';

/** The line above everything else that asks for the file a link is about, and says when another one was opened. */
export function LinkLine(): ReactNode {
  const request = useStore(linkRequest);
  if (request === null) return null;
  const { other } = request;
  return (
    <div
      className={`message message-${other === null ? 'note' : 'warning'} link-line`}
      data-testid="link-request"
      data-state={other === null ? 'asked' : 'different'}
      role="status"
    >
      {other !== null && (
        <p>
          <strong>Another file:</strong> {other.words}
        </p>
      )}
      <p>{requestWords(request)}</p>
      <div className="link-actions">
        <button type="button" className="button" onClick={pickFiles}>
          Choose the file
        </button>
        {other !== null && (
          <button type="button" className="button" data-testid="link-anyway" onClick={showLinkAnyway}>
            Show the link’s view in {other.trace.name}
          </button>
        )}
        <button type="button" className="button" data-testid="link-aside" onClick={putLinkAside}>
          Put the link aside
        </button>
      </div>
    </div>
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
