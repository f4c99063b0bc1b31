/** The share dialog: a link to the view, links that carry a digest, a digest as a file, and what is let into them. */
import { type ReactNode, useEffect, useState } from 'react';
import { SHARE_OPTIONS, type ShareOptions } from '../../../engine/contract/share-options';
import type { Snapshot } from '../../../engine/contract/snapshot';
import { amount, bytes, count, plural } from '../../../engine/text/figures';
import { CopyButton } from '../../controls/copy-button';
import { FormHead } from '../../controls/form-head';
import { rememberName, saveFile, shareOptionsOf } from '../../controls/save-file';
import { ShareOptionBoxes, URL_LABEL } from '../../controls/share-option-boxes';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/open-trace';
import {
  type Allowed,
  BUDGETS,
  type Offer,
  type Offers,
  offersOf,
  type Survey,
  surveyOf,
} from './share-digest';
import '../../controls/form.css';
import './share.css';
import { useApp } from '../../controls/use-app';
import { traceNotes } from '../notes/trace-notes';

interface ShareFormProps {
  readonly trace: OpenTrace | null;
  readonly onClose: () => void;
}

export function ShareForm({ trace, onClose }: ShareFormProps): ReactNode {
  return (
    <>
      <FormHead title="Share" onClose={onClose} />
      {trace === null ? <p>No trace is open.</p> : <Offered trace={trace} />}
    </>
  );
}

/** Surveyed once; made anew when something else is let in. */
function useOffers(trace: OpenTrace, allowed: Allowed): Offers | 'making' | 'nothing' {
  const app = useApp();
  const [survey, setSurvey] = useState<Survey | null | 'making'>('making');
  const [offers, setOffers] = useState<Offers | 'making'>('making');
  useEffect(() => {
    let current = true;
    void app.activity.whileBusy(surveyOf(app, trace)).then((found) => {
      if (current) setSurvey(found);
    });
    return () => {
      current = false;
    };
  }, [app, trace]);
  useEffect(() => {
    if (survey === null || survey === 'making') return;
    let current = true;
    void app.activity.whileBusy(offersOf(app, trace, survey, allowed)).then((made) => {
      if (current) setOffers(made);
    });
    return () => {
      current = false;
    };
  }, [app, trace, survey, allowed]);
  return survey === null ? 'nothing' : offers;
}

function Offered({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  const [allowed, setAllowed] = useState<Allowed>({ options: shareOptionsOf(trace), notes: true });
  const offers = useOffers(trace, allowed);
  if (snapshot?.phase !== 'ready') return <p>A trace can be shared when all of it is read.</p>;
  return (
    <div className="share-form" data-testid="share-form">
      <p>Made on this device; nothing is sent until you paste or attach it somewhere.</p>
      <Allowing trace={trace} allowed={allowed} onChange={setAllowed} />
      {offers === 'nothing' && <p>There is nothing to share here: the trace holds no time.</p>}
      {offers === 'making' && <p role="status">Making links …</p>}
      {typeof offers === 'object' && (
        <Choices trace={trace} snapshot={snapshot} offers={offers} options={allowed.options} />
      )}
    </div>
  );
}

interface AllowingProps {
  readonly trace: OpenTrace;
  readonly allowed: Allowed;
  readonly onChange: (allowed: Allowed) => void;
}

/** What is let in: nothing but the notes at first. */
function Allowing({ trace, allowed, onChange }: AllowingProps): ReactNode {
  const app = useApp();
  const { book } = useStore(trace.feature(traceNotes).current);
  const { options, notes } = allowed;
  const { traces } = useStore(app.traces.list);
  const hasUrl = [trace, ...traces].some(
    ({ source, digest }) => source.kind === 'url' || digest?.ref?.kind === 'src',
  );
  return (
    <ShareOptionBoxes
      legend="Let in, beside figures, states and findings"
      options={options}
      labels={URL_LABEL}
      offered={SHARE_OPTIONS.map(({ id }) => id).filter((id) => id !== 'addresses' || hasUrl)}
      onChange={(changed) => {
        rememberName(trace, changed);
        onChange({ ...allowed, options: changed });
      }}
    >
      <label>
        <input
          type="checkbox"
          data-tick="notes"
          checked={notes && book.notes.length > 0}
          disabled={book.notes.length === 0}
          onChange={({ target }) => onChange({ ...allowed, notes: target.checked })}
        />
        {book.notes.length === 0 ? 'Notes (there are none)' : plural(book.notes.length, 'note')}
      </label>
    </ShareOptionBoxes>
  );
}

/** What the trace holds, for comparison with what leaves. */
function heldWords({ progress, digest }: Snapshot): string {
  const { totalBytes, readBytes, inflatedBytes } = progress;
  if (digest !== undefined) return `The digest shown here holds ${amount(readBytes)}.`;
  const stored = totalBytes ?? readBytes;
  const text = inflatedBytes > stored ? `, ${amount(inflatedBytes)} of text` : '';
  return `The trace holds ${amount(stored)}${text}; none of its records leaves with any of these.`;
}

interface ChoicesProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly offers: Offers;
  readonly options: ShareOptions;
}

