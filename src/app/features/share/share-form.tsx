/**
 * The share dialog. It asks first who gets it: a link to the view for who has the file, a digest or the store for who has not; what readers
 * and machines get is in recipient-ways.tsx.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { amount, bytes, count, plural } from '../../../engine/base/text/figures';
import { type ShareOptions, TRACE_OPTIONS } from '../../../engine/reading/contract/share-options';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { reachWords } from '../../../sharing/link/reach-words';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import { FormHead } from '../../controls/form-head';
import { OutsideTick, useOutsideTick } from '../../controls/outside-tick';
import { rememberName, saveFile, shareOptionsOf } from '../../controls/save-file';
import { ShareOptionBoxes, URL_LABEL } from '../../controls/share-option-boxes';
import { useSelected, useStore } from '../../controls/use-store';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { BUDGETS, type ContentWords, type Offer, type Offers, offersOf, surveysOf } from './share-digest';
import '../../controls/form.css';
import './share.css';
import { useApp } from '../../controls/use-app';
import { useNoteCount } from '../../controls/use-note-count';
import type { ViewLink } from '../../navigation/address';
import { LinkButton } from '../../navigation/copy-link-button';
import { pageLinks } from '../../navigation/page-link';
import type { OpenFleet } from '../../state/fleet/fleet';
import { shownFleet } from '../../state/fleet/fleet-store';
import { shownTable } from '../../state/table/table-store';
import { PageReach, usePageReach } from './page-reach';
import { MachineWays, ReaderWays, type Recipient, RecipientChoice } from './recipient-ways';
import { ShareTable } from './share-table';
import type { Allowed } from './store/put-view';
import { StoreOffer } from './store/store-offer';

interface ShareFormProps {
  readonly trace: OpenTrace | null;
  readonly onClose: () => void;
}

export function ShareForm({ trace, onClose }: ShareFormProps): ReactNode {
  const app = useApp();
  const [table, fleet] = [shownTable(app), shownFleet(app)];
  return (
    <>
      <FormHead title="Share" onClose={onClose} />
      {trace !== null && <Offered trace={trace} />}
      {trace === null && table !== null && <ShareTable table={table} />}
      {trace === null && fleet !== null && <FleetPart fleet={fleet} />}
      {trace === null && table === null && fleet === null && <NoTrace />}
    </>
  );
}

/** The lab has links too: *Copy link* copies them. */
function NoTrace(): ReactNode {
  const page = usePageReach();
  return (
    <div className="share-form">
      <p>No trace is open.</p>
      <PageReach page={page} />
    </div>
  );
}

