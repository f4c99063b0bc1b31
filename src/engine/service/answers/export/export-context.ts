/** What the format of a trace is given of a connection to export its records: figures of its state, and redacted names. */
import { lowerBound } from '../../../base/columns/growable';
import type { ConnectionFacts } from '../../../input/formats/connection-facts';
import type { ExportContext, ExportedRow, ExportVersion, LeftOut } from '../../../input/formats/exporting';
import type { ShareOptions } from '../../../reading/contract/share-options';
import type { TransportState } from '../../../sender/transport/transport';
import { stateMask } from '../../redaction/redact';

export interface LoggedConnection {
  readonly info: ConnectionFacts;
  readonly state: TransportState;
}

/** @param first first row of the range: counters of losses start at 0 there. */
export function exportContext(
  { info, state }: LoggedConnection,
  options: ShareOptions,
  version: ExportVersion,
  first: number,
  leftOut: LeftOut,
): ExportContext {
  const { names } = state.states;
  const mask = stateMask(names, options);
  const { timeUs } = state.events;
  const fromUs = first < timeUs.length ? timeUs.at(first) : Number.POSITIVE_INFINITY;
  const counted = state.losses.of('counted');
  const lostBefore = counted.packets
    .subarray(0, lowerBound(counted.timesUs, fromUs))
    .reduce((sum, packets) => sum + packets, 0);
  return {
    connection: info.index,
    options,
    version,
    leftOut,
    rttFactor: state.units.rtt?.factor ?? 1,
    delayFactor: state.units.ackDelay?.factor ?? 1,
    lostBefore,
    states: names,
    redactState: (name) => mask.redact(name),
  };
}

export function exportedRow({ events }: TransportState, row: number): ExportedRow {
  return {
    kind: events.kind.at(row),
    space: events.space.at(row),
    packetNumber: events.packetNumber.at(row),
    sizeBytes: events.sizeBytes.at(row),
  };
}