function Choices({ trace, snapshot, offers, options }: ChoicesProps): ReactNode {
  const { plain, plainOthers, links, file } = offers;
  return (
    <>
      <p data-testid="share-held">{heldWords(snapshot)}</p>
      <ul className="share-offers">
        <li data-testid="share-plain" data-length={plain.length}>
          <p>
            <strong>Link to this view</strong> {count(plain.length)} characters
          </p>
          <p className="fine">
            {plainWords(trace, options)}
            {plainOthers > 0 && ` It names ${plural(plainOthers, 'other open trace')} too.`}
          </p>
          <CopyButton key={plain} label="Copy link" testId="share-copy-plain" text={() => plain} />
        </li>
        {BUDGETS.map(({ label }, i) => (
          <LinkOffer
            key={label}
            label={label}
            instead={i + 1 < BUDGETS.length ? 'Take a larger one.' : 'Save the file.'}
            offer={links[i] ?? null}
          />
        ))}
        <li data-testid="share-file" data-bytes={file.bytes.length}>
          <p>
            <strong>File .qlogscope</strong> {amount(file.bytes.length)}, no budget
          </p>
          <p className="fine">Keeps {file.words}</p>
          <button
            type="button"
            className="button"
            data-testid="share-save"
            onClick={() =>
              saveFile(
                trace,
                options,
                '.qlogscope',
                new Blob([file.bytes], { type: 'application/octet-stream' }),
              )
            }
          >
            Save file
          </button>
        </li>
      </ul>
      <p className="fine">
        Links with data and files open without the trace, read-only, and say so. Whoever opens the trace
        itself there has it take the digest’s place. Some chats cut long links: a file cannot be cut.
      </p>
    </>
  );
}

/** A link without data asks for its trace, and knows it by what it says of it. */
function plainWords({ source, digest }: OpenTrace, { fileName }: ShareOptions): string {
  const kind = digest?.ref?.kind ?? (digest === null ? source.kind : 'text');
  if (kind === 'example' || kind === 'url' || kind === 'src')
    return 'Opens the trace at its address, in this view. It holds no data of it.';
  if (kind === 'text')
    return 'The trace has no name or address that a link could hold: whoever opens this must open the same trace first.';
  return fileName
    ? 'Asks whoever opens it for the file, by its name, its size and a hash of it. It holds no data of it.'
    : 'Asks whoever opens it for the file, by its size and a hash of it, not by its name. It holds no data of it.';
}

interface LinkOfferProps {
  readonly label: string;
  /** What to do where it does not fit. */
  readonly instead: string;
  readonly offer: Offer | null;
}

function LinkOffer({ label, instead, offer }: LinkOfferProps): ReactNode {
  const name = `Link with data, ${label}`;
  if (offer === null)
    return (
      <li data-testid="share-link" data-budget={label}>
        <p>
          <strong>{name}</strong> does not fit: notes or findings alone take more. {instead}
        </p>
      </li>
    );
  return (
    <li data-testid="share-link" data-budget={label} data-bytes={offer.bytes} data-length={offer.url.length}>
      <p>
        <strong>{name}</strong> {bytes(offer.bytes)} of data, {count(offer.url.length)} characters in all
      </p>
      <p className="fine">Keeps {offer.words}</p>
      <CopyButton key={offer.url} label={`Copy link, ${label}`} testId="share-copy" text={() => offer.url} />
    </li>
  );
}
