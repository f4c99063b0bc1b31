/** The panels' context, redacted for saving without a dialog: for pictures, tables and the clipboard. */
import { redactContext, type SharedContext } from '../../../drawing/panels/lanes/redact-context';
import { shareOptionsOf } from '../../controls/save-file';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/traces/open-trace';
import { contextOf } from './paint-panel';

/** @returns null before the first answer. */
export function sharedContextOf(app: AppState, trace: OpenTrace): SharedContext | null {
  const context = contextOf(app, trace);
  return context && redactContext(context, trace.name, shareOptionsOf(trace));
}
