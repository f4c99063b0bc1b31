/** The time of the handshake and whether it completed, for what is shown while a trace is read: cheap, and without its steps. */
import type { TransportState } from '../transport';
import type { TimeSpan } from './connectivity';
import { completeOf } from './handshake-complete';

/** 1-RTT packets of both directions show that it was, whoever is the client. */
export function isHandshakeComplete(state: TransportState): boolean {
  const { sent, received } = state.connectivity.packets['one-rtt'];
  return (sent.packets > 0 && received.packets > 0) || completeOf(state) !== null;
}

/**
 * From the first Initial or Handshake packet until the handshake was confirmed, or to the last of these packets, with Retry and Version
 * Negotiation, where no record says that it was; null where the log has none of them.
 */
export function handshakeSpan({ connectivity }: TransportState): TimeSpan | null {
  const { packets, entries, doneUs } = connectivity;
  const of = [packets.initial, packets.handshake].flatMap(({ sent, received }) => [sent, received]);
  const seen = of.filter((direction) => direction.packets > 0);
  if (seen.length === 0) return null;
  const fromUs = Math.min(...seen.map(({ firstUs }) => firstUs));
  const confirmed = entries.find(({ said }) => said.fact === 'state' && said.state === 'handshake_confirmed');
  const confirmedUs = confirmed?.timeUs ?? doneUs;
  const answer = entries.findLast(({ said }) => said.fact === 'packet');
  const lastUs = Math.max(...seen.map((direction) => direction.lastUs), answer?.timeUs ?? fromUs);
  return { fromUs, toUs: Math.max(fromUs, Number.isNaN(confirmedUs) ? lastUs : confirmedUs) };
}
