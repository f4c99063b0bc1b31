/**
 * Every spelling of every canonical event, as data.
 *
 * Event names changed with each draft (`transport:` and `recovery:` became `quic:`), and real files mix old and new
 * names whatever version they claim: so names are never derived from the version. Sources:
 * draft-marx-qlog-event-definitions-quic-h3-00 to -02, draft-ietf-quic-qlog-quic-events-00 to -14,
 * draft-ietf-quic-qlog-h3-events-00 to -14, and files of some twenty stacks. Spellings are lower case, with `_` for blanks.
 */
import { EventKind } from './event-kinds';

export interface EventDefinition {
  readonly kind: EventKind;
  /** Newest name, from the current draft. */
  readonly canonical: string;
  /** Older and vendor spellings, `namespace:type`. */
  readonly aliases: readonly string[];
  /** Types used only by QUIC schemas, recognised without a namespace. */
  readonly unique: readonly string[];
}

function define(
  kind: EventKind,
  canonical: string,
  aliases: readonly string[],
  unique: readonly string[] = [],
): EventDefinition {
  return { kind, canonical, aliases, unique };
}

/** The same type in several namespaces. */
const inEach = (namespaces: string, ...types: readonly string[]): readonly string[] =>
  namespaces.split(' ').flatMap((namespace) => types.map((type) => `${namespace}:${type}`));

const K = EventKind;

