/** The dialog about copies of local files: the switch, how much room they take, and each with its size and Forget. */
import { type ReactNode, useEffect } from 'react';
import { amount } from '../../../engine/base/text/figures';
import { moment } from '../../../engine/base/text/moments';
import { Button } from '../../controls/button';
import { FormHead } from '../../controls/form-head';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { copiesState, roomWords } from '../../state/device/copies-state';
import type { FileCopy } from '../../state/device/file-copy';
import { loadCopies } from '../../state/device/load-copies';
import { CopiesSwitch } from './copies-switch';
import './file-copies.css';

export function FileCopiesForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const app = useApp();
  const { keepCopies } = useStore(app.choices);
  const { copies, usedBytes, allowedBytes, writing, report } = useStore(app.feature(copiesState));
  // The room that the browser allows changes with the disk.
  useEffect(() => {
    if (app.choices.get().keepCopies) void loadCopies(app).then((copies) => copies.refresh());
  }, [app]);
  return (
    <div className="file-copies" data-testid="file-copies">
      <FormHead title="Copies of local files" onClose={onClose} />
      <CopiesSwitch />
      <p className="fine">
        A copy opens again at a click, after a reload, and from a link to it, without choosing the file.
        Copies stay in this browser and are sent nowhere; the browser may delete them when the disk is full.{' '}
        {keepCopies && 'Switching this off deletes them.'}
      </p>
      {keepCopies && copies !== null && (
        <>
          <p className="copies-room">
            <progress aria-label="Room that copies take" max={allowedBytes} value={usedBytes} />
            <span data-testid="copies-used" data-used-bytes={usedBytes} data-allowed-bytes={allowedBytes}>
              {roomWords(usedBytes, allowedBytes)}
            </span>
          </p>
          <p className="fine">When there is no room for another, the least recently used are dropped.</p>
          {report !== null && <p>{[report.text, ...report.places].join(' ')}</p>}
          <p role="status">{writing !== null && `Copying ${writing} …`}</p>
          {copies.length > 0 ? (
            <CopyTable copies={copies} />
          ) : (
            writing === null && <p>No file is kept yet.</p>
          )}
        </>
      )}
    </div>
  );
}

function CopyTable({ copies }: { readonly copies: readonly FileCopy[] }): ReactNode {
  const app = useApp();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Size</th>
          <th scope="col">Last used</th>
          <th>
            <span className="visually-hidden">Forget</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {copies.map(({ key, name, sizeBytes, usedAtMs }) => (
          <tr key={key} data-testid="file-copy" data-name={name} data-bytes={sizeBytes}>
            <th scope="row">{name}</th>
            <td>{amount(sizeBytes)}</td>
            <td>{moment(usedAtMs, Date.now())}</td>
            <td>
              <Button
                aria-label={`Forget the copy of ${name}`}
                onClick={() => void loadCopies(app).then((copies) => copies.forget(key))}
              >
                Forget
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
