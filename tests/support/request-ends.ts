/** When requests end in the logs of both ends of one connection: how far apart, on one clock. */
import { maxAckDelayUs } from '../../src/engine/findings/measures/max-ack-delay.ts';
import type { HttpRow } from '../../src/engine/sender/http/http-row.ts';
import { httpTable } from '../../src/engine/sender/http/http-table.ts';
import { onFirstClock } from '../../src/engine/service/compare/clocks.ts';
import { relatedBy } from '../../src/engine/service/compare/ends.ts';
import { isMatched } from '../../src/engine/service/compare/packet-match.ts';
import { openCompared } from './compared.ts';
import { loadTrace } from './load.ts';

export interface EndApart {
  readonly streamId: number;
  readonly server: HttpRow['outcome'];
  /** How much later it ends in the server's log, µs. */
  readonly apartUs: number;
  /** RTT/2 + max_ack_delay, µs. */
  readonly boundUs: number;
}

/** @returns the requests that the client has whole; null where the packets of the two logs cannot be matched. */
export async function endsApart(serverPath: string, clientPath: string): Promise<readonly EndApart[] | null> {
  const [server, client] = await Promise.all([
    openCompared(serverPath, 'server', true),
    openCompared(clientPath, 'client', true),
  ]);
  const { match } = relatedBy(server, client);
  if (!isMatched(match)) return null;
  const [ofServer, ofClient] = [loadTrace(serverPath).pipeline.state, loadTrace(clientPath).pipeline.state];
  const boundUs = server.summary.smoothedRttUs / 2 + maxAckDelayUs(ofServer.parameters);
  const whole = new Map(
    httpTable(ofClient, 'start')
      .rows.filter(({ outcome }) => outcome === 'done')
      .map(({ streamId, endUs }) => [streamId, onFirstClock(match.clocks, endUs)]),
  );
  return httpTable(ofServer, 'start').rows.flatMap(({ streamId, outcome, endUs }) => {
    const clientUs = whole.get(streamId);
    return clientUs === undefined ? [] : [{ streamId, server: outcome, apartUs: endUs - clientUs, boundUs }];
  });
}
