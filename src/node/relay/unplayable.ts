/** What of a simulated run no relay can play between two programs. */
import type { RunSettings } from '../../engine/simulator/runs/run';

/** Why, in words; null where it can be played. */
export function whyUnplayable({ down, up, flows, background }: RunSettings): string | null {
  if (down.ecn || up.ecn)
    return 'it sets ECN marks (CE), and node:dgram neither sets nor reads them: simulate runs it';
  if (background?.down || background?.up) return 'it has traffic of others on the path: simulate runs it';
  if (flows.length > 1)
    return 'several connections share its path, and one client is started: simulate runs it';
  return null;
}
