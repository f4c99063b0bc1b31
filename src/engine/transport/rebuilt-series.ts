/**
 * Series that are computed from packets beside the logged ones: kept apart, so that a panel never draws one
 * quantity from two origins unless it asks for both. Filled by the replay; nothing here reads events.
 */
import { Series, type SeriesInfo } from '../columns/series';

const rebuilt = (
  id: string,
  name: string,
  unit: SeriesInfo['unit'],
  shape: SeriesInfo['shape'],
): SeriesInfo => ({ id, name, unit, shape, origin: 'rebuilt' });

export class RebuiltSeries {
  /** Beside a logged flight; where none is logged `TransportState.series.bytesInFlightRebuilt` holds it. */
  readonly bytesInFlight = new Series(
    rebuilt('bytes-in-flight-from-packets', 'bytes in flight, from packets', 'bytes', 'step'),
  );
  /** Rebuilt minus logged, at each logged value. */
  readonly flightDrift = new Series(
    rebuilt('flight-drift', 'bytes in flight, rebuilt − logged', 'bytes', 'step'),
  );
  readonly latestRtt = new Series(
    rebuilt('latest-rtt-from-packets', 'latest RTT, from packets', 'us', 'line'),
  );
  readonly minRtt = new Series(rebuilt('min-rtt-from-packets', 'min RTT, from packets', 'us', 'step'));
  readonly smoothedRtt = new Series(
    rebuilt('smoothed-rtt-from-packets', 'smoothed RTT, from packets', 'us', 'step'),
  );
  readonly rttVariation = new Series(
    rebuilt('rttvar-from-packets', 'RTT variation, from packets', 'us', 'step'),
  );
  /** Payload that arrived for the first time. */
  readonly goodputTotal = new Series(rebuilt('goodput-total', 'goodput', 'bytes', 'step'));
  /** Payload that was sent again. */
  readonly resentTotal = new Series(rebuilt('resent-total', 'sent again', 'bytes', 'step'));

  /** All of them, in a fixed order, empty ones included. */
  get all(): readonly Series[] {
    return [
      this.bytesInFlight,
      this.flightDrift,
      this.latestRtt,
      this.minRtt,
      this.smoothedRtt,
      this.rttVariation,
      this.goodputTotal,
      this.resentTotal,
    ];
  }
}
