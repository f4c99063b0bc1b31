/** The store in the share dialog of a trace: the traces on the screen, redacted or whole, and their view. */
import { type ReactNode, useState } from 'react';
import { laneLetter } from '../../../../drawing/surface/lane-styles';
import { amount, count, plural } from '../../../../engine/base/text/figures';
import { storedViewLink } from '../../../../sharing/link/stored-view';
import { StoreClient } from '../../../backend/store-client';
import { LeftOut } from '../../../controls/left-out';
import { useApp } from '../../../controls/use-app';
import { traceNotes } from '../../../state/notes/file-notes';
import type { OpenTrace } from '../../../state/traces/open-trace';
import type { Steps } from './put-table';
import {
  type Allowed,
  isOneFile,
  makeReady,
  putView,
  type ReadyTrace,
  type ReadyView,
  type StoredForm,
} from './put-view';
import { StoreSteps, useConfig } from './store-steps';

interface StoreOfferProps {
  readonly trace: OpenTrace;
  readonly allowed: Allowed;
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
  const app = useApp();
  const [form, setForm] = useState<StoredForm>('export');
  const make = async (steps: Steps): Promise<ReadyView> => {
    const ready = await makeReady(app, trace.set, form, allowed, steps);
    for (const one of ready.traces) client.checkSize(one.content.size);
    return ready;
  };
  const put = async (ready: ReadyView, steps: Steps): Promise<string> =>
    storedViewLink(await putView(app, client, ready, steps));
  return (
    <StoreSteps
      client={client}
      putting={{ make, put }}
      of={[allowed, form, trace]}
      contents={(ready) => <Contents ready={ready} />}
    >
      <FormChoice trace={trace} form={form} onChange={setForm} />
    </StoreSteps>
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
        {ready.table !== null && ' And the table that lies beneath, with its groups, as ticked there.'}
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
