/** Answers `packetSearch`: which sent packet is meant by a point of a picture, a name, or a step from another one. */
import type { PacketMark, PacketSearch } from '../../reading/contract/packet-facts';
import {
  beside,
  markOf,
  nearestLost,
  nearestMark,
  nearestProbe,
  nearestSent,
  type PacketPlace,
  placeOf,
  spaceOf,
} from '../../sender/transport/packet-search';
import type { TransportState } from '../../sender/transport/transport';
import type { Handler } from './handler';

export const handler: Handler<'packetSearch'> = (file, { connection, search }) =>
  searchPacket(file.connection(connection).connection.state, search);

/** @returns null where there is none. */
export function searchPacket(state: TransportState, search: PacketSearch): PacketMark | null {
  const place = find(state, search);
  return place === null ? null : markOf(state, place);
}

function find(state: TransportState, search: PacketSearch): PacketPlace | null {
  switch (search.kind) {
    case 'named':
      return placeOf(state, search.space, search.packetNumber);
    case 'near':
      return nearestMark(state, spaceOf(search.space), search);
    case 'sent-near':
      return nearestSent(state, search.timeUs);
    case 'lost-near':
      return nearestLost(state, search.timeUs, search.withinUs);
    case 'probe-near':
      return nearestProbe(state, search.timeUs, search.withinUs);
    case 'step': {
      const from = placeOf(state, search.from.space, search.from.packetNumber);
      return from && beside(state, from, search.by, search.among);
    }
  }
}