export const EVENT_DEFINITIONS: readonly EventDefinition[] = [
  define(K.packetSent, 'quic:packet_sent', inEach('transport', 'packet_sent', 'packet_tx'), [
    'packet_sent',
    'packet_tx',
  ]),
  define(K.packetReceived, 'quic:packet_received', inEach('transport', 'packet_received', 'packet_rx'), [
    'packet_received',
    'packet_rx',
  ]),
  define(
    K.packetDropped,
    'quic:packet_dropped',
    [...inEach('transport', 'packet_dropped', 'packet_drop'), 'connectivity:packet_dropped'],
    ['packet_dropped', 'packet_drop'],
  ),
  define(K.packetBuffered, 'quic:packet_buffered', ['transport:packet_buffered'], ['packet_buffered']),
  define(
    K.packetsAcked,
    'quic:packets_acked',
    [
      'quic:packet_ack',
      ...inEach('transport', 'packets_acked', 'packet_ack', 'packet_acknowledged'),
      ...inEach('recovery', 'packets_acked', 'packet_acknowledged', 'packet_ack'),
    ],
    ['packets_acked', 'packet_ack', 'packet_acknowledged'],
  ),
  define(
    K.packetLost,
    'quic:packet_lost',
    [...inEach('recovery transport', 'packet_lost', 'packets_lost'), ...inEach('loss', 'packets_lost')],
    ['packet_lost', 'packets_lost'],
  ),
  define(
    K.markedForRetransmit,
    'quic:marked_for_retransmit',
    [...inEach('recovery', 'marked_for_retransmit', 'packet_retransmit'), 'transport:packet_retransmit'],
    ['marked_for_retransmit', 'packet_retransmit'],
  ),
  define(
    K.metricsUpdated,
    'quic:recovery_metrics_updated',
    [
      ...inEach('quic', 'metrics_updated', 'metric_update'),
      ...inEach(
        'recovery',
        'metrics_updated',
        'metric_update',
        'recovery_metrics_updated',
        'rec_metrics_updated',
        'rtt_update',
        'cwnd_update',
        'bytes_in_flight_update',
        'congestion_metric_update',
      ),
      ...inEach('metric_update', 'metric_update', 'congestion_metric_update'),
    ],
    [
      'recovery_metrics_updated',
      'rec_metrics_updated',
      'metrics_updated',
      'metric_update',
      'congestion_metric_update',
      'rtt_update',
      'cwnd_update',
      'bytes_in_flight_update',
    ],
  ),
  define(
    K.recoveryParametersSet,
    'quic:recovery_parameters_set',
    inEach('recovery', 'parameters_set', 'rec_parameters_set', 'recovery_parameters_set'),
    ['recovery_parameters_set', 'rec_parameters_set'],
  ),
  define(
    K.congestionStateUpdated,
    'quic:congestion_state_updated',
    inEach('recovery', 'congestion_state_updated', 'cc_state_update', 'cc_state_updated'),
    ['congestion_state_updated', 'cc_state_update', 'cc_state_updated'],
  ),
  define(
    K.timerUpdated,
    'quic:timer_updated',
    [
      'quic:loss_timer_updated',
      ...inEach(
        'recovery',
        'loss_timer_updated',
        'timer_updated',
        'loss_timer_set',
        'loss_timer_expired',
        'loss_timer_triggered',
        'loss_alarm_set',
        'loss_alarm_fired',
        'loss_alarm',
        'loss_detection_armed',
        'loss_detection_postponed',
        'loss_detection_triggered',
      ),
      'loss:loss_alarm',
    ],
    ['loss_timer_updated', 'loss_timer_set', 'loss_timer_expired', 'loss_alarm_set', 'loss_alarm_fired'],
  ),
  define(K.ecnStateUpdated, 'quic:ecn_state_updated', inEach('recovery transport', 'ecn_state_updated'), [
    'ecn_state_updated',
  ]),
  define(K.parametersSet, 'quic:parameters_set', [
    'transport:parameters_set',
    ...inEach('transport', 'transport_parameters_update', 'cipher_update'),
  ]),
  define(K.parametersRestored, 'quic:parameters_restored', ['transport:parameters_restored']),
  define(K.versionInformation, 'quic:version_information', [
    ...inEach('transport', 'version_information', 'version_update'),
    ...inEach('connectivity', 'version_update'),
  ]),
  define(K.alpnInformation, 'quic:alpn_information', [
    ...inEach('transport security', 'alpn_information', 'alpn_update'),
  ]),
  define(K.mtuUpdated, 'quic:mtu_updated', inEach('connectivity recovery transport', 'mtu_updated'), [
    'mtu_updated',
  ]),
  define(K.udpDatagramsSent, 'quic:udp_datagrams_sent', [
    ...inEach('quic transport', 'datagrams_sent', 'datagram_sent'),
  ]),
  define(K.udpDatagramsReceived, 'quic:udp_datagrams_received', [
    ...inEach('quic transport', 'datagrams_received', 'datagram_received'),
  ]),
  define(K.udpDatagramDropped, 'quic:udp_datagram_dropped', inEach('quic transport', 'datagram_dropped')),
  define(K.framesCreated, 'quic:frames_created', ['transport:frames_created']),
  define(K.framesParsed, 'quic:frames_parsed', [
    'transport:frames_parsed',
    ...inEach('quic transport', 'frames_processed'),
    ...inEach('transport', 'ack_new', 'stream_new', 'maxdata_new', 'maxstreamdata_new'),
  ]),
  define(K.streamDataMoved, 'quic:stream_data_moved', inEach('transport', 'data_moved', 'stream_data_moved')),
  define(K.datagramDataMoved, 'quic:datagram_data_moved', ['transport:datagram_data_moved']),
  define(K.streamStateUpdated, 'quic:stream_state_updated', [
    'quic:stream_state_update',
    ...inEach('transport', 'stream_state_updated', 'stream_state_update'),
  ]),
  define(K.connectionDataBlockedUpdated, 'quic:connection_data_blocked_updated', []),
  define(K.streamDataBlockedUpdated, 'quic:stream_data_blocked_updated', []),
  define(K.datagramDataBlockedUpdated, 'quic:datagram_data_blocked_updated', []),
  define(
    K.connectionStarted,
    'quic:connection_started',
    [
      'transport:connection_started',
      ...inEach('connectivity', 'connection_started', 'connection_new', 'new_connection'),
      'connectivity:connection_attempt',
    ],
    ['connection_started', 'connection_new', 'new_connection', 'connection_attempt'],
  ),
  define(
    K.connectionClosed,
    'quic:connection_closed',
    inEach('connectivity transport', 'connection_closed', 'connection_close'),
    ['connection_closed', 'connection_close'],
  ),
  define(K.connectionStateUpdated, 'quic:connection_state_updated', [
    ...inEach('connectivity transport', 'connection_state_updated', 'transport_state_update'),
    ...inEach('quic', 'transport_state_update'),
    'connectivity:handshake',
  ]),
  define(K.connectionIdUpdated, 'quic:connection_id_updated', [
    ...inEach('connectivity transport', 'connection_id_updated', 'connection_id_update'),
  ]),
  define(K.spinBitUpdated, 'quic:spin_bit_updated', [
    ...inEach('connectivity transport', 'spin_bit_updated', 'spin_bit_update'),
  ]),
  define(K.serverListening, 'quic:server_listening', ['connectivity:server_listening']),
  define(K.tupleAssigned, 'quic:tuple_assigned', [
    'quic:path_assigned',
    ...inEach('connectivity transport', 'path_assigned', 'tuple_assigned'),
  ]),
  define(K.migrationStateUpdated, 'quic:migration_state_updated', [
    ...inEach('quic', 'connection_migrated', 'path_validated'),
    'connectivity:migration_state_updated',
  ]),
  define(K.keyUpdated, 'quic:key_updated', inEach('security', 'key_updated', 'key_update')),
  define(
    K.keyDiscarded,
    'quic:key_discarded',
    ['quic:key_retired', ...inEach('security', 'key_discarded', 'key_retired')],
    ['key_discarded', 'key_retired'],
  ),
  define(K.spuriousLoss, 'recovery:spurious_loss', ['quic:spurious_loss'], ['spurious_loss']),
  define(
    K.carefulResumePhaseUpdated,
    'recovery:careful_resume_phase_updated',
    ['quic:careful_resume_phase_updated'],
    ['careful_resume_phase_updated'],
  ),
  define(K.httpFrameCreated, 'http3:frame_created', inEach('http h3', 'frame_created')),
  define(K.httpFrameParsed, 'http3:frame_parsed', inEach('http h3', 'frame_parsed')),
  define(K.httpStreamTypeSet, 'http3:stream_type_set', inEach('http h3', 'stream_type_set')),
  define(K.httpPriorityUpdated, 'http3:priority_updated', inEach('http h3', 'priority_updated')),
];

/** Namespaces in which a type used only by QUIC is recognised even if the pair is not listed. */
export const QUIC_NAMESPACES: readonly string[] = [
  'quic',
  'transport',
  'recovery',
  'connectivity',
  'security',
  'loss',
  'metric_update',
  'info',
];

/** Namespaces of other schemas and of loggers: their events are known, and unrelated to transport. */
export const OTHER_NAMESPACES: readonly string[] = [
  'http',
  'http3',
  'h3',
  'qpack',
  'webtransport',
  'moqt',
  'moq',
  'roq',
  'loglevel',
  'generic',
  'simulation',
  'info',
  'debug',
  'app',
  'error',
  'mvfst',
  'quicx',
  'qperf',
  'quiche',
  'xquic',
  'picoquic',
];
