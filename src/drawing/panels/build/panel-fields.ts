/**
 * Which fields of a log each panel is drawn from: what to look for where it has nothing to draw. One is enough for most; why
 * a panel stays empty is said by the panel itself (`PanelDefinition.missing`).
 */
import type { LoggedField } from '../../../engine/input/recording/fields';

const PANEL_FIELDS: { readonly [panel: string]: readonly LoggedField[] } = {
  received: ['packets received'],
  'receive-gaps': ['packets received'],
  'acks-sent': ['packets sent'],
  congestion: ['congestion window', 'packets sent'],
  states: ['congestion states'],
  limits: ['congestion window', 'packets sent'],
  oscillation: ['congestion states'],
  boundary: ['congestion window', 'packets sent', 'ACK ranges'],
  loss: ['losses', 'packets sent', 'ACK ranges'],
  pto: ['PTO count', 'packets sent'],
  rtt: ['smoothed RTT', 'packets sent', 'ACK ranges'],
  throughput: ['packets sent'],
  'delivery-rate': ['packets sent', 'packets received', 'ACK ranges'],
  sequence: ['packets sent'],
  multiplexing: ['packets sent', 'packets received'],
  streams: ['packets sent', 'packets received'],
  requests: ['packets sent', 'packets received'],
  handshake: ['packets sent', 'packets received'],
};

/** @param panel id of a panel. */
export function fieldsOfPanel(panel: string): readonly LoggedField[] {
  return PANEL_FIELDS[panel] ?? [];
}
