/**
 * What pictures, tables and reports are made from: a panel's context without what a log's free text could have put into
 * it. What that is, is left to `src/engine/redaction`; on the page itself everything is shown as logged.
 */
import { SHARE_NOTHING, type ShareOptions } from '../../engine/contract/share-options';
import { redactAnswer } from '../../engine/redaction/redact-answer';
import { redactSnapshot } from '../../engine/redaction/redact-snapshot';
import type { PanelContext } from './panel';

export function redactContext(context: PanelContext, options: ShareOptions = SHARE_NOTHING): PanelContext {
  const { answer, snapshot } = context;
  return {
    ...context,
    answer: redactAnswer(answer, snapshot, options),
    snapshot: redactSnapshot(snapshot, options),
  };
}
