/** When the handshake of a connection was complete, and what steps of its life are made of. */
import type { TransportState } from '../transport';
import type { LifeStep, LifeStepKind } from './connectivity';
import type { LifeEntry } from './connectivity-log';

export const step = (
  kind: LifeStepKind,
  { timeUs, row }: { readonly timeUs: number; readonly row: number },
  text: string,
): LifeStep => ({ kind, timeUs, row, text });

export const stateEntry = (
  entries: readonly LifeEntry[],
  ...states: readonly string[]
): LifeEntry | undefined => entries.find(({ said }) => said.fact === 'state' && states.includes(said.state));

/** When the handshake was complete (RFC 9001 §4.1.1); null where no record shows that it was. */
export function completeOf(state: TransportState): LifeStep | null {
  const { entries, packets, doneUs, doneRow } = state.connectivity;
  const logged = stateEntry(entries, 'handshake_complete', 'handshake_completed');
  if (logged !== undefined) return step('handshake-complete', logged, 'Handshake complete');
  // Of a log that begins later the first packets are not those of the handshake.
  if (packets.initial.sent.packets + packets.initial.received.packets === 0) return null;
  if (state.role === 'client') {
    const { firstUs, firstRow } = packets['one-rtt'].sent;
    const key = entries.find(
      ({ said }) =>
        said.fact === 'keys' && said.change === 'available' && said.level === '1rtt' && said.of === 'client',
    );
    if (key !== undefined && !(key.timeUs > firstUs))
      return step('handshake-complete', key, 'Handshake complete (derived: 1-RTT keys of the client)');
    const first = { timeUs: firstUs, row: firstRow };
    return Number.isNaN(firstUs)
      ? null
      : step('handshake-complete', first, 'Handshake complete (derived: first 1-RTT packet sent)');
  }
  if (state.role !== 'server') return null;
  const { firstUs, firstRow } = packets['one-rtt'].received;
  if (doneUs <= firstUs || (Number.isNaN(firstUs) && !Number.isNaN(doneUs)))
    return step(
      'handshake-complete',
      { timeUs: doneUs, row: doneRow },
      'Handshake complete (derived: HANDSHAKE_DONE sent)',
    );
  const first = { timeUs: firstUs, row: firstRow };
  return Number.isNaN(firstUs)
    ? null
    : step('handshake-complete', first, 'Handshake complete (derived: first 1-RTT packet received)');
}
