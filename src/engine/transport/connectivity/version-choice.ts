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

/** The version that a record behind the packet names: that of the next attempt. Null where none does. */
export function chosenVersion(state: TransportState): number | null {
  const offer = versionOffer(state);
  if (offer === undefined) return null;
  const chosen = state.connectivity.entries.findLast(
    ({ said, row }) => said.fact === 'version' && row > offer.row,
  )?.said;
  return chosen?.fact === 'version' ? chosen.version : null;
}

/** An Initial packet is sent, or one is received, behind the Version Negotiation packet: the next attempt is in this log. */
export function beginsAnewHere(state: TransportState): boolean {
  const offer = versionOffer(state);
  const { sent, received } = state.connectivity.packets.initial;
  return offer !== undefined && (sent.lastUs > offer.timeUs || received.packets > 0);
}
