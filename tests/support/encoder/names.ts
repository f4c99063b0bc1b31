/**
 * Event names of each time, as `category` and `type`. The writer's own table, on purpose not the reader's.
 * Sources: quic-events drafts 00 to 14; draft-marx-qlog-event-definitions-quic-h3-00 and -01; mvfst before 2025.
 */
import type { NameSet } from './dialect.ts';
import type { ModelEvent } from './model.ts';

export interface EventName {
  readonly category: string;
  readonly type: string;
}

type NamedKind = Exclude<ModelEvent['kind'], 'other'>;

const RECOVERY = {
  packet_lost: 'recovery:packet_lost',
  metrics: 'recovery:metrics_updated',
  state: 'recovery:congestion_state_updated',
} as const;
const TRANSPORT = {
  packet_sent: 'transport:packet_sent',
  packet_received: 'transport:packet_received',
} as const;
const QUIC = { packet_sent: 'quic:packet_sent', packet_received: 'quic:packet_received' } as const;

const NAMES: { readonly [set in NameSet]: { readonly [kind in NamedKind]: string } } = {
  /** quic-events-09 and newer. */
  quic: {
    ...QUIC,
    packet_lost: 'quic:packet_lost',
    metrics: 'quic:recovery_metrics_updated',
    state: 'quic:congestion_state_updated',
  },
  /** quic-events-05 to -08 (0.4), and tquic. */
  'quic+recovery': { ...QUIC, ...RECOVERY },
  /** draft-01 to quic-events-04 (0.3). */
  transport: { ...TRANSPORT, ...RECOVERY },
  /** Traces of the summer of 2019. */
  'draft-01-early': { ...TRANSPORT, ...RECOVERY, metrics: 'recovery:metric_update' },
  'draft-00': {
    packet_sent: 'TRANSPORT:PACKET_SENT',
    packet_received: 'TRANSPORT:PACKET_RECEIVED',
    packet_lost: 'RECOVERY:PACKET_LOST',
    metrics: 'RECOVERY:METRIC_UPDATE',
    state: 'RECOVERY:CC_STATE_UPDATE',
  },
  mvfst: { ...TRANSPORT, ...RECOVERY, metrics: 'metric_update:congestion_metric_update' },
};

/** The name of an event in the words of a set. */
export function nameOf(event: ModelEvent, set: NameSet): EventName {
  if (event.kind !== 'other') return split(NAMES[set][event.kind]);
  const { category, type } = split(event.name);
  const old = set !== 'quic' && set !== 'quic+recovery' && category === 'quic' ? 'transport' : category;
  const name = { category: old, type };
  return set === 'draft-00' ? { category: old.toUpperCase(), type: type.toUpperCase() } : name;
}

function split(name: string): EventName {
  const colon = name.indexOf(':');
  return { category: name.slice(0, colon), type: name.slice(colon + 1) };
}
