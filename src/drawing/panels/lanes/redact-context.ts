/**
 * What pictures, tables and texts of panels are made from when they leave the page: a panel's context with nothing but
 * what `engine/service/redaction` lists. On the page itself everything is shown as logged.
 */
import type { ShareOptions } from '../../../engine/reading/contract/share-options';
import { type Redacted, redact } from '../../../engine/service/redaction/redact';
import type { PanelContext } from '../panel';

export interface SharedContext extends PanelContext {
  readonly answer: Redacted<PanelContext['answer']>;
  readonly snapshot: Redacted<PanelContext['snapshot']>;
}

/** @param name of the file, as it was opened; null for none. */
export function redactContext(
  { answer, snapshot, hidden, viewport, finding = null, scale = 'fitted', isCompared = false }: PanelContext,
  name: string | null,
  options: ShareOptions,
): SharedContext {
  const { fromUs, toUs, width } = viewport;
  const shared = redact({ name, answer, snapshot, hidden: [...hidden] }, options);
  return {
    answer: shared.answer,
    snapshot: shared.snapshot,
    hidden: new Set(shared.hidden),
    viewport: { fromUs, toUs, width },
    finding,
    scale,
    isCompared,
  };
}
