/**
 * Thresholds of the rules about the window and the states, with the reason for each. A rule fires only where all
 * that it needs holds; the figures are chosen from the RFCs and from what a round trip allows, none for one file.
 */
export const WINDOW = {
  /** In datagrams: kMinimumWindow of RFC 9002 §7.2, the floor to which persistent congestion cuts (§7.6.2). */
  floorPackets: 2,
  /** A rule that speaks of round trips walks at most this many: a damaged RTT must not cost more. */
  maxRoundTrips: 100_000,

  stuck: {
    /** congestion.md §5: at two packets twenty round trips of avoidance grow a window tenfold. */
    minRtts: 20,
    /** On very short paths twenty round trips are less than one delayed ACK. */
    minUs: 100_000,
    /** "For most of them": over half of the time the window is what limits. */
    limitedShare: 0.5,
    /** A round trip without a new ACK cannot grow the window; a stall is no stuck window. */
    ackedRttShare: 0.5,
    /** Cycles in which no BLOCKED frame was sent: else flow control holds the sender. */
    unblockedShare: 0.5,
    /** NewReno's growth on the same ACKs; less than two packets is a rounding of the window. */
    overduePackets: 2,
    /** How long CUBIC may stand within one packet of W_max: 2·∛(1/C), C = 0.4 (RFC 9438 §4.2). */
    cubicPlateauUs: 2_720_000,
    /** Fewer cycles are no pattern. */
    minCycles: 10,
  },

  recovery: {
    /** A log may name the state before it names the loss: this share of a round trip later still explains it. */
    lossAfterRtts: 0.25,
    /** One entry may be a loss that was inferred a little late; two are a habit. */
    minEntries: 2,
    /** Entries whose boundary leads under the rule of the defect alone: then that rule is the cause. */
    ledShare: 0.8,
  },

  reductions: {
    /** Multiplicative: CUBIC keeps 0.7, NewReno 0.5, two emulated connections 0.85. Smaller steps are no such cut. */
    cutTo: 0.9,
    /** A window that comes back to this share of what it was before the cut took the cut back (RFC 9438 §4.9). */
    undoneShare: 0.95,
    /** Growth within the round trip before a cut that only slow start shows; an undo is taken for it too. */
    slowStartGrowth: 1.25,
  },

  persistent: {
    /** A stack's own RTT estimate may differ from the rebuilt one: only a clear excess over §7.6.1 is judged. */
    durationMargin: 1.1,
    /** Datagrams above the floor that still count as cut: stacks round, and one packet of growth may follow. */
    slackPackets: 1,
    /** The window has this long, from the declaration of the losses, to fall. */
    withinRtts: 1,
  },

  dwell: {
    /** PROBE_RTT lasts the longer of 200 ms and one round trip, from when the flight has drained (BBR §5.3.4.3). */
    probeRttUs: 200_000,
    /** Beyond that: drain takes one or two round trips, recovery one (RFC 9002 §7.3.2). Ten cannot be needed. */
    minRtts: 10,
    /** Round trips with a new ACK: where none comes, nothing can end the state. */
    ackedRttShare: 0.75,
    /** On very short paths ten round trips are less than one delayed ACK. */
    minUs: 100_000,
  },

  idle: {
    /** Nothing in flight for this long, and for `pauseRtts`: the shortest RTO of TCP (RFC 6298 allows 1 s; stacks 0.2 s). */
    pauseUs: 200_000,
    pauseRtts: 3,
    /** Round trips after the pause that are looked at. */
    afterRtts: 3,
    /** Growth below this is within what one burst of ACKs explains. */
    minGrowthPackets: 4,
    /** In avoidance: times the growth of NewReno, and of CUBIC's curve without the pause (RFC 9438 §4.2). */
    fasterThan: 2,
    /** In slow start the window grows by what is acknowledged (RFC 9002 §7.3.1); a stack may round up. */
    slowStartMargin: 1.1,
  },

  unused: {
    /** Usage below half: slow start may go on growing above that, so that it can double (Linux tcp_is_cwnd_limited). */
    usedShare: 0.5,
    /** Growth without use that is worth a warning, in datagrams and as a share of the window. */
    minGrowthPackets: 10,
    minGrowthShare: 0.25,
  },

  overshoot: {
    /** congestion.md §5. */
    timesWindow: 2,
    minRtts: 1,
    /** Windows' worth of new data sent meanwhile: a flight that only waits to be declared lost is no overshoot. */
    minSentWindows: 1,
  },

  slowStart: {
    /** congestion.md §5. A bottleneck's queue of one BDP loses less. */
    lostShare: 0.2,
    /** Of fewer packets a fifth is one or two: any loss. */
    minFlightPackets: 20,
    /** The RTT before the loss against the smallest: above this a queue stood in the path. */
    queueRttRatio: 1.25,
  },
} as const;
