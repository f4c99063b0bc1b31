/** The current row of a fleet below the grid: what it says in full, and the ways to its trace. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { plural } from '../../../engine/base/text/figures';
import type { RowDetail, ShownRow } from '../../../sharing/fleet-rows/contract';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenFleet } from '../../state/fleet/fleet';
import { namedFile } from '../../state/traces/named-file';
import { fileOf, openDigest, openFleetRow } from './row-opening';

export function RowLine({ fleet }: { readonly fleet: OpenFleet }): ReactNode {
  const { current, answer } = useStore(fleet.state);
  const folder = useStore(fleet.folder);
  const row = current === null ? null : fleet.rowAt(current);
  return (
    <div className="fleet-foot">
      {row === null ? (
        <span className="fine" data-testid="fleet-keys">
          {plural(answer?.shown ?? 0, 'row')}. Arrow keys move, Enter opens the trace or its digest, /
          filters.
        </span>
      ) : (
        <Current key={row.row} fleet={fleet} row={row} />
      )}
      <FolderButton fleet={fleet} />
      {folder.length > 0 && (
        <span className="fine" data-testid="fleet-folder" data-files={folder.length}>
          {plural(folder.length, 'file')} of a folder here
        </span>
      )}
    </div>
  );
}

function Current({ fleet, row }: { readonly fleet: OpenFleet; readonly row: ShownRow }): ReactNode {
  const app = useApp();
  const [detail, setDetail] = useState<RowDetail | null>(null);
  const folder = useStore(fleet.folder);
  useEffect(() => {
    let isGone = false;
    fleet.detail(row.row).then(
      (detail) => !isGone && setDetail(detail),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [fleet, row]);
  const digest = detail?.digest ?? null;
  const { hash = null, controllerWords = null } = detail ?? {};
  const isHere = fileOf(folder, row.file) !== null;
  return (
    <span
      className="fleet-current"
      data-testid="fleet-current"
      data-file={row.file}
      data-digest={digest !== null}
    >
      <Button data-testid="open-fleet-row" onClick={() => void openFleetRow(app, fleet, row)}>
        {isHere ? 'Open trace' : digest === null ? 'Open trace…' : 'Open'}
      </Button>
      {digest !== null && (
        <Button
          data-testid="open-fleet-digest"
          title="What the row holds of the trace: its worst alarm with panels and figures"
          onClick={() => openDigest(app, digest, row.file)}
        >
          Open digest
        </Button>
      )}
      <span className="fleet-file-whole">{row.file}</span>
      {row.failure !== null && <span>{row.failure}</span>}
      {controllerWords !== null && <span className="fine">{controllerWords}</span>}
      {hash !== null && (
        <span className="fine" title={`SHA-256 ${hash}`}>{`SHA-256 ${hash.slice(0, 8)}…`}</span>
      )}
    </span>
  );
}

/** The folder that the traces lie in: its files stay where they are, and are opened by their names. */
function FolderButton({ fleet }: { readonly fleet: OpenFleet }): ReactNode {
  const input = useRef<HTMLInputElement | null>(null);
  return (
    <>
      <Button
        title="Rows then open the traces of this folder, by their names"
        onClick={() => input.current?.click()}
      >
        Folder of traces…
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          // Not among the attributes that React knows.
          element?.setAttribute('webkitdirectory', '');
        }}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Folder of traces"
        data-testid="fleet-folder-input"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          fleet.folder.set(files.map((file) => namedFile(file, file.webkitRelativePath || file.name)));
          target.value = '';
        }}
      />
    </>
  );
}
