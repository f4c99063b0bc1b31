/**
 * One trace as input of a report, the same for page and command line: redacted first; its panels are painted and its
 * quality is described from the redacted values.
 */
import type { PanelContext } from '../../drawing/panels/panel';
import { redactContext } from '../../drawing/panels/redact-context';
import type { Band } from '../../drawing/surface/palette';
import type { Choices } from '../../drawing/view/choices';
import type { TimeRange } from '../../drawing/view/view';
import type { ShareOptions } from '../../engine/contract/share-options';
import type { CloseUpAnswer, Snapshot } from '../../engine/contract/snapshot';
import { type Redacted, redact } from '../../engine/redaction/redact';
import type { Note } from '../notes/note';
import { closeUpFigures, reportedCloseUps } from './close-up-figure';
import type { TraceInput } from './input';
import { panelFigures } from './panel-figures';
import { qualityFacts } from './quality-facts';

export interface TraceToReport {
  /** Name of the file; null for none. */
  readonly name: string | null;
  readonly snapshot: Snapshot;
  /** Context of the panels, of the same snapshot; null where nothing can be drawn. */
  readonly context: PanelContext | null;
  readonly choices: Choices;
  /** A finding's interval to highlight; null for none. */
  readonly band: Band | null;
  /** Prefix of the ids in the pictures. */
  readonly figureId: string;
  readonly dismissed: readonly string[];
  readonly notes: readonly Note[];
  /** Windows of `reportedCloseUps`. */
  readonly closeUps: readonly CloseUpAnswer[];
  /** What the pictures show; null for the whole trace. */
  readonly visible: TimeRange | null;
}

export function reportedTrace(
  { context, choices, band, figureId, dismissed, visible, ...trace }: TraceToReport,
  options: ShareOptions,
): TraceInput & { readonly snapshot: Redacted<Snapshot> } {
  const { name, snapshot, notes, closeUps: answers } = redact(trace, options);
  const shown = reportedCloseUps(snapshot.findings, dismissed);
  const closeUps = closeUpFigures(shown, answers, `${figureId}-close-up`);
  const figures =
    context === null
      ? []
      : panelFigures(redactContext(context, trace.name, options), choices, band, figureId);
  return { name, snapshot, dismissed, notes, visible, figures, closeUps, quality: qualityFacts(snapshot) };
}
