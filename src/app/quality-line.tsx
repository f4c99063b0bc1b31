/** Trace quality in one line that opens: what was skipped, what the log lacks, how losses are known. */
import type { ReactNode } from 'react';
import { lossWords } from '../panels/words';
import type { Snapshot } from '../protocol';
import { count } from '../text/figures';
import { MessageLine } from './messages';

function facts({ summary, catalogue }: Snapshot): readonly (readonly [string, string])[] {
  const has = (id: string): string => (catalogue.some((info) => info.id === id) ? 'logged' : 'not logged');
  return [
    [
      'Container',
      `${summary.container ?? 'unknown'}, ${summary.compression === 'none' ? 'not compressed' : summary.compression}`,
    ],
    ['qlog version', summary.qlogVersion],
    ['Events', `${count(summary.events)} read, ${count(summary.skippedRecords)} records skipped`],
    ['Losses', lossWords(summary.lossMethod)],
    ['Acknowledged after being declared lost', count(summary.spuriousLosses)],
    ['Congestion window', has('cwnd')],
    [
      'Bytes in flight',
      catalogue.some(({ id }) => id === 'bytes-in-flight-rebuilt') ? 'rebuilt' : has('bytes-in-flight'),
    ],
    ['RTT', has('smoothed-rtt')],
    ['Congestion states', summary.states.length === 0 ? 'not logged' : summary.states.join(', ')],
  ];
}

export function QualityLine({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  // The receiver's note stands above already.
  const notes = snapshot.messages.filter(({ level, kind }) => level === 'note' && kind !== 'receiver');
  const { summary } = snapshot;
  const words = [
    summary.skippedRecords === 0 ? 'nothing skipped' : `${count(summary.skippedRecords)} records skipped`,
    notes.length === 0 ? null : `${count(notes.length)} ${notes.length === 1 ? 'note' : 'notes'}`,
    `losses ${lossWords(summary.lossMethod)}`,
  ].filter((word) => word !== null);
  return (
    <details className="quality" data-testid="quality">
      <summary>Trace quality: {words.join(', ')}</summary>
      {notes.map((message) => (
        <MessageLine key={message.kind} message={message} />
      ))}
      <dl>
        {facts(snapshot).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
