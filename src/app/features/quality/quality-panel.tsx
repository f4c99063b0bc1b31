/** Trace quality: one line that opens into the file's format, its missing fields, and records that were not read. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LOG_REMARK } from '../../../engine/base/text/remarks';
import { QUALITY } from '../../../sharing/report/words/finding-words';
import { MessageLine } from '../../controls/messages';
import { useSelected } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';
import { QualityBody } from './quality-body';
import { qualityLine, qualityNotes } from './quality-line';

export function QualityPanel({ trace, snapshot }: TraceProps): ReactNode {
  const [open, setOpen] = useState(false);
  const words = qualityLine(snapshot);
  const notes = qualityNotes(snapshot);
  const remark = snapshot.remarks.find(({ id }) => id === LOG_REMARK);
  const isChosen = useSelected(trace.view, ({ chosen }) => chosen !== null && chosen === remark?.key);
  const panel = useRef<HTMLDetailsElement>(null);
  // A link may name what limits the log.
  useEffect(() => {
    if (isChosen && panel.current !== null) panel.current.open = true;
  }, [isChosen]);
  return (
    <details
      className="quality"
      data-testid="quality"
      ref={panel}
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
          <span>Trace quality{words.length === 0 ? '' : ` (${words.length})`}</span>
          {words.map((word, i) => (
            <span key={word}>
              {i === 0 ? ':' : ','} {word}
            </span>
          ))}
        </span>
      </summary>
      <div className="quality-body">
        {remark !== undefined && <p>{remark.verdict}</p>}
        {notes.map((message) => (
          <MessageLine key={`${message.kind} ${message.text}`} message={message} />
        ))}
        {open && <QualityBody snapshot={snapshot} />}
      </div>
    </details>
  );
}
