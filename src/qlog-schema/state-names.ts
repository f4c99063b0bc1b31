/**
 * Congestion states logged as numbers. picoquic (since May 2026) writes the state of its algorithm as a decimal number
 * without a table; the same small number means a different state in each algorithm, so it stays a number. Only BBR can
 * be recognised: its states have flags above the low byte.
 *
 *   459523 = 0b111 0000 0011 0000 0011   low byte: state, next byte: phase of the ACKs, above: flags
 *
 * Source: picoquic/bbr.c, `BBRGetStateFlags` and the order of its states.
 */

export type StateTable = 'picoquic';

// biome-ignore format: a table
const PICOQUIC_BBR: readonly string[] = [
  'bbr_startup', 'bbr_drain', 'bbr_probe_bw_down', 'bbr_probe_bw_cruise', 'bbr_probe_bw_refill',
  'bbr_probe_bw_up', 'bbr_probe_rtt', 'bbr_startup_long_rtt', 'bbr_startup_resume',
];

/** A larger number has flags, which only BBR's states have. */
const LOW_BYTE = 255;

/** Names the states of one connection: once a table is recognised, it is used for all later states. */
export class StateNamer {
  #bbr = false;

  /** @param logged the state as logged. @returns the name to show; `state 2` if no table applies. */
  name(logged: string, table: StateTable | undefined): string {
    if (table !== 'picoquic' || !/^\d{1,10}$/.test(logged)) return logged;
    const value = Number(logged);
    if (value > LOW_BYTE) this.#bbr = true;
    return (this.#bbr ? PICOQUIC_BBR[value & LOW_BYTE] : undefined) ?? `state ${logged}`;
  }
}
