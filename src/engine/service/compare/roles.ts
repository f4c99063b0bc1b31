/** Who sends the data: what the window, losses and limits of a trace are of. */
import type { ComparedTrace } from './compared-trace';

/** Its window, losses, probe timeouts, states and limits are of the few packets that it sends itself. */
export function isReceiver({ summary }: Pick<ComparedTrace, 'summary'>): boolean {
  return summary.side === 'receiver';
}
