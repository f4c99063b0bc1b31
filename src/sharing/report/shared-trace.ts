/**
 * One trace as a report takes it, the same for page and command line: redacted first; its panels are painted and its quality
 * is put in words from what that returns.
 */
import type { PanelContext } from '../../drawing/panels/panel';
import { redactContext } from '../../drawing/panels/redact-context';
import type { Choices } from '../../drawing/view/choices';
import type { TimeRange } from '../../drawing/view/view';
import type { ShareOptions } from '../../engine/contract/share-options';
import type { Snapshot } from '../../engine/contract/snapshot';
import { type Redacted, redact } from '../../engine/redaction/redact';
import type { Note } from '../notes/note';
import type { TraceInput } from './input';
import { panelFigures } from './panel-figures';
import { qualityFacts } from './quality-facts';

export interface TraceToReport {
  /** Name of the file; null for none. */
  readonly name: string | null;
  readonly snapshot: Snapshot;
  /** What the panels look at, of the same snapshot; null where nothing can be drawn. */
  readonly context: PanelContext | null;
  readonly choices: Choices;
  /** A finding's interval to be banded; null for none. */
  readonly band: TimeRange | null;
  /** Begins the ids in the pictures. */
  readonly figureId: string;
  readonly dismissed: readonly string[];
  readonly notes: readonly Note[];
  /** What the pictures show; null for the whole trace. */
  readonly visible: TimeRange | null;
}

export function reportedTrace(
  { context, choices, band, figureId, dismissed, visible, ...trace }: TraceToReport,
  options: ShareOptions,
): TraceInput & { readonly snapshot: Redacted<Snapshot> } {
  const { name, snapshot, notes } = redact(trace, options);
  const figures =
    context === null
      ? []
      : panelFigures(redactContext(context, trace.name, options), choices, band, figureId);
  return { name, snapshot, dismissed, notes, visible, figures, quality: qualityFacts(snapshot) };
}
