/**
 * The field for the URL of a trace, and the list of agreed hosts, with a button to forget them.
 * Consent to fetch is asked for above the page, as for a link.
 */
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/button';
import { FormHead } from '../controls/form-head';
import { useStore } from '../controls/use-store';
import { pageLinks } from './page-link';
import './address.css';
import { useApp } from '../controls/use-app';

export function AddressForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const app = useApp();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const errorId = useId();
  const fieldId = useId();
  const submit = async (): Promise<void> => {
    const words = await app.feature(pageLinks).openAddress(text);
    setRefused(words);
    if (words === null) onClose();
  };
  return (
    <>
      <FormHead title="Open a URL" onClose={onClose} />
      <form
        className="address-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor={fieldId}>
          URL of a trace, or of a listing of traces: https, or http on this machine
        </label>
        <div className="address-line">
          <input
            className="field"
            // The dialog opens for this field.
            // biome-ignore lint/a11y/noAutofocus: a dialog puts the focus into its field
            autoFocus
            id={fieldId}
            data-testid="address-field"
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
          <button type="submit" className="button primary" data-testid="address-open">
            Open
          </button>
        </div>
        {refused !== null && (
          <p id={errorId} className="address-refused" data-testid="address-refused" role="alert">
            {refused}
          </p>
        )}
        <p className="fine">
          It is fetched by this browser, without cookies, once you have agreed to its host. The host must
          allow pages of other sites to read it (the header Access-Control-Allow-Origin). A listing is a list
          of names or URLs in JSON, URLs line by line, or the index that a server writes of a folder: its
          traces open as a table.
        </p>
      </form>
      <KnownHosts />
    </>
  );
}

/** Renders nothing where no host was agreed to. */
function KnownHosts(): ReactNode {
  const app = useApp();
  const { hosts } = useStore(app.choices);
  if (hosts.length === 0) return null;
  return (
    <section className="known-hosts" data-testid="known-hosts">
      <h3>Hosts fetched from without asking, on this device</h3>
      <ul>
        {hosts.map((origin) => (
          <li key={origin}>{origin}</li>
        ))}
      </ul>
      <Button
        data-testid="forget-hosts"
        onClick={() => app.choices.update((current) => ({ ...current, hosts: [] }))}
      >
        Ask again for each host
      </Button>
    </section>
  );
}
