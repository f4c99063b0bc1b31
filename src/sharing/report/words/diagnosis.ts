/**
 * What a log lacks, what that hides, and how it is logged: the answer of `qlogscope doctor` as a value. Panels and rules are asked
 * themselves; how a stack logs a field is in engine/input/recording.
 */

import type { PanelDefinition } from '../../../drawing/panels/panel';
import { LOG_REMARK } from '../../../engine/base/text/remarks';
import { LOGGED_FIELDS, type LoggedField } from '../../../engine/input/recording/fields';
import { canHelp, type Remedy, remediesOf, stackNamed } from '../../../engine/input/recording/remedies';
import type { Stack } from '../../../engine/input/recording/stack';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { lackingOfPanel, lackingRows } from './lacking-fields';

/** What the engine says of a log that was read and judged. */
export type JudgedLog = Pick<
  Snapshot,
  'summary' | 'catalogue' | 'quality' | 'noBoundary' | 'notJudged' | 'findings' | 'remarks'
>;

export interface LackedField {
  readonly field: LoggedField;
  /** Where it would stand in the log. */
  readonly event: string;
  /** How it is known instead: `missing` for not at all. */
  readonly state: 'missing' | 'rebuilt' | 'inferred';
  /** What its absence hides, or how it is known. */
  readonly hides: string;
  /** What helps; null where the stack is not known. */
  readonly remedy: Pick<Remedy, 'kind' | 'words'> | null;
}

export interface HiddenPanel {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  /** Fields for want of which it is empty; empty where something else is the reason. */
  readonly lacks: readonly LoggedField[];
}

export interface Diagnosis {
  readonly fields: readonly LackedField[];
  readonly panels: readonly HiddenPanel[];
  readonly notJudged: readonly { readonly reason: string; readonly rules: readonly string[] }[];
  /** What the log itself shows of its faults (the remark `log-quality`); null for none. */
  readonly faults: string | null;
  /** The stack that wrote the log and how to record with it; null where it is not known. */
  readonly recording:
    | (Pick<Stack, 'name' | 'recorders'> & {
        /** As the stack has them; null for none. */
        readonly level: string | null;
        readonly note: string | null;
        /** Another recording would say more: at the sender, with a setting, or of a newer version. */
        readonly helps: boolean;
      })
    | null;
}

/** @param panels those of the log's side. */
export function diagnose(log: JudgedLog, panels: readonly PanelDefinition[]): Diagnosis {
  const stack = stackNamed(log.summary.implementation);
  return {
    fields: lackedFields(log, stack),
    panels: panels.flatMap((panel) => hiddenPanel(panel, log)),
    notJudged: byReason(log.notJudged),
    faults: log.remarks.find(({ id }) => id === LOG_REMARK)?.verdict ?? null,
    recording: stack === null ? null : recordingOf(stack, log),
  };
}

function recordingOf(stack: Stack, log: JudgedLog): Diagnosis['recording'] {
  const { name, recorders, level = null, note = null } = stack;
  const lacking = lackingRows(log).map((row) => row.name);
  const helps = log.summary.side === 'receiver' || canHelp(remediesOf(stack, lacking));
  return { name, recorders, level, note, helps };
}

/** Something that another recording could show is hidden: a panel, or the judgement of a rule. */
export function hidesSomething({ panels, notJudged }: Diagnosis): boolean {
  return notJudged.length > 0 || panels.some(({ lacks }) => lacks.length > 0);
}

function lackedFields(log: JudgedLog, stack: Stack | null): readonly LackedField[] {
  return lackingRows(log).flatMap(({ name: field, state, words }) => {
    const [remedy] = stack === null ? [] : remediesOf(stack, [field]);
    const { kind, words: help } = remedy ?? {};
    const advice = kind === undefined || help === undefined ? null : { kind, words: help };
    return { field, event: LOGGED_FIELDS[field], state, hides: words, remedy: advice };
  });
}

function hiddenPanel(panel: PanelDefinition, log: JudgedLog): readonly HiddenPanel[] {
  const reason = panel.missing(log);
  if (reason === null) return [];
  return [{ id: panel.id, title: panel.title, reason, lacks: lackingOfPanel(panel, log) }];
}

function byReason(notJudged: JudgedLog['notJudged']): Diagnosis['notJudged'] {
  const reasons = [...new Set(notJudged.map(({ reason }) => reason))];
  return reasons.map((reason) => ({
    reason,
    rules: notJudged.filter((rule) => rule.reason === reason).map(({ id }) => id),
  }));
}
