/**
 * The canonical event names and every spelling of them.
 *
 * Event names changed with each draft (`transport:` and `recovery:` became `quic:`), and real files
 * mix old and new names whatever version they claim. So names never follow from the version: they go
 * through this one table. Source: draft-ietf-quic-qlog-quic-events-00 to -14 and what real files hold.
 *
 * What this leaves to others: field names (fields.ts), versions and containers (versions.ts).
 */

/** Numeric ids of the canonical events, small enough for a byte column. `other` is any event not listed. */
export const EventKind = {
  other: 0,
  packetSent: 1,
  packetReceived: 2,
  packetLost: 3,
  packetsAcked: 4,
  metricsUpdated: 5,
  congestionStateUpdated: 6,
  keyDiscarded: 7,
  recoveryParametersSet: 8,
  parametersSet: 9,
  mtuUpdated: 10,
  timerUpdated: 11,
  ecnStateUpdated: 12,
  packetDropped: 13,
  connectionStarted: 14,
  connectionClosed: 15,
  spuriousLoss: 16,
} as const;

export type EventKind = (typeof EventKind)[keyof typeof EventKind];

interface EventDefinition {
  readonly kind: EventKind;
  /** Newest name, as the current draft writes it. */
  readonly canonical: string;
  /** Older and vendor spellings, lower case, `namespace:type`. */
  readonly aliases: readonly string[];
}

export const EVENT_DEFINITIONS: readonly EventDefinition[] = [
  {
    kind: EventKind.packetSent,
    canonical: 'quic:packet_sent',
    aliases: ['transport:packet_sent', 'transport:packet_tx'],
  },
  {
    kind: EventKind.packetReceived,
    canonical: 'quic:packet_received',
    aliases: ['transport:packet_received', 'transport:packet_rx'],
  },
  {
    kind: EventKind.packetLost,
    canonical: 'quic:packet_lost',
    aliases: ['recovery:packet_lost', 'loss:packets_lost'],
  },
  {
    kind: EventKind.packetsAcked,
    canonical: 'quic:packets_acked',
    aliases: ['transport:packets_acked', 'recovery:packet_acknowledged', 'quic:packet_ack'],
  },
  {
    kind: EventKind.metricsUpdated,
    canonical: 'quic:recovery_metrics_updated',
    aliases: [
      'recovery:metrics_updated',
      'recovery:metric_update',
      'recovery:recovery_metrics_updated',
      'recovery:rec_metrics_updated',
      'recovery:rtt_update',
      'quic:metrics_updated',
      'metric_update:metric_update',
      'metric_update:congestion_metric_update',
    ],
  },
  {
    kind: EventKind.congestionStateUpdated,
    canonical: 'quic:congestion_state_updated',
    aliases: ['recovery:congestion_state_updated', 'recovery:cc_state_update'],
  },
  {
    kind: EventKind.keyDiscarded,
    canonical: 'quic:key_discarded',
    aliases: ['security:key_discarded', 'security:key_retired', 'quic:key_retired'],
  },
  {
    kind: EventKind.recoveryParametersSet,
    canonical: 'quic:recovery_parameters_set',
    aliases: ['recovery:parameters_set', 'recovery:rec_parameters_set'],
  },
  {
    kind: EventKind.parametersSet,
    canonical: 'quic:parameters_set',
    aliases: ['transport:parameters_set', 'transport:transport_parameters_update'],
  },
  {
    kind: EventKind.mtuUpdated,
    canonical: 'quic:mtu_updated',
    aliases: ['connectivity:mtu_updated', 'recovery:mtu_updated'],
  },
  {
    kind: EventKind.timerUpdated,
    canonical: 'quic:timer_updated',
    aliases: ['recovery:loss_timer_updated', 'quic:loss_timer_updated'],
  },
  {
    kind: EventKind.ecnStateUpdated,
    canonical: 'quic:ecn_state_updated',
    aliases: ['recovery:ecn_state_updated'],
  },
  {
    kind: EventKind.packetDropped,
    canonical: 'quic:packet_dropped',
    aliases: ['transport:packet_dropped', 'connectivity:packet_dropped'],
  },
  {
    kind: EventKind.connectionStarted,
    canonical: 'quic:connection_started',
    aliases: [
      'connectivity:connection_started',
      'transport:connection_started',
      'connectivity:connection_new',
    ],
  },
  {
    kind: EventKind.connectionClosed,
    canonical: 'quic:connection_closed',
    aliases: [
      'connectivity:connection_closed',
      'transport:connection_closed',
      'connectivity:connection_close',
    ],
  },
  { kind: EventKind.spuriousLoss, canonical: 'recovery:spurious_loss', aliases: [] },
];

const KIND_BY_NAME: ReadonlyMap<string, EventKind> = new Map(
  EVENT_DEFINITIONS.flatMap(({ kind, canonical, aliases }) =>
    [canonical, ...aliases].map((name): [string, EventKind] => [name, kind]),
  ),
);

const seenSpellings = new Map<string, EventKind>();
const SEEN_SPELLINGS_LIMIT = 1024;

/**
 * Looks a logged event name up.
 * @param name `namespace:type` in any case, as the file writes it.
 * @returns the canonical kind, or `EventKind.other` for a name that no draft or known stack uses.
 */
export function eventKindOf(name: string): EventKind {
  const known = seenSpellings.get(name);
  if (known !== undefined) return known;
  const kind = KIND_BY_NAME.get(name.toLowerCase()) ?? EventKind.other;
  if (seenSpellings.size < SEEN_SPELLINGS_LIMIT) seenSpellings.set(name, kind);
  return kind;
}
