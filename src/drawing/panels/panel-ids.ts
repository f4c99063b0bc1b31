/**
 * The ids of all panels in their default order, and the only list of them. Separate from the panels, because a link is
 * read before these are loaded; `registry.ts` maps ids to panels.
 */
export const PANEL_IDS = [
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
] as const;

export type PanelId = (typeof PANEL_IDS)[number];