/** What is made at once and anew for each of the reasons; `making` before the first, and while there is nothing to make it of. */
function useMade<T>(make: (() => Promise<T>) | null, reasons: readonly unknown[]): T | 'making' {
  const { activity } = useApp();
  const [made, setMade] = useState<T | 'making'>('making');
  useEffect(
    () => {
      if (make === null) return;
      let current = true;
      void activity.whileBusy(make()).then((one) => {
        if (current) setMade(() => one);
      });
      return () => {
        current = false;
      };
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the reasons are what it is made of
    reasons,
  );
  return made;
}

const loadFleet = () => import('./share-fleet');

/** Its report is code of its own. */
function FleetPart({ fleet }: { readonly fleet: OpenFleet }): ReactNode {
  const part = useMade(loadFleet, []);
  return part === 'making' ? null : <part.ShareFleet fleet={fleet} />;
}

/** Links begin with the public address, and hold outside marks where they are ticked. */
function useLinkReasons(set: OpenSet): readonly unknown[] {
  const publicUrl = useSelected(useApp().choices, (choices) => choices.publicUrl);
  return [publicUrl, useOutsideTick(set)[0]];
}

/** Null for a page without links. */
function usePlainLink(set: OpenSet, allowed: Allowed): ViewLink | null | 'making' {
  const links = useApp().feature(pageLinks);
  return useMade(() => links.viewLink(), [links, allowed, ...useLinkReasons(set)]);
}

/** Requests the data once; makes the offers again when the options change. */
function useOffers(set: OpenSet, allowed: Allowed): Offers | 'making' | 'nothing' {
  const app = useApp();
  const lanes = useSelected(set.view, (view) => view.lanes);
  const survey = useMade(() => surveysOf(app, set), [app, set, lanes]);
  const isMade = survey !== null && survey !== 'making';
  const offers = useMade(isMade ? () => offersOf(app, survey, allowed) : null, [
    app,
    survey,
    allowed,
    ...useLinkReasons(set),
  ]);
  return survey === null ? 'nothing' : offers;
}

function Offered({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  const { tellsAddresses } = useApp().feature(pageLinks);
  const [allowed, setAllowed] = useState<Allowed>(() => ({
    options: { ...shareOptionsOf(trace), addresses: tellsAddresses.get() },
    notes: true,
  }));
  const page = usePageReach();
  const [recipient, setRecipient] = useState<Recipient>('holder');
  if (snapshot?.phase !== 'ready') return <p>A trace can be shared when all of it is read.</p>;
  return (
    <div className="share-form" data-testid="share-form">
      <RecipientChoice chosen={recipient} onChange={setRecipient} />
      {recipient === 'reader' && <ReaderWays trace={trace} />}
      {recipient === 'machine' && <MachineWays trace={trace} />}
      {(recipient === 'holder' || recipient === 'other') && (
        <>
          <p className="fine">
            Made on this device; nothing is sent until you put it into the store, or paste or attach it
            somewhere.
          </p>
          <PageReach page={page} />
          <Allowing trace={trace} allowed={allowed} onChange={setAllowed} />
          {recipient === 'holder' ? (
            <PlainOffer trace={trace} allowed={allowed} />
          ) : (
            <DataOffers trace={trace} allowed={allowed} />
          )}
        </>
      )}
    </div>
  );
}

interface AllowingProps {
  readonly trace: OpenTrace;
  readonly allowed: Allowed;
  readonly onChange: (allowed: Allowed) => void;
}

/** The share options; only notes are ticked at first. */
function Allowing({ trace, allowed, onChange }: AllowingProps): ReactNode {
  const app = useApp();
  const written = useNoteCount(trace.set);
  const { options, notes } = allowed;
  const { files } = useStore(app.files.list);
  const hasUrl = [trace, ...files].some(
    ({ source, digest }) =>
      (source.kind === 'url' && source.object === undefined) || digest?.ref?.kind === 'src',
  );
  return (
    <ShareOptionBoxes
      legend="Include, beside figures, states and findings"
      options={options}
      labels={URL_LABEL}
      offered={TRACE_OPTIONS.filter((id) => id !== 'addresses' || hasUrl)}
      onChange={(changed) => {
        for (const { trace: member } of trace.set.members) rememberName(member, changed);
        app.feature(pageLinks).tellsAddresses.set(changed.addresses);
        onChange({ ...allowed, options: changed });
      }}
    >
      <label>
        <input
          type="checkbox"
          data-tick="notes"
          checked={notes && written > 0}
          disabled={written === 0}
          onChange={({ target }) => onChange({ ...allowed, notes: target.checked })}
        />
        {written === 0 ? 'Notes (there are none)' : plural(written, 'note')}
      </label>
      <OutsideTick set={trace.set} />
    </ShareOptionBoxes>
  );
}

/** Size of the traces, for comparison with the shared data. */
function heldWords(snapshots: readonly Snapshot[]): string {
  const sum = (of: (progress: Snapshot['progress']) => number): number =>
    snapshots.reduce((all, { progress }) => all + of(progress), 0);
  const isOne = snapshots.length === 1;
  if (snapshots.every(({ digest }) => digest !== undefined))
    return `The digest${isOne ? '' : 's'} shown here ha${isOne ? 's' : 've'} ${amount(sum(({ readBytes }) => readBytes))}.`;
  const stored = sum(({ totalBytes, readBytes }) => totalBytes ?? readBytes);
  const inflated = sum(({ inflatedBytes }) => inflatedBytes);
  const text = inflated > stored ? `, ${amount(inflated)} of text` : '';
  const who = isOne ? 'The trace has' : `These ${count(snapshots.length)} traces have`;
  return `${who} ${amount(stored)}${text}; none of ${isOne ? 'its' : 'their'} records is in any of these but the store.`;
}

interface OffersProps {
  readonly trace: OpenTrace;
  readonly allowed: Allowed;
}

/** The link to the view, as *Copy link* copies it everywhere. */
function PlainOffer({ trace, allowed }: OffersProps): ReactNode {
  const plain = usePlainLink(trace.set, allowed);
  if (plain === 'making') return <p role="status">Making the link …</p>;
  const length = plain?.url.length ?? 0;
  const others = Math.max(0, (plain?.traces ?? 0) - 1);
  return (
    <ul className="share-offers">
      <li data-testid="share-plain" data-length={length}>
        <p>
          <strong>Link to this view</strong> {count(length)} characters
        </p>
        <p className="fine">
          {plainWords(trace, allowed.options)}
          {plain !== null && plain.cause !== 'page' && ` ${reachWords(plain)}`}
          {others > 0 && ` It names ${plural(others, 'other open trace')} too.`}
        </p>
        <LinkButton className="button" testId="share-copy-plain" />
      </li>
    </ul>
  );
}

/** What holds a digest: made where it is asked for. */
function DataOffers({ trace, allowed }: OffersProps): ReactNode {
  const offers = useOffers(trace.set, allowed);
  if (offers === 'nothing')
    return <p>There is nothing to share: a trace has no duration, or is not read to its end.</p>;
  if (offers === 'making') return <p role="status">Making links …</p>;
  const { links, file } = offers;
  return (
    <>
      <p data-testid="share-held">
        {heldWords(trace.set.members.flatMap((member) => member.trace.snapshot.get() ?? []))}
      </p>
      <ul className="share-offers">
        <StoreOffer trace={trace} allowed={allowed} />
        {BUDGETS.map(({ label }, i) => (
          <LinkOffer
            key={label}
            label={label}
            instead={i + 1 < BUDGETS.length ? 'Use a larger one.' : 'Save the file.'}
            offer={links[i] ?? null}
          />
        ))}
        <li data-testid="share-file" data-bytes={file.bytes.length}>
          <p>
            <strong>File .qlogscope</strong> {amount(file.bytes.length)}, no size limit
          </p>
          <Contents words={file.words} />
          <Button
            data-testid="share-save"
            onClick={() =>
              saveFile(
                trace,
                allowed.options,
                '.qlogscope',
                new Blob([file.bytes], { type: 'application/octet-stream' }),
              )
            }
          >
            Save file
          </Button>
        </li>
      </ul>
      <p className="fine">
        Links with data and files open without the trace, or the traces on this axis, read-only and labelled
        as digests. Opening a trace itself there replaces its digest. Some chat programs cut long links; a
        file is not cut.
      </p>
    </>
  );
}

/** What the link to the view does, by how it names its trace. */
function plainWords({ source: { kind }, digest }: OpenTrace, { fileName }: ShareOptions): string {
  if (digest !== null) return 'Contains the digest that is shown here, as it was made.';
  if (kind === 'example' || kind === 'url')
    return 'Opens the trace at its address, in this view. It contains no trace data.';
  if (kind === 'run') return 'Simulates the run again, in this view. It contains no trace data.';
  if (kind === 'text')
    return 'The trace has no name or address for a link: the recipient must open the same trace first.';
  return fileName
    ? 'Asks the recipient for the file, by name, size and hash. It contains no trace data.'
    : 'Asks the recipient for the file, by size and hash, not by name. It contains no trace data.';
}

/** What a digest contains; of a set, of each trace folded below it. */
function Contents({ words: { all, each } }: { readonly words: ContentWords }): ReactNode {
  return (
    <div className="fine">
      <p>Contains {all}</p>
      {each.length > 0 && (
        <details>
          <summary>Of each trace</summary>
          {each.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </details>
      )}
    </div>
  );
}

interface LinkOfferProps {
  readonly label: string;
  /** Advice where it does not fit. */
  readonly instead: string;
  readonly offer: Offer | null;
}

function LinkOffer({ label, instead, offer }: LinkOfferProps): ReactNode {
  const name = `Link with data, ${label}`;
  if (offer === null)
    return (
      <li data-testid="share-link" data-budget={label}>
        <p>
          <strong>{name}</strong> does not fit: notes or findings alone are larger. {instead}
        </p>
      </li>
    );
  return (
    <li data-testid="share-link" data-budget={label} data-bytes={offer.bytes} data-length={offer.url.length}>
      <p>
        <strong>{name}</strong> {bytes(offer.bytes)} of data, {count(offer.url.length)} characters
      </p>
      <Contents words={offer.words} />
      <CopyButton key={offer.url} label={`Copy link, ${label}`} testId="share-copy" text={() => offer.url} />
    </li>
  );
}
