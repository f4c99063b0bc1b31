/** Progress of reading, the remote host, and Cancel. */
import type { ReactNode } from 'react';
import { amount, count, percent } from '../../engine/base/text/figures';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { Button } from '../controls/button';
import { useApp } from '../controls/use-app';
import type { OpenTrace } from '../state/traces/open-trace';
import { hostOfTrace } from '../state/traces/trace-host';

const PHASE_WORDS: { readonly [phase in Snapshot['phase']]: string } = {
  opening: 'Opening',
  reading: 'Reading',
  analysing: 'Analysing',
  ready: 'Ready',
  failed: 'Stopped',
};

interface LoadingProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot | null;
}

/** In the page's store: what is shown of it while it comes has not been checked. */
function isStored({ source }: OpenTrace): boolean {
  return source.kind === 'url' && source.object !== undefined;
}

/** One text: figures that grow would push one another. @param isRemote its size may not be known. */
function figuresOf(progress: Snapshot['progress'], isRemote: boolean): string {
  const { readBytes, totalBytes, megabytesPerSecond, events, skippedRecords } = progress;
  const size = totalBytes === null ? ', size unknown' : ` of ${amount(totalBytes)}`;
  const read = totalBytes === null ? amount(readBytes) : percent(shareOf(readBytes, totalBytes));
  return [
    `${read}${isRemote ? size : ''}`,
    `${megabytesPerSecond.toFixed(0)} MB/s`,
    `${count(events)} events`,
    `${count(skippedRecords)} skipped`,
  ].join(' · ');
}

const shareOf = (readBytes: number, totalBytes: number): number =>
  Math.min(1, readBytes / Math.max(1, totalBytes));

export function Loading({ trace, snapshot }: LoadingProps): ReactNode {
  const app = useApp();
  const phase = snapshot?.phase ?? 'opening';
  const progress = snapshot?.progress;
  const total = progress?.totalBytes ?? null;
  const share = progress === undefined || total === null ? null : shareOf(progress.readBytes, total);
  const host = hostOfTrace(trace);
  // A run of the lab is made before it is read.
  const words = phase === 'opening' && trace.source.kind === 'run' ? 'Simulating' : PHASE_WORDS[phase];
  return (
    <div className="loading" data-testid="loading" data-phase={phase}>
      <span className="loading-phase">
        {words}
        {host !== null && ` from ${host}`}
      </span>
      <progress aria-label={`${words} ${trace.name}`} max={1} value={share ?? undefined} />
      <Button data-testid="cancel" onClick={() => app.files.cancelShown()}>
        Cancel
      </Button>
      {isStored(trace) && (
        <span>Its hash is compared when all of it is here; until then it may be anything.</span>
      )}
      {progress !== undefined && (
        <span className="loading-figures">{figuresOf(progress, host !== null)}</span>
      )}
      <span className="visually-hidden" role="status">
        {words} {trace.name}
        {host !== null && ` from ${host}`}
        {share === null ? '' : `, ${Math.floor(share * 4) * 25} %`}
      </span>
    </div>
  );
}
