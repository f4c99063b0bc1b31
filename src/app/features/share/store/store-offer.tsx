/**
 * The store in the share dialog: what is put there is made ready on this device first and shown, then sent on a second
 * press. The steps are those of `use-put-view.ts`.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { laneLetter } from '../../../../drawing/surface/lane-styles';
import { amount, count, plural } from '../../../../engine/base/text/figures';
import type { ReadConfig } from '../../../../sharing/host/config';
import { StoreClient } from '../../../backend/store-client';
import { Button } from '../../../controls/button';
import { CopyButton } from '../../../controls/copy-button';
import { LeftOut } from '../../../controls/left-out';
import { useApp } from '../../../controls/use-app';
import type { AppState } from '../../../state/app-state';
import { hostConfig } from '../../../state/host-config';
import { traceNotes } from '../../../state/notes/file-notes';
import type { OpenTrace } from '../../../state/traces/open-trace';
import { type Allowed, isOneFile, type ReadyTrace, type ReadyView, type StoredForm } from './put-view';
import { type PutLink, type RunningStep, usePutView } from './use-put-view';
import './store.css';

interface StoreOfferProps {
  readonly trace: OpenTrace;
  readonly allowed: Allowed;
}

/** What the page's host configured; null until it is read. */
function useConfig(app: AppState): ReadConfig | null {
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

export function StoreOffer(props: StoreOfferProps): ReactNode {
  const read = useConfig(useApp());
  if (read === null) return null;
  const { config, problems } = read;
  const isDigest = props.trace.set.members.some(({ trace }) => trace.digest !== null);
  return (
    <li data-testid="store-offer" data-store={config.store === null ? 'none' : 'there'}>
      <p>
        <strong>Put the trace into the store</strong>
        {config.store !== null && ' a short link that opens the trace itself, in this view'}
      </p>
      {config.store === null ? (
        <p className="fine" data-testid="store-none">
          This page has no store, so a link cannot bring the trace along. {problems.join(' ')} Whoever serves
          the page can name one in config.json (docs/deploy.md).
        </p>
      ) : isDigest ? (
        <p className="fine">A digest holds no trace. Open the trace itself here: it replaces its digest.</p>
      ) : (
        <Offered {...props} client={new StoreClient(config.store)} />
      )}
    </li>
  );
}

interface OfferedProps extends StoreOfferProps {
  readonly client: StoreClient;
}

function Offered({ trace, allowed, client }: OfferedProps): ReactNode {
  const [form, setForm] = useState<StoredForm>('export');
  const { state, make, put, cancel } = usePutView(trace, allowed, form, client);
  return (
    <div className="store-steps" data-testid="store-steps" data-step={state.step}>
      <FormChoice trace={trace} form={form} onChange={setForm} />
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
          <Contents ready={state.ready} />
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

interface FormChoiceProps {
  readonly trace: OpenTrace;
  readonly form: StoredForm;
  readonly onChange: (form: StoredForm) => void;
}

/** The redacted export, or the files as they are where they are on this device. */
function FormChoice({ trace, form, onChange }: FormChoiceProps): ReactNode {
  const isWhole = trace.set.members.every(({ trace: member }) => isOneFile(member));
  const isOne = trace.set.members.length === 1;
  return (
    <fieldset className="tick-boxes store-forms">
      <legend>{isOne ? 'The trace' : 'The traces'}</legend>
      <label>
        <input
          type="radio"
          name="store-form"
          data-testid="store-export"
          checked={form === 'export'}
          onChange={() => onChange('export')}
        />
        Redacted: known fields only, with what is ticked above
      </label>
      <label>
        <input
          type="radio"
          name="store-form"
          data-testid="store-file"
          checked={form === 'file'}
          disabled={!isWhole}
          onChange={() => onChange('file')}
        />
        {isWhole
          ? `Whole: the ${isOne ? 'file' : 'files'} as ${isOne ? 'it is' : 'they are'}, with everything in ${isOne ? 'it' : 'them'}`
          : 'Whole: only a trace that is one file on this device'}
      </label>
    </fieldset>
  );
}

/** What is in it, before anything is sent. */
function Contents({ ready }: { readonly ready: ReadyView }): ReactNode {
  const { traces, options, notes, set } = ready;
  const written = notes
    ? set.members.reduce(
        (sum, { trace }) => sum + trace.feature(traceNotes).current.get().book.notes.length,
        0,
      )
    : 0;
  return (
    <div data-testid="store-contents" data-bytes={ready.bytes}>
      {traces.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are in the order of the set
        <Content key={i} ready={one} letter={traces.length === 1 ? null : laneLetter(i)} />
      ))}
      <p>
        And the view: range, selection, panels, {written === 0 ? 'no notes' : plural(written, 'note')},{' '}
        {options.fileName ? `the name ${traces.map(({ fileName }) => fileName).join(', ')}` : 'no file name'}.
      </p>
    </div>
  );
}

interface ContentProps {
  readonly ready: ReadyTrace;
  /** Of its lane; null for a trace alone. */
  readonly letter: string | null;
}

function Content({ ready, letter }: ContentProps): ReactNode {
  const { figures, content, trace } = ready;
  const who = letter === null ? '' : `${letter}: `;
  if (figures === null) {
    return (
      <p data-testid="store-whole">
        {who}the file as it is, {amount(content.size)}: all{' '}
        {count(trace.snapshot.get()?.connectionCount ?? 1)} of its connections, and every field that was
        logged, such as addresses, connection IDs, times of day, reason phrases, and payload where the log has
        it.
      </p>
    );
  }
  return (
    <>
      <p>
        {who}
        {plural(figures.events, 'event')} of {count(figures.sourceEvents)}, {amount(content.size)} compressed:
        times, packet numbers, sizes, ACK ranges, windows, RTTs, states. Never payload, tokens or keys.
      </p>
      <LeftOut leftOut={figures.leftOut} />
    </>
  );
}
