/**
 * In the share dialog: who can open links to this page, what to send instead where that is not everybody, and the public
 * address that links begin with, which is set once and looked at when the user asks.
 */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { reachWords, SEND_INSTEAD } from '../../../sharing/link/reach-words';
import { publicAddressOf, type SharedLink } from '../../../sharing/link/shared-link';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useSelected } from '../../controls/use-store';
import { type Checked, checkPublic } from '../../navigation/check-public';
import { pageLinks } from '../../navigation/page-link';
import { publicAddress } from '../../navigation/public-address';
import '../../navigation/address.css';

/** Who can open a link to this page that names nothing; null until the host's configuration is read. */
export function usePageReach(): SharedLink | null {
  const app = useApp();
  const publicUrl = useSelected(app.choices, (choices) => choices.publicUrl);
  const [link, setLink] = useState<SharedLink | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: links begin with the public address
  useEffect(() => {
    let current = true;
    const links = app.feature(pageLinks);
    void app.activity.whileBusy(links.linkTo({ text: '' })).then(() => {
      if (current) setLink(links.shared({ text: '' }));
    });
    return () => {
      current = false;
    };
  }, [app, publicUrl]);
  return link;
}

/** Nothing where links open from anywhere by this page's own address. */
export function PageReach({ page }: { readonly page: SharedLink | null }): ReactNode {
  const app = useApp();
  const given = app.feature(publicAddress).given;
  if (page === null || (page.reach === 'public' && given === null)) return null;
  return (
    <section
      className="share-reach"
      data-testid="share-reach"
      data-reach={page.reach}
      data-by={given?.by ?? 'page'}
      aria-label="Who can open links"
    >
      {page.reach !== 'public' && (
        <p data-testid="share-reach-words">
          <strong>{reachWords(page)}</strong> {SEND_INSTEAD}
        </p>
      )}
      {given === null ? <SetAddress /> : <GivenAddress key={given.url} {...given} />}
    </section>
  );
}

function SetAddress(): ReactNode {
  const app = useApp();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [fieldId, errorId] = [useId(), useId()];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = publicAddressOf(text);
        if ('refused' in address) setRefused(address.refused);
        else app.feature(publicAddress).set(address.url);
      }}
    >
      <label htmlFor={fieldId}>Or let links begin with the address where others have qlogscope:</label>
      <div className="address-line">
        <input
          className="field"
          id={fieldId}
          data-testid="public-address-field"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={text}
          aria-invalid={refused !== null}
          aria-describedby={refused === null ? undefined : errorId}
          onChange={({ target }) => {
            setText(target.value);
            setRefused(null);
          }}
        />
        <button type="submit" className="button" data-testid="public-address-set">
          Use it
        </button>
      </div>
      {refused !== null && (
        <p id={errorId} className="address-refused" role="alert" data-testid="public-address-refused">
          {refused}
        </p>
      )}
      <p className="fine">
        It is kept on this device, and nothing is sent there. Whoever serves this page can set it for all, in
        config.json or by <code>--public-url</code>.
      </p>
    </form>
  );
}

function GivenAddress({ url, by }: { readonly url: string; readonly by: 'device' | 'host' }): ReactNode {
  const app = useApp();
  const [checked, setChecked] = useState<Checked | 'asking' | null>(null);
  const check = (): void => {
    setChecked('asking');
    void app.activity.whileBusy(checkPublic(url)).then(setChecked);
  };
  return (
    <>
      <p data-testid="public-address">
        Links begin with <strong>{url}</strong>,{' '}
        {by === 'device' ? 'which was set on this device.' : 'which the host of this page named.'}
      </p>
      <p className="share-reach-actions">
        <Button data-testid="public-address-check" disabled={checked === 'asking'} onClick={check}>
          Check it now
        </Button>
        {by === 'device' && (
          <Button data-testid="public-address-forget" onClick={() => app.feature(publicAddress).set(null)}>
            Forget it
          </Button>
        )}
      </p>
      <p
        className="fine"
        role="status"
        data-testid="public-address-result"
        data-result={checked === null || checked === 'asking' ? 'none' : checked.result}
      >
        {checked === 'asking' && 'Asking for its config.json …'}
        {checked !== null && checked !== 'asking' && checked.words}
      </p>
    </>
  );
}
