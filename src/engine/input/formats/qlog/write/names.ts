/**
 * The qlog version that an export is written in, and the event names of it. An export is always JSON-SEQ. A log of the newest
 * drafts (`file_schema`) or of 0.4 stays in its version; any older log is written as 0.3, the first version with
 * JSON-SEQ and the one that most tools read. Sources: quic-events-01 to -04 (0.3), -05 to -07 (0.4), -09 on (`quic:`).
 */
import { EVENT_DEFINITIONS, EventKind, type QlogFamily } from '../../../../../qlog-schema';

export type Form = '0.3' | '0.4' | 'schema';

export function formOf(family: QlogFamily): Form {
  return family === 'schema' || family === '0.4' ? family : '0.3';
}

const K = EventKind;

/** Names of 0.3. Events unknown to that version have their newest name: readers ignore them. */
const NAMES_03: ReadonlyMap<number, string> = new Map<number, string>([
  [K.packetSent, 'transport:packet_sent'],
  [K.packetReceived, 'transport:packet_received'],
  [K.packetDropped, 'transport:packet_dropped'],
  [K.packetBuffered, 'transport:packet_buffered'],
  [K.packetsAcked, 'transport:packets_acked'],
  [K.packetLost, 'recovery:packet_lost'],
  [K.markedForRetransmit, 'recovery:marked_for_retransmit'],
  [K.metricsUpdated, 'recovery:metrics_updated'],
  [K.congestionStateUpdated, 'recovery:congestion_state_updated'],
  [K.recoveryParametersSet, 'recovery:parameters_set'],
  [K.timerUpdated, 'recovery:loss_timer_updated'],
  [K.ecnStateUpdated, 'recovery:ecn_state_updated'],
  [K.spuriousLoss, 'recovery:spurious_loss'],
  [K.parametersSet, 'transport:parameters_set'],
  [K.parametersRestored, 'transport:parameters_restored'],
  [K.versionInformation, 'transport:version_information'],
  [K.udpDatagramsSent, 'transport:datagrams_sent'],
  [K.udpDatagramsReceived, 'transport:datagrams_received'],
  [K.udpDatagramDropped, 'transport:datagram_dropped'],
  [K.framesParsed, 'transport:frames_processed'],
  [K.streamStateUpdated, 'transport:stream_state_updated'],
  [K.streamDataMoved, 'transport:data_moved'],
  [K.connectionStarted, 'connectivity:connection_started'],
  [K.connectionClosed, 'connectivity:connection_closed'],
  [K.connectionStateUpdated, 'connectivity:connection_state_updated'],
  [K.connectionIdUpdated, 'connectivity:connection_id_updated'],
  [K.spinBitUpdated, 'connectivity:spin_bit_updated'],
  [K.tupleAssigned, 'connectivity:path_assigned'],
  [K.mtuUpdated, 'connectivity:mtu_updated'],
  [K.keyUpdated, 'security:key_updated'],
  [K.keyDiscarded, 'security:key_discarded'],
]);

const NEWEST: ReadonlyMap<number, string> = new Map(
  EVENT_DEFINITIONS.map(({ kind, canonical }): [number, string] => [kind, canonical]),
);

/** The name of an event kind in a form; null for none. */
export function eventNameIn(form: Form, kind: number): string | null {
  const newest = NEWEST.get(kind) ?? null;
  // Of the events that 0.4 moved from `transport` to `quic`, only this one was renamed too.
  if (newest === null || form === 'schema' || (form === '0.4' && kind === K.streamDataMoved)) return newest;
  return olderName(form, NAMES_03.get(kind) ?? newest);
}

/** A name of 0.3, or one that is newer than that, in a form. */
export function olderName(form: Form, name: string): string {
  if (form === 'schema') return name;
  if (form === '0.3') return name.replace(/^http3:/, 'http:');
  return name.replace(/^transport:/, 'quic:').replace(/^http3?:/, 'h3:');
}
