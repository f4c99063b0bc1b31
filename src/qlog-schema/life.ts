/**
 * What a record says of the life of its connection, besides its end (termination.ts): packets that only the handshake
 * has, keys, states, addresses, versions, parameters. Few records say any of it; they are always read as if parsed.
 */
import { EventKind } from './event-kinds';
import type { Fact, FieldDefinition } from './field';
import { each, eachWith, oneOf } from './field-lists';
import type { ParameterOwner } from './transport-parameters';

/** Keys by what they protect (RFC 9001 §4). */
export type KeyLevel = 'initial' | 'handshake' | '0rtt' | '1rtt';

export type LoggedAddress = string;

/** A number, a flag as 0 or 1, the length of a connection id in bytes, or a list of versions as text. */
export type ParameterValue = number | string;

export type LoggedLife =
  /** The packet of the row. */
  | { readonly fact: 'packet'; readonly type: 'zero-rtt' | 'retry' | 'version-negotiation' }
  /** The Initial packet of the row holds a token (RFC 9000 §8.1). */
  | { readonly fact: 'token' }
  /** The packet of the row is the first one with its Destination Connection ID. */
  | { readonly fact: 'new-id' }
  | { readonly fact: 'challenge' | 'response'; readonly data: string }
  | {
      readonly fact: 'keys';
      readonly change: 'available' | 'discarded';
      readonly level: KeyLevel;
      readonly of: 'client' | 'server' | 'unknown';
      readonly cause: 'tls' | 'local' | 'remote' | 'unknown';
      /** NaN where it is not logged. */
      readonly phase: number;
    }
  | { readonly fact: 'state'; readonly state: string }
  /** Of a connection, or of one of its paths by its id. */
  | {
      readonly fact: 'addresses';
      readonly path: string | null;
      readonly local: LoggedAddress | null;
      readonly remote: LoggedAddress | null;
    }
  /** @see MIGRATION_STATES; `intended` where the log says whether the endpoint meant it. */
  | { readonly fact: 'migration'; readonly state: string; readonly intended: boolean | null }
  | { readonly fact: 'version'; readonly version: number }
  /** What was chosen, what the client offers and what the server has. */
  | {
      readonly fact: 'alpn';
      readonly chosen: string | null;
      readonly offered: readonly string[];
      readonly supported: readonly string[];
    }
  | { readonly fact: 'server-name'; readonly name: string }
  | {
      readonly fact: 'parameters';
      readonly owner: ParameterOwner;
      readonly values: ReadonlyMap<string, ParameterValue>;
    }
  /** The reason phrase of whoever closed the connection. */
  | { readonly fact: 'reason'; readonly text: string };

export const CONNECTION_STATES =
  'attempted peer_validated handshake_started early_write handshake_complete handshake_completed handshake_confirmed ' +
  'closing draining closed active';

export const MIGRATION_STATES =
  'probing_started probing_abandoned probing_successful migration_started migration_abandoned migration_complete';

const K = EventKind;

/** The fields of events that tell of it only; they stand among those that are read (read-events.ts). */
export const LIFE_EVENTS: readonly (readonly [EventKind, { readonly fields: readonly FieldDefinition[] }])[] =
  [
    [
      K.connectionStateUpdated,
      {
        fields: [
          oneOf('old', CONNECTION_STATES),
          { ...oneOf('new state', CONNECTION_STATES), fact: 'connectionState' },
        ],
      },
    ],
    [
      K.migrationStateUpdated,
      {
        fields: [
          oneOf('old', MIGRATION_STATES),
          { ...oneOf('new', MIGRATION_STATES), fact: 'migrationState' },
          // mvfst: connection_migrated, path_validated.
          { keys: ['intentional'], type: 'flag', exported: true, fact: 'migrationIntended' },
          { keys: ['success'], type: 'flag', exported: true, fact: 'pathValidated' },
        ],
      },
    ],
    [
      K.connectionStarted,
      {
        fields: [
          oneOf('ip_version', 'ipv4 ipv6'),
          ...eachWith('addresses', 'text', 'src_ip', 'dst_ip').map((field) => as('address', field)),
          ...eachWith('addresses', 'amount', 'src_port', 'dst_port').map((field) => as('port', field)),
          ...eachWith('connectionIds', 'hex', 'src_cid', 'dst_cid'),
        ],
      },
    ],
    [
      K.versionInformation,
      {
        fields: [
          { keys: ['server_versions'], type: 'version', list: 64, exported: true },
          { keys: ['client_versions'], type: 'version', list: 64, exported: true },
          ...each('version', 'chosen_version').map((field) => as('chosenVersion', field)),
        ],
      },
    ],
  ];

function as(fact: Fact, field: FieldDefinition): FieldDefinition {
  return { ...field, fact };
}

/** Keys of objects that hold the addresses of an event: of this endpoint, of its peer. Never exported. */
export const ADDRESS_OBJECTS = {
  local: ['local', 'tuple_local', 'path_local'],
  remote: ['remote', 'tuple_remote', 'path_remote'],
} as const;

/** Keys of an address in such an object, or of that which holds it. */
export const ADDRESS_KEYS = {
  holders: ['address_v4', 'address_v6'],
  ip: ['ip', 'ip_v4', 'ip_v6'],
  port: ['port', 'port_v4', 'port_v6'],
} as const;

/** Fields that are read, but never listed in a table, because they must not leave the device in any form. */
export const TOKEN_KEYS: readonly string[] = ['token'];
export const PATH_DATA_KEYS: readonly string[] = ['data', 'path_challenge', 'path_response'];
export const SERVER_NAME_KEYS: readonly string[] = ['sni', 'server_name'];
export const ALPN_KEYS = {
  chosen: ['chosen_alpn', 'alpn', 'new'],
  offered: ['client_alpns', 'proposed_alpn'],
  supported: ['server_alpns'],
} as const;

/** Packet types that only the handshake has, in lower case without separators. */
export const RARE_PACKETS: { readonly [type: string]: 'zero-rtt' | 'retry' | 'version-negotiation' } = {
  '0rtt': 'zero-rtt',
  zerortt: 'zero-rtt',
  retry: 'retry',
  versionnegotiation: 'version-negotiation',
};

export const PATH_ID_KEYS: readonly string[] = ['tuple_id', 'path_id'];

/** Events that may tell of the life of a connection, besides packets. */
export const LIFE_KINDS: ReadonlySet<EventKind> = new Set<EventKind>([
  ...LIFE_EVENTS.map(([kind]) => kind),
  K.parametersSet,
  K.keyUpdated,
  K.keyDiscarded,
  K.tupleAssigned,
  K.alpnInformation,
  K.connectionClosed,
]);
