/** What findings are called, by the ids of their rules: where only the id is at hand, as in a record, a fleet, groups of runs. */

const TITLES: { readonly [rule: string]: string } = {
  'death-spiral': 'Death spiral',
  'stuck-window': 'Stuck window',
  'peer-flat': 'Peer sends no more per round trip',
  'recovery-without-loss': 'Recovery without a loss',
  'multiple-reductions': 'Window cut several times for the losses of one round trip',
  'cut-factor': 'Window cut by another factor than its controller’s',
  'persistent-congestion': 'All lost for long, window starts anew (persistent congestion)',
  'persistent-congestion-missed': 'All lost for long, window not cut (persistent congestion missed)',
  'state-dwell': 'State held too long',
  'paced-flat-window': 'Window flat under pacing',
  'host-stall': 'A host stopped',
  'delivery-stall': 'Delivery stalled',
  'pto-storm': 'Probes without an answer (PTO storm)',
  'probe-missing': 'A probe (PTO) is missing, or does not back off',
  'spurious-loss': 'Late packets taken for lost (spurious losses)',
  'idle-inflation': 'Window grew untested',
  'inflight-overshoot': 'More in flight than the window allows',
  'ecn-ce': 'The path marks packets as congested (ECN-CE)',
  policed: 'Rate limit without a queue (policed path)',
  'mtu-black-hole': 'Large packets vanish (MTU black hole)',
  'mtu-lowered': 'Datagrams made smaller under random loss',
  'size-loss': 'Losses depend on the size of the datagrams',
  'random-loss': 'Random loss',
  bufferbloat: 'Standing queue (bufferbloat)',
  'slow-start-overshoot': 'Heavy loss at the end of slow start',
  'accounting-mismatch': 'Bytes in flight do not add up',
  'credit-not-renewed': 'Credit never renewed',
  'flow-control-limited': 'Limited by flow control',
  'flight-constant': 'Flight constant below the window',
  'app-limited': 'Limited by the application',
  'idle-rule': 'Idle time counted from the last send',
  'model-divergence': 'The window leaves its model',
  'amplification-limited': 'Handshake held by the anti-amplification limit',
  'handshake-slow': 'Slow handshake: packets of it were lost',
  'path-changed': 'Path changed',
  'path-level': 'Path changed its length or its rate',
  'closed-with-error': 'Closed with an error',
  'handshake-failed': 'The handshake failed',
  'peer-gone': 'The peer is gone',
  'idle-timeout': 'Ended by the idle timeout',
  'log-ends': 'Outstanding at the end',
  'log-quality': 'Limits of this log',
};

/** `Death spiral`; of an id that is not known its words: `late-ack` → `Late ack`. */
export function titleOfRule(id: string): string {
  const title = Object.hasOwn(TITLES, id) ? TITLES[id] : undefined;
  const plain = id.replaceAll('-', ' ');
  return title ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Without the term in brackets. */
export const shortTitle = (title: string): string => title.replace(/ \([^)]*\)(?=,|$)/, '');
