/** The ids of all panels in their default order, apart from the panels: a link is read before these are fetched. */
export const PANEL_IDS: readonly string[] = [
  'received',
  'receive-gaps',
  'acks-sent',
  'congestion',
  'states',
  'limits',
  'oscillation',
  'boundary',
  'loss',
  'pto',
  'rtt',
  'throughput',
  'sequence',
];
