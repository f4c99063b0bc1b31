/**
 * What a client makes of a Version Negotiation packet (RFC 9000 §6.2, RFC 9368 §2): it gives up, or it chooses a version and begins
 * anew, some stacks in the same log and some in one of its own.
 */
import type { TransportState } from '../transport';
import type { LifeEntry } from './connectivity-log';

/** The first Version Negotiation packet that this endpoint received. */
export function versionOffer({ connectivity }: TransportState): LifeEntry | undefined {
  return connectivity.entries.find(
    ({ said, by }) => by === 'remote' && said.fact === 'packet' && said.type === 'version-negotiation',
  );
}

/**
 * The version that a record after the packet names: that of the next attempt. Where the packet is not logged, but a record says that the
 * attempt ended for its version, one named after the last Initial packet, if none was received. Null where none is named.
 */
export function chosenVersion(state: TransportState): number | null {
  const { connectivity, termination } = state;
  const offer = versionOffer(state);
  const { sent, received } = connectivity.packets.initial;
  if (offer === undefined && (termination?.how !== 'version-mismatch' || received.packets > 0)) return null;
  const chosen = connectivity.entries.findLast(
    ({ said, row, timeUs }) =>
      said.fact === 'version' && (offer === undefined ? timeUs > sent.lastUs : row > offer.row),
  )?.said;
  return chosen?.fact === 'version' ? chosen.version : null;
}

/** An Initial packet is sent, or one is received, after the Version Negotiation packet: the next attempt is in this log. */
export function beginsAnewHere(state: TransportState): boolean {
  const offer = versionOffer(state);
  const { sent, received } = state.connectivity.packets.initial;
  return offer !== undefined && (sent.lastUs > offer.timeUs || received.packets > 0);
}
