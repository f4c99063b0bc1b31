/** Settings of ends and flows that a scenario changes a little. */
import type { ControllerSettings } from '../../sender/congestion/controller-settings';
import type { EndpointSettings } from './endpoint-settings';
import type { HandshakeSettings } from './handshake';
import type { HostSettings } from './host';
import type { FlowSettings } from './run';

/** RFC 9000 §18.2. */
const MAX_ACK_DELAY_MS = 25;

/** The messages of quiche 0.30 with the certificate of the recordings. */
export const QUICHE_HANDSHAKE: HandshakeSettings = {
  clientHelloBytes: 1489,
  serverHelloBytes: 1178,
  certificateBytes: 636,
  finishedBytes: 52,
  requestBytes: [24, 10, 10, 80],
};

/** One that acknowledges every other packet, as RFC 9000 §13.2.2 recommends. */
export function plainEnd(host: HostSettings, changes: Partial<EndpointSettings> = {}): EndpointSettings {
  return {
    datagramBytes: 1350,
    host,
    recovery: { maxAckDelayMs: MAX_ACK_DELAY_MS },
    paces: false,
    usesEcn: false,
    ackEvery: 2,
    maxAckDelayMs: MAX_ACK_DELAY_MS,
    receiveWindowBytes: null,
    ...changes,
  };
}

/**
 * An end as quiche has it, in what decides over a spiral: it acknowledges at once whatever it reads in one go, and never declares persistent
 * congestion (its issue 2680).
 */
export function quicheEnd(host: HostSettings, changes: Partial<EndpointSettings> = {}): EndpointSettings {
  const recovery = { maxAckDelayMs: MAX_ACK_DELAY_MS, persistentCongestion: false };
  return plainEnd(host, { ackEvery: 1, recovery, ...changes });
}

/** One download of so many bytes. */
export function download(
  controller: ControllerSettings,
  server: EndpointSettings,
  client: EndpointSettings,
  bytes: number,
  changes: Partial<FlowSettings> = {},
): FlowSettings {
  return {
    controller,
    initialDatagrams: 10,
    server,
    client,
    handshake: QUICHE_HANDSHAKE,
    isUpload: false,
    writes: [{ atMs: 0, bytes }],
    startMs: 0,
    accessDelayMs: 0,
    ...changes,
  };
}
