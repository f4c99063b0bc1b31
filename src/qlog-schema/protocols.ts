/** Protocols over QUIC, by their names in ALPN. */

/** Registered protocols over QUIC: the name of somebody's own tells whose. */
export const REGISTERED_PROTOCOL =
  /^(?:h3|hq)(?:-\d\d|-interop)?$|^(?:doq|perf|siduck(?:-\d\d)?|moq-\d\d|webtransport)$/;
