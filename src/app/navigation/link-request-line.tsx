/**
 * The line at the top that asks for the file of a link, asks for consent to fetch from its host, and reports
 * when another file was opened. Nothing is fetched until the user presses a button here.
 */
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../controls/button';
import { filePicker } from '../controls/open-button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { LinkRequest } from '../state/traces/pending-traces';
import { CopiesLink } from './copies-link';
import { pageLinks } from './page-link';
import {
  CONSENT_WORDS,
  fileRequestWords,
  type HostQuestion,
  hostQuestions,
  hostWords,
  MAX_NAMED,
} from './request-words';
import './address.css';

/** Longer URLs are cut in the display; file name and host are in the text. */
const MAX_SHOWN = 200;

export function LinkRequestLine(): ReactNode {
  const request = useStore(useApp().linkRequest);
  // Copies of files are looked for first, which takes a moment.
  const isAsking =
    request !== null &&
    (request.other !== null || request.pending.some(({ state }) => state !== 'looking-for-copy'));
  return isAsking ? <Request request={request} /> : null;
}

function Request({ request }: { readonly request: LinkRequest }): ReactNode {
  const app = useApp();
  const pageLink = app.feature(pageLinks);
  const { other } = request;
  const choose = useRef<HTMLButtonElement | null>(null);
  const isOfRecent = request.recent !== undefined;
  // Requested from the list of recent traces further down: move the focus here.
  useEffect(() => {
    if (isOfRecent) choose.current?.focus();
  }, [isOfRecent]);
  const files = fileRequestWords(request);
  const questions = hostQuestions(request);
  const isListing = files === null && questions.every(({ isListed }) => isListed);
  return (
    <div
      className={`message message-${other === null ? 'note' : 'warning'} link-line`}
      data-testid="link-request"
      data-state={other === null ? 'asked' : 'different'}
      role="status"
    >
      {other !== null && (
        <p>
          <strong>{isOfRecent ? 'Not the same file:' : 'Different file:'}</strong> {other.words}
        </p>
      )}
      {questions.map((question) => (
        <Question key={question.origin} question={question} />
      ))}
      {questions.some(({ failed }) => !failed) && <p>{CONSENT_WORDS}</p>}
      {files !== null && <p>{files}</p>}
      <div className="link-actions">
        {questions.map((question) => (
          <Button
            key={question.origin}
            data-testid="link-fetch"
            data-host={question.host}
            onClick={() => pageLink.fetchFrom(question.origin)}
          >
            {hostWords(question).button}
          </Button>
        ))}
        {(files !== null || questions.some(({ failed }) => failed)) && (
          <Button ref={choose} onClick={() => app.feature(filePicker).pick()}>
            Choose the file
          </Button>
        )}
        {other !== null && (
          <Button data-testid="link-anyway" onClick={() => pageLink.showAnyway()}>
            {isOfRecent ? 'Show its last view and notes in ' : 'Show the link’s view in '}
            {other.file.name}
          </Button>
        )}
        <Button data-testid="link-aside" onClick={() => pageLink.dismissRequest()}>
          {isOfRecent || isListing ? 'Not now' : 'Dismiss the link'}
        </Button>
        {files !== null && <CopiesLink />}
      </div>
    </div>
  );
}

function Question({ question }: { readonly question: HostQuestion }): ReactNode {
  const { before, after } = hostWords(question);
  return (
    <>
      <p data-testid="link-host" data-host={question.host}>
        {before}
        <strong>{question.host}</strong>
        {after}
      </p>
      <p className="link-addresses">
        {question.refs.slice(0, question.isListed ? MAX_NAMED : undefined).map(({ url }, i) => (
          <Fragment key={url}>
            {i > 0 && <br />}
            {url.length > MAX_SHOWN ? `${url.slice(0, MAX_SHOWN)}…` : url}
          </Fragment>
        ))}
      </p>
    </>
  );
}
