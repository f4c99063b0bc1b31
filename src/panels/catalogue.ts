/** All panels in their default order, and which of them a trace shows. */
import type { Snapshot } from '../protocol';
import { type Choices, orderedPanels } from '../view/choices';
import { acksSent } from './acks-sent';
import { boundary } from './boundary';
import { congestion } from './congestion';
import { limits } from './limits';
import { loss } from './loss';
import { oscillation } from './oscillation';
import type { PanelDefinition } from './panel';
import { PANEL_IDS } from './panel-ids';
import { pto } from './pto';
import { receiveGaps } from './receive-gaps';
import { received } from './received';
import { rtt } from './rtt';
import { sequence } from './sequence';
import { states } from './states';
import { throughput } from './throughput';

export const PANELS: readonly PanelDefinition[] = [
  received,
  receiveGaps,
  acksSent,
  congestion,
  states,
  limits,
  oscillation,
  boundary,
  loss,
  pto,
  rtt,
  throughput,
  sequence,
];

/** The panel with this id, if there is one. */
export function findPanel(id: string): PanelDefinition | undefined {
  return PANELS.find((panel) => panel.id === id);
}

/** The panels to show, top to bottom: chosen by the user, and of this side of the connection. */
export function shownPanels(choices: Choices, snapshot: Snapshot): readonly PanelDefinition[] {
  const side = snapshot.summary.side === 'receiver' ? 'receiver' : 'sender';
  return orderedPanels(choices, PANEL_IDS)
    .filter((id) => !choices.hiddenPanels.includes(id))
    .flatMap((id) => PANELS.find((panel) => panel.id === id) ?? [])
    .filter((panel) => panel.side === 'both' || panel.side === side);
}
