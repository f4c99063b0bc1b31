/**
 * All connections of a file in one list, over all its texts: shown in the connection chooser; also selects the default
 * one.
 */

import type { VantagePoint } from '../../../qlog-schema';
import { mostSevere } from '../../base/text/severities';
import type { Severity } from '../../findings/finding/finding';
import type { ConnectionSummary } from '../contract/quality';
import type { Analysis } from './analysis';
import type { FileText } from './file-text';
import type { Connection } from './pipeline';
import { isRecorded } from './recorded';

export interface FileConnection {
  readonly text: FileText;
  readonly connection: Connection;
}

const RANK: { readonly [severity in Severity]: number } = { critical: 3, warning: 2, info: 1 };

export function connectionsOf(texts: readonly FileText[]): readonly FileConnection[] {
  return texts.flatMap((text) => text.pipeline.connections.map((connection) => ({ text, connection })));
}

/** Role of the endpoint that logged a connection: from its packets, else from its header. */
export function roleOf({ info, state }: Connection): VantagePoint {
  const { vantagePoint } = info;
  return state.role === 'unknown' || vantagePoint === 'network' ? vantagePoint : state.role;
}

export function summariseConnection(
  { text, connection }: FileConnection,
  index: number,
  analysis: Analysis | undefined,
): ConnectionSummary {
  const { info, state } = connection;
  return {
    index,
    entry: text.name,
    title: info.title,
    role: roleOf(connection),
    side: state.side,
    sentBytes: state.sentBytes,
    receivedBytes: state.receivedBytes,
    durationUs: Number.isNaN(state.firstUs) ? 0 : state.lastUs - state.firstUs,
    events: state.events.length,
    groupId: info.groupId,
    odcid: info.odcid,
    worst: mostSevere(analysis?.verdicts.findings ?? []),
  };
}

/**
 * Index of the default connection: the worst finding first, then most bytes sent, then one of which the log tells, then most
 * events.
 * @param analyses by index, of the connections analysed so far.
 */
export function mainConnection(
  connections: readonly FileConnection[],
  analyses: readonly Analysis[],
): number {
  const rank = (i: number): number => {
    const worst = mostSevere(analyses[i]?.verdicts.findings ?? []);
    return worst === null ? 0 : RANK[worst];
  };
  const sent = (i: number): number => connections[i]?.connection.state.sentInFlightBytes ?? 0;
  const recorded = (i: number): number => Number(isRecordedAt(connections[i]));
  const events = (i: number): number => connections[i]?.connection.state.events.length ?? 0;
  let best = 0;
  for (let i = 1; i < connections.length; i++) {
    const ahead =
      rank(i) - rank(best) ||
      sent(i) - sent(best) ||
      recorded(i) - recorded(best) ||
      events(i) - events(best);
    if (ahead > 0) best = i;
  }
  return best;
}

function isRecordedAt(item: FileConnection | undefined): boolean {
  return item !== undefined && isRecorded(item.connection);
}
