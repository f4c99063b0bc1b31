/** The steps of the store in the share dialog, whatever is put there: it is made ready on this device, shown, and sent on a second press. */
import { type ReactNode, useEffect, useState } from 'react';
import { amount } from '../../../../engine/base/text/figures';
import type { ReadConfig } from '../../../../sharing/host/config';
import type { StoreClient } from '../../../backend/store-client';
import { Button } from '../../../controls/button';
import { CopyButton } from '../../../controls/copy-button';
import type { AppState } from '../../../state/app-state';
import { hostConfig } from '../../../state/host-config';
import { type PutLink, type Putting, type RunningStep, usePut } from './use-put';
import './store.css';

/** What the page's host configured; null until it is read. */
export function useConfig(app: AppState): ReadConfig | null {
  const [read, setRead] = useState<ReadConfig | null>(null);
  useEffect(() => {
    let current = true;
    void app.activity.whileBusy(app.feature(hostConfig).read()).then((config) => {
      if (current) setRead(config);
    });
    return () => {
      current = false;
    };
  }, [app]);
  return read;
}

interface StoreStepsProps<Ready> {
  readonly client: StoreClient;
  readonly putting: Putting<Ready>;
  /** What it is made of: where that changes the steps begin again. */
  readonly of: readonly unknown[];
  /** What is in it, before anything is sent. */
  readonly contents: (ready: Ready) => ReactNode;
  /** What is chosen first. */
  readonly children?: ReactNode;
}

export function StoreSteps<Ready extends { readonly bytes: number }>({
  client,
  putting,
  of,
  contents,
  children,
}: StoreStepsProps<Ready>): ReactNode {
  const { state, make, put, cancel } = usePut(putting, of);
  return (
    <div className="store-steps" data-testid="store-steps" data-step={state.step}>
      {children}
      {state.step === 'choosing' && (
        <Button data-testid="store-make" onClick={make}>
          Show what is in it
        </Button>
      )}
      {(state.step === 'making' || state.step === 'sending') && (
        <Progress running={state} onCancel={cancel} />
      )}
      {state.step === 'ready' && (
        <>
          {contents(state.ready)}
          <WhereItGoes client={client} />
          <Button className="button primary" data-testid="store-put" onClick={() => put(state.ready)}>
            Put {amount(state.ready.bytes)} into the store
          </Button>
        </>
      )}
      {state.step === 'failed' && (
        <>
          <p role="alert" data-testid="store-failed">
            Not put into the store, and no link was made. {state.words}
          </p>
          <Button data-testid="store-again" onClick={make}>
            Try again
          </Button>
        </>
      )}
      {state.step === 'there' && <There link={state} />}
    </div>
  );
}

interface ProgressProps {
  readonly running: RunningStep;
  readonly onCancel: () => void;
}

function Progress({ running, onCancel }: ProgressProps): ReactNode {
  return (
    <div className="loading" data-testid="store-progress">
      <progress aria-label="The store" max={1} value={running.share ?? undefined} />
      <span role="status">
        {running.words}
        {running.step === 'sending' && '. Closing this dialog cancels it.'}
      </span>
      <Button data-testid="store-cancel" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function WhereItGoes({ client }: { readonly client: StoreClient }): ReactNode {
  return (
    <p className="fine">
      {client.signer === null ? (
        <>
          It goes to <strong>{client.host}</strong>, which the host of this page named as its store.
        </>
      ) : (
        <>
          It goes where <strong>{client.signer}</strong> says, and is read from <strong>{client.host}</strong>
          ; the host of this page named both.
        </>
      )}{' '}
      Whoever can read there, and has the link, can open it. How long it is kept is up to whoever runs the
      store.
    </p>
  );
}

function There({ link: { url, reach, isCopied } }: { readonly link: PutLink }): ReactNode {
  return (
    <div data-testid="store-there" data-url={url}>
      <p role="status">
        It is there{isCopied ? ', and the link is copied' : ''}. <span className="store-link">{url}</span>
      </p>
      {reach !== '' && (
        <p className="fine" data-testid="store-reach">
          {reach}
        </p>
      )}
      <CopyButton key={url} label="Copy link" testId="store-copy" text={() => url} />
    </div>
  );
}
