/** All panels in their default order, the only list of them, and the choice for a trace. */
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { type Choices, orderedPanels } from '../view/choices';
import { acksSent } from './acks-sent';
import { boundary } from './boundary';
import { guarded } from './build/digest-guard';
import { congestion } from './congestion/congestion';
import { deliveryRate } from './delivery-rate';
import { handshake } from './handshake/handshake';
import { limits } from './limits/limits';
import { loss } from './loss';
import { multiplexing } from './multiplexing';
import { oscillation } from './oscillation';
import type { PanelDefinition, PanelFacts } from './panel';
import { pto } from './pto';
import { receiveGaps } from './receive-gaps';
import { received } from './received';
import { requests } from './requests/requests';
import { rtt } from './rtt';
import { sequence } from './sequence/sequence';
import { states } from './states/states';
import { streams } from './streams/streams';
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
  deliveryRate,
  sequence,
  multiplexing,
  streams,
  requests,
  handshake,
].map(guarded);

export const PANEL_IDS: readonly string[] = PANELS.map(({ id }) => id);

/** What a receiver knows: on its log they stand before those of its own sending. */
const OF_RECEIVER: readonly string[] = [
  received,
  receiveGaps,
  limits,
  requests,
  streams,
  acksSent,
  multiplexing,
  sequence,
].map(({ id }) => id);
const RECEIVER_IDS: readonly string[] = [...new Set([...OF_RECEIVER, ...PANEL_IDS])];

export function findPanel(id: string): PanelDefinition | undefined {
  return PANELS.find((panel) => panel.id === id);
}

const NOT_HELD = 'not in this digest. Open the trace itself to see it.';

/**
 * Why a panel has nothing to draw; null if it has. Data missing in a digest is never reported as missing in the trace.
 */
export function missingOf(
  panel: PanelDefinition,
  snapshot: PanelFacts & Pick<Snapshot, 'digest'>,
): string | null {
  const { digest } = snapshot;
  if (digest === undefined) return panel.missing(snapshot);
  if (digest.held.includes(panel.id)) return null;
  return (digest.empty.includes(panel.id) ? panel.missing(snapshot) : null) ?? NOT_HELD;
}

const sideOf = ({ summary: { side } }: Pick<Snapshot, 'summary'>): 'sender' | 'receiver' =>
  side === 'receiver' ? 'receiver' : 'sender';

/** All ids, top to bottom: as the user has moved them, where any was moved, else in the default order of this side. */
export function panelOrder(choices: Choices, snapshot: Pick<Snapshot, 'summary'>): readonly string[] {
  const isDefault = choices.order.length === 0 && sideOf(snapshot) === 'receiver';
  return isDefault ? RECEIVER_IDS : orderedPanels(choices, PANEL_IDS);
}

/** All panels of this side of the connection, in the user's order. */
export function sidePanels(
  choices: Choices,
  snapshot: Pick<Snapshot, 'summary'>,
): readonly PanelDefinition[] {
  const side = sideOf(snapshot);
  return panelOrder(choices, snapshot)
    .flatMap((id) => findPanel(id) ?? [])
    .filter((panel) => panel.side === 'both' || panel.side === side);
}
