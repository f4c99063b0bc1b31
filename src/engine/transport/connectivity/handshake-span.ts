/** The time of the handshake, for what is shown while a trace is read: cheap, and without its steps. */
import type { TransportState } from '../transport';
import type { TimeSpan } from './connectivity';

/**
 * From the first Initial or Handshake packet until the handshake was confirmed, or to the last of these packets where no
 * record says that it was; null where the log has none of them.
 */
export function handshakeSpan({ connectivity }: TransportState): TimeSpan | null {
  const { packets, entries, doneUs } = connectivity;
  const of = [packets.initial, packets.handshake].flatMap(({ sent, received }) => [sent, received]);
  const seen = of.filter((direction) => direction.packets > 0);
  if (seen.length === 0) return null;
  const fromUs = Math.min(...seen.map(({ firstUs }) => firstUs));
  const confirmed = entries.find(({ said }) => said.fact === 'state' && said.state === 'handshake_confirmed');
  const confirmedUs = confirmed?.timeUs ?? doneUs;
  const lastUs = Math.max(...seen.map((direction) => direction.lastUs));
  return { fromUs, toUs: Math.max(fromUs, Number.isNaN(confirmedUs) ? lastUs : confirmedUs) };
}
