/** Copies a finding as a picture of its interval and its verdict. The view stays as it is: the window is asked for apart. */
import { redactContext } from '../../../drawing/panels/lanes/redact-context';
import { heightOf, type PanelDefinition } from '../../../drawing/panels/panel';
import { findPanel, missingOf } from '../../../drawing/panels/registry';
import { windowFor } from '../../../drawing/surface/viewport';
import { type TimeRange, withMargin } from '../../../drawing/view/view';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { redactName } from '../../../engine/service/redaction/redact';
import { type ChatPicture, findingForChat } from '../../../sharing/report/figures/chat-picture';
import { answerIfAny } from '../../backend/backend';
import { shareOptionsOf } from '../../controls/save-file';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/traces/open-trace';
import { copyPanel, copyPicture } from './copy-picture';

/** The panel that shows most without a finding, and where a finding names none. */
const FIRST_PANEL = 'congestion';

/** The first panel of the finding that the trace has data for. */
function panelOf({ panels }: Finding, snapshot: Snapshot): PanelDefinition | undefined {
  return [...panels, FIRST_PANEL]
    .flatMap((id) => findPanel(id) ?? [])
    .find((panel) => missingOf(panel, snapshot) === null);
}

/** Of the trace, from there on the whole is shown: what led to it stands beside it. */
const LONG_SHARE = 0.2;

export function pictureRange({ startUs, endUs }: Finding, extent: TimeRange): TimeRange {
  const isLong = endUs - startUs >= LONG_SHARE * (extent.toUs - extent.fromUs);
  return (isLong ? null : withMargin({ fromUs: startUs, toUs: endUs }, extent)) ?? extent;
}

async function makeFinding(trace: OpenTrace, key: string): Promise<ChatPicture | null> {
  const snapshot = trace.snapshot.get();
  const finding = snapshot?.findings.find((one) => one.key === key);
  const definition = snapshot && finding && panelOf(finding, snapshot);
  if (!snapshot || !finding || !definition) return null;
  const { extent } = trace;
  const range = pictureRange(finding, extent);
  const viewport = { ...range, width: trace.viewport.width };
  const answer = await answerIfAny(
    trace.request('window', {
      window: windowFor(viewport, extent),
      visible: range,
      series: definition.series.filter((id) => snapshot.catalogue.some((info) => info.id === id)),
      parts: definition.parts ?? [],
      model: null,
    }),
  );
  if (answer === null) return null;
  const options = shareOptionsOf(trace);
  const context = redactContext({ answer, snapshot, viewport, hidden: new Set() }, trace.name, options);
  const name = redactName(trace.name, options);
  return findingForChat(definition, context, key, { name, height: heightOf(definition, snapshot) });
}

export function copyFinding(app: AppState, trace: OpenTrace, { key, title }: Finding): Promise<void> {
  return copyPicture(app, trace, title, () => makeFinding(trace, key));
}

/** The chosen finding, else the worst that is not dismissed, else the first panel as it is visible. */
export function copyShown(app: AppState, trace: OpenTrace): Promise<void> {
  const { chosen, dismissed } = trace.view.get();
  const findings = (trace.snapshot.get()?.findings ?? []).filter(({ key }) => !dismissed.includes(key));
  const finding = findings.find(({ key }) => key === chosen) ?? findings[0];
  if (finding !== undefined) return copyFinding(app, trace, finding);
  const definition = findPanel(FIRST_PANEL) as PanelDefinition;
  return copyPanel(app, trace, { definition, height: definition.height, lockedMax: null });
}
