/** Entries of a panel's menu that copy or save it; what they do is panel-exports.ts. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { panelExports, type ShownPanel } from './panel-exports';

export function ExportEntries(shown: ShownPanel): ReactNode {
  const { trace } = shown;
  const app = useApp();
  const { members } = trace.set;
  const includesName = useStore(trace.includesName);
  return (
    <>
      <h3>Copy, save</h3>
      <label>
        <input
          type="checkbox"
          data-testid="told-name"
          checked={includesName}
          onChange={({ target }) => {
            for (const { trace: member } of members) member.includesName.set(target.checked);
          }}
        />
        Include the file name{members.length > 1 && 's'}
      </label>
      {panelExports(app, shown).map(({ id, label, run }) => (
        <Button key={id} className={null} data-export={id} onClick={run}>
          {label}
        </Button>
      ))}
      {members.some((member) => member.trace.digest !== null) && (
        <p className="none">Series as CSV: not of a digest, which holds no points.</p>
      )}
    </>
  );
}
