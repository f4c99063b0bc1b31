/** Thresholds shared by several rules, with the reason for each; all others are in the file of their rule. */

/** In datagrams: kMinimumWindow of RFC 9002 §7.2, the window after persistent congestion (§7.6.2). */
export const FLOOR_PACKETS = 2;

export const REDUCTION = {
  /** Multiplicative: CUBIC leaves 0.7, NewReno 0.5, two emulated connections 0.85. Smaller steps do not count. */
  leavesAtMost: 0.9,
  /** The reduction counts as undone if the window returns to this share of its value before (RFC 9438 §4.9). */
  undoneShare: 0.95,
} as const;

/** Gaps inside a burst are 20 to 30 µs (congestion.md §4): a step of the clock above 10 µs hides them. */
export const FINE_CLOCK_STEP_US = 10;
