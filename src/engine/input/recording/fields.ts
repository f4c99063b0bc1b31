/**
 * What a log must hold so that the panels can be drawn and the rules be judged: the name of each field as the page shows it, and
 * where it stands in a qlog. Which stack logs it, and how, is in stacks.ts.
 */
export const LOGGED_FIELDS = {
  'congestion window': 'congestion_window in recovery_metrics_updated',
  'bytes in flight': 'bytes_in_flight in recovery_metrics_updated',
  'slow start threshold': 'ssthresh in recovery_metrics_updated',
  'min RTT': 'min_rtt in recovery_metrics_updated',
  'smoothed RTT': 'smoothed_rtt in recovery_metrics_updated',
  'congestion states': 'congestion_state_updated',
  losses: 'packet_lost',
  'pacing rate': 'pacing_rate in recovery_metrics_updated',
  'PTO count': 'pto_count in recovery_metrics_updated',
  'packets sent': 'packet_sent',
  'packets received': 'packet_received',
  'ACK ranges': 'acked_ranges of the ACK frames in packet_received',
} as const;

export type LoggedField = keyof typeof LOGGED_FIELDS;
