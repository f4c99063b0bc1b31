/**
 * One trace as input of a report, the same for page and command line: redacted first; its panels are painted and its
 * quality is described from the redacted values.
 */
import { redactContext } from '../../drawing/panels/lanes/redact-context';
import type { PanelContext } from '../../drawing/panels/panel';
import type { Choices } from '../../drawing/view/choices';
import type { TimeRange } from '../../drawing/view/view';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import type { CloseUpAnswer, Snapshot } from '../../engine/reading/contract/snapshot';
import { type Redacted, redact, redactOrigin } from '../../engine/service/redaction/redact';
import type { Fingerprint } from '../link/fingerprint';
import type { Note } from '../notes/note';
import type { OutsideMark } from '../outside/outside-mark';
import { closeUpFigures, reportedCloseUps } from './figures/close-up-figure';
import { findingFigures } from './figures/finding-figures';
import { panelFigures } from './figures/panel-figures';
import type { TraceInput } from './input';
import { qualityFacts } from './quality-facts';
import { reportedTraffic } from './sections/sections-traffic';

export interface TraceToReport {
  /** Name of the file; null for none. */
  readonly name: string | null;
  readonly snapshot: Snapshot;
  /**
   * Contexts of the panels, of the same snapshot: over the whole trace and over the visible range; null where nothing can
   * be drawn.
   */
  readonly contexts: { readonly whole: PanelContext; readonly visible: PanelContext } | null;
  readonly choices: Choices;
  /** Ids of the panels of the evidence. */
  readonly panels: readonly string[];
  readonly figureId: string;
  readonly dismissed: readonly string[];
  readonly notes: readonly Note[];
  /** Those that may leave. */
  readonly outside?: readonly OutsideMark[];
  /** Windows of `reportedCloseUps`. */
  readonly closeUps: readonly CloseUpAnswer[];
  /** What the pictures of panels show; null for the whole trace. */
  readonly visible: TimeRange | null;
  readonly fingerprints: readonly Fingerprint[];
}

function redactFingerprint(fingerprint: Fingerprint, options: ShareOptions): readonly Fingerprint[] {
  const origin = redactOrigin({ kind: 'file', fingerprint }, options);
  return origin?.kind === 'file' ? [origin.fingerprint] : [];
}

export function reportedTrace(
  {
    contexts,
    choices,
    panels,
    figureId,
    dismissed,
    visible,
    fingerprints,
    outside = [],
    ...trace
  }: TraceToReport,
  options: ShareOptions,
): TraceInput & { readonly snapshot: Redacted<Snapshot> } {
  const { name, snapshot, notes, closeUps: answers } = redact(trace, options);
  const shown = reportedCloseUps(snapshot.findings, dismissed);
  const worst =
    snapshot.findings.find(({ key, severity }) => severity !== 'info' && !dismissed.includes(key)) ?? null;
  const shared = (context: PanelContext) => redactContext(context, trace.name, options);
  const whole = contexts && shared(contexts.whole);
  const drawn =
    contexts === null || whole === null
      ? { findingFigures: [], figures: [] }
      : {
          findingFigures: findingFigures(whole, choices, worst, figureId),
          figures: panelFigures(shared(contexts.visible), choices, worst, { ids: panels, figureId }),
        };
  return {
    name,
    snapshot,
    dismissed,
    notes,
    outside,
    visible,
    ...drawn,
    closeUps: closeUpFigures(shown, answers, `${figureId}-close-up`),
    fingerprints: fingerprints.flatMap((one) => redactFingerprint(one, options)),
    quality: qualityFacts(snapshot),
    traffic: reportedTraffic(whole?.answer ?? null),
  };
}
