/** The words of the lines by the names of the qlog fields that say the same. */
export const WORDS: { readonly [field: string]: string | undefined } = {
  congestion_window: 'win',
  cwnd: 'win',
  bytes_in_flight: 'if',
  in_flight: 'if',
  ssthresh: 'ss',
  latest_rtt: 'latest',
  min_rtt: 'min',
  smoothed_rtt: 'avg',
  srtt: 'avg',
  rtt_variance: 'var',
  packet_number: 'number',
  app_limited: 'idle',
  error_code: 'err',
};
