/**
 * One line of figures about the trace, and the host it was read from: who logged it, when, how it ended, what was lost, at which rate. It
 * opens to all of them; every figure is also a data attribute.
 */
import type { ReactNode } from 'react';
import { marksOf } from '../../engine/base/text/origin-marks';
import { MODEL_REMARK } from '../../engine/base/text/remarks';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import {
  connectionIdOf,
  controllerFigure,
  furtherFigures,
  shortId,
  statusFigures,
} from '../../sharing/report/words/summary-words';
import { Button } from '../controls/button';
import { CopyButton } from '../controls/copy-button';
import { OriginBadges } from '../controls/origin-badges';
import type { OpenTrace } from '../state/traces/open-trace';

interface SummaryStripProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  /** Null for a local trace, and while the progress line shows the host. */
  readonly host: string | null;
}

export function SummaryStrip({ trace, snapshot, host }: SummaryStripProps): ReactNode {
  const { summary } = snapshot;
  const connectionId = connectionIdOf(snapshot);
  const marks = marksOf(snapshot);
  const remark = snapshot.remarks.find(({ id }) => id === MODEL_REMARK);
  const controller = controllerFigure(snapshot);
  return (
    <div
      className="summary"
      data-testid="summary"
      data-implementation={summary.implementation ?? ''}
      data-implementation-version={summary.implementationVersion ?? ''}
      data-qlog-version={summary.qlogVersion}
      data-container={summary.container ?? ''}
      data-compression={summary.compression}
      data-vantage-point={summary.vantagePoint}
      data-side={summary.side}
      data-duration-ms={summary.durationUs / 1000}
      data-events={summary.events}
      data-column-bytes={snapshot.progress.columnBytes}
      data-skipped-records={summary.skippedRecords}
      data-sent-bytes={summary.sentBytes}
      data-packets-sent={summary.packetsSent}
      data-packets-lost={summary.packetsLost}
      data-loss-method={summary.lossMethod}
      data-transitions={summary.transitions}
      data-rtt-min-ms={summary.minRttUs / 1000}
      data-rtt-smoothed-ms={summary.smoothedRttUs / 1000}
      data-cwnd-min-bytes={summary.cwndMinBytes}
      data-cwnd-max-bytes={summary.cwndMaxBytes}
      data-goodput-bytes={summary.goodputBytes}
      data-ending={summary.ending?.how}
      data-marks={marks.join(' ')}
    >
      <details>
        <summary title="All figures">
          {marks.length > 0 && (
            <span>
              <OriginBadges marks={marks} />
            </span>
          )}
          {host !== null && <span data-testid="summary-host">from {host}</span>}
          {/* One text: figures that come would push one another. */}
          <span>{statusFigures(snapshot).join(' · ')}</span>
        </summary>
        <p className="answer-over">
          {furtherFigures(snapshot).map((figure) => (
            <span key={figure}>
              {figure === controller && remark !== undefined ? (
                <Button
                  data-testid="controller"
                  title={remark.verdict}
                  onClick={() => trace.choose(remark.key)}
                >
                  {figure}
                </Button>
              ) : (
                figure
              )}
            </span>
          ))}
          {connectionId !== null && (
            <span>
              <CopyButton
                label={`ID ${shortId(connectionId)}`}
                testId="connection-id"
                title={`Copy the connection ID ${connectionId}`}
                text={() => connectionId}
              />
            </span>
          )}
        </p>
      </details>
    </div>
  );
}
