/** Trace quality: one line that opens into the file's format, its missing fields, and records that were not read. */
import { type ReactNode, useState } from 'react';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { QUALITY } from '../../../sharing/report/words/finding-words';
import { MessageLine } from '../../controls/messages';
import { QualityBody } from './quality-body';
import { qualityLine, qualityNotes } from './quality-line';

export function QualityPanel({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const [open, setOpen] = useState(false);
  const words = qualityLine(snapshot);
  const notes = qualityNotes(snapshot);
  return (
    <details
      className="quality"
      data-testid="quality"
      data-panel={QUALITY}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus({ preventScroll: true });
      }}
    >
      <summary title={words.join(', ')}>
        <span className="quality-line">
          <span>Trace quality</span>
          {words.map((word, i) => (
            <span key={word}>
              {i === 0 ? ':' : ','} {word}
            </span>
          ))}
        </span>
      </summary>
      <div className="quality-body">
        {notes.map((message) => (
          <MessageLine key={`${message.kind} ${message.text}`} message={message} />
        ))}
        {open && <QualityBody snapshot={snapshot} />}
      </div>
    </details>
  );
}
