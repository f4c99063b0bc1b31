/**
 * Which panels are shown: those of the answer, or of what is chosen, at most six, with those that the user pins; all of them, or others,
 * where the user or a link says so. evidence-panels.ts is the table by holder and cause.
 */
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { heldKey } from '../../engine/reading/contract/stretches';
import { type Choices, pinsOf } from '../view/choices';
import type { PanelChoice } from '../view/set-view';
import { evidencePanels } from './evidence-panels';
import type { PanelDefinition } from './panel';
import { missingOf, PANEL_IDS, sidePanels } from './registry';

type Answered = Pick<
  Snapshot,
  'phase' | 'summary' | 'findings' | 'remarks' | 'catalogue' | 'noBoundary' | 'digest'
>;

/** More panels are no answer. */
export const MOST_PANELS = 6;
/** From so many requests on their waterfall comes first. */
const MANY_REQUESTS = 10;
/** Of a trace that is not judged, or not yet. */
const USUAL = {
  sender: ['congestion', 'loss', 'throughput', 'rtt', 'limits', 'sequence'],
  receiver: ['limits', 'requests', 'streams', 'acks-sent', 'handshake'],
} as const;
/** What a receiver knows before everything else. */
const RECEIVED = ['received', 'receive-gaps'];
/** Of a connection that did not come about. */
const FAILED = ['handshake', 'pto', 'rtt', 'acks-sent'];
/** Nothing is to be proved: what was carried, by which window. */
const HEALTHY = ['congestion', 'throughput', 'rtt', 'loss'];

/** Ids, the first that tells most; some may have nothing to draw. */
function rowOf(snapshot: Answered): readonly string[] {
  const { summary, findings } = snapshot;
  const side = summary.side === 'receiver' ? 'receiver' : 'sender';
  const { account } = summary;
  const worst = findings.find(({ severity }) => severity !== 'info');
  const ofWorst = worst?.panels ?? [];
  if (worst?.id === 'handshake-failed') return [...FAILED, ...ofWorst];
  if (side === 'receiver') return [...RECEIVED, ...ofWorst, ...USUAL.receiver];
  if (account === undefined || account.main === null) return [...ofWorst, ...USUAL.sender];
  const ofMain = account.healthy ? HEALTHY : evidencePanels(heldKey(account.main), snapshot);
  return [...ofMain, ...ofWorst];
}

/** The panels of the answer that have something to draw, at most six, in their order; of several traces those of each in turn. */
export function answerPanels(
  snapshots: readonly Answered[],
  of: readonly PanelDefinition[],
): readonly PanelDefinition[] {
  const rows = snapshots.map((snapshot) => {
    const isMany = (snapshot.summary.requests ?? 0) >= MANY_REQUESTS;
    return withData([...(isMany ? ['requests'] : []), ...rowOf(snapshot)], snapshot, of);
  });
  const longest = Math.max(0, ...rows.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
  return [...new Set(inTurn)].slice(0, MOST_PANELS);
}

function withData(
  ids: readonly string[],
  snapshot: Answered,
  of: readonly PanelDefinition[],
): readonly PanelDefinition[] {
  const panels = [...new Set(ids)].flatMap((id) => of.find((panel) => panel.id === id) ?? []);
  return panels.filter((panel) => missingOf(panel, snapshot) === null);
}

export interface ShownPanels {
  readonly shown: readonly PanelDefinition[];
  /** The others of this side, in the user's order. */
  readonly others: readonly PanelDefinition[];
}

/**
 * @param snapshots of the traces of a set, the lead first.
 * @param panels of the set's view.
 * @param chosen key of what is chosen of the lead; null for nothing.
 */
export function panelsOf(
  choices: Choices,
  snapshots: readonly [Answered, ...Answered[]],
  { panels, chosen }: { readonly panels: PanelChoice | null; readonly chosen: string | null },
): ShownPanels {
  const all = sidePanels(choices, snapshots[0]);
  const shown = shownOf(all, choices, snapshots, panels, chosen);
  return { shown, others: all.filter((panel) => !shown.includes(panel)) };
}

function shownOf(
  all: readonly PanelDefinition[],
  choices: Choices,
  snapshots: readonly [Answered, ...Answered[]],
  panels: PanelChoice | null,
  chosen: string | null,
): readonly PanelDefinition[] {
  if (panels?.kind === 'only') return panels.ids.flatMap((id) => all.find((panel) => panel.id === id) ?? []);
  const [lead] = snapshots;
  const ofChosen = withData(chosen === null ? [] : evidencePanels(chosen, lead), lead, all);
  const pins = pinsOf(choices, PANEL_IDS);
  const isAll = all.every(({ id }) => pins.includes(id));
  const left = panels?.ids ?? [];
  if (panels !== null || isAll) {
    const rest = all.filter((panel) => !left.includes(panel.id) && !ofChosen.includes(panel));
    return [...ofChosen.filter(({ id }) => !left.includes(id)), ...rest];
  }
  const row = ofChosen.length > 0 ? ofChosen.slice(0, MOST_PANELS) : answerPanels(snapshots, all);
  return [...row, ...all.filter((panel) => pins.includes(panel.id) && !row.includes(panel))];
}
