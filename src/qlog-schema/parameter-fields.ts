/** Transport parameters (RFC 9000 §18.2) and parameters of loss recovery (RFC 9002 §6, §7). */
import type { FieldDefinition } from './field';
import { CARRIED_FORWARD, each, eachWith, OWNER } from './field-lists';
import { PARAMETERS } from './read-events';

const read = (fields: readonly FieldDefinition[]): readonly FieldDefinition[] =>
  fields.map((field) => ({ ...field, fact: 'otherParameter' }));

/** Of parameters that are secrets or addresses, only that they were there is read, and nothing is exported. */
const present = (...names: readonly string[]): readonly FieldDefinition[] =>
  names.map((name) => ({ keys: [name], type: 'hex', fact: 'otherParameter' }));

/** Transport parameters beside those whose numbers are read (read-events.ts): RFC 9000 §18.2, RFC 9287, RFC 9368, drafts. */
export const OTHER_PARAMETERS: readonly FieldDefinition[] = [
  OWNER,
  ...each('flag', 'resumption_allowed', 'early_data_enabled'),
  ...read([
    ...each('flag', 'disable_active_migration', 'grease_quic_bit', 'reset_stream_at', 'enable_time_stamp'),
    ...each('amount', 'min_ack_delay', 'initial_max_path_id', 'enable_loss_bit'),
    {
      keys: ['original_destination_connection_id', 'original_connection_id'],
      type: 'hex',
      exported: 'connectionIds',
    },
    {
      keys: ['initial_source_connection_id', 'handshake_connection_id'],
      type: 'hex',
      exported: 'connectionIds',
    },
    ...eachWith('connectionIds', 'hex', 'retry_source_connection_id'),
  ]),
  ...present('stateless_reset_token', 'preferred_address', 'version_information'),
  CARRIED_FORWARD,
];

/** What a client remembered of an earlier connection (RFC 9000 §7.4.1): nothing of it is read. */
export const RESTORED_PARAMETERS: readonly FieldDefinition[] = [
  ...PARAMETERS.fields.map(({ keys, type }): FieldDefinition => ({ keys, type, exported: true })),
  ...OTHER_PARAMETERS,
];

export const RECOVERY_PARAMETERS: readonly FieldDefinition[] = [
  ...each('amount', 'reordering_threshold', 'time_threshold', 'max_datagram_size', 'loss_reduction_factor'),
  ...each('amount', 'persistent_congestion_threshold'),
  ...each('time', 'timer_granularity', 'initial_rtt'),
  { keys: ['initial_congestion_window', 'init_cwnd'], type: 'amount', exported: true },
  { keys: ['minimum_congestion_window', 'min_cwnd'], type: 'amount', exported: true },
];
