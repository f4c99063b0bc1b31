/** Packet number spaces (RFC 9000 §12.3), of packet types and of keys in any spelling. */

/** Ids for a byte column. */
export const PacketSpace = { initial: 0, handshake: 1, application: 2, none: 3 } as const;
export type PacketSpace = (typeof PacketSpace)[keyof typeof PacketSpace];

/**
 * The packet number space of a packet type (or of a space's name) in any spelling: `1RTT`, `onertt`, `short_header`,
 * `0RTT`, `application_data` … Retry, Version Negotiation and Stateless Reset have no packet number: `none`.
 */
export function packetSpaceOf(packetType: string): PacketSpace {
  switch (packetType) {
    case '1RTT':
      return PacketSpace.application;
    case 'initial':
      return PacketSpace.initial;
    case 'handshake':
      return PacketSpace.handshake;
    default:
      return spaceOfSpelling(packetType.toLowerCase().replace(/[ -]/g, '_'));
  }
}

function spaceOfSpelling(type: string): PacketSpace {
  if (type.startsWith('initial')) return PacketSpace.initial;
  if (type.startsWith('handshake')) return PacketSpace.handshake;
  const unnumbered = ['retry', 'version_negotiation', 'versionnegotiation', 'stateless_reset'];
  return unnumbered.includes(type) ? PacketSpace.none : PacketSpace.application;
}

/** Space whose keys a `key_discarded` event discards, from `key_type` (`server_handshake_secret` …). */
export function discardedSpaceOf(keyType: string): PacketSpace {
  const type = keyType.toLowerCase();
  if (type.includes('initial')) return PacketSpace.initial;
  if (type.includes('handshake')) return PacketSpace.handshake;
  return PacketSpace.none;
}
