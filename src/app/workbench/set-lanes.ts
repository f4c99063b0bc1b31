/** The traces of the set on the screen as pictures and tables get them: redacted, each by the options of its own file. */
import type { PictureLane } from '../../drawing/panels/lanes-picture';
import type { PanelDefinition } from '../../drawing/panels/panel';
import { missingOf } from '../../drawing/panels/registry';
import { redactName } from '../../engine/redaction/redact';
import { shortName } from '../../sharing/report/set-names';
import { shareOptionsOf } from '../controls/save-file';
import type { AppState } from '../state/app-state';
import type { OpenSet } from '../state/open-trace';
import { sharedContextOf } from './shared-context';

export function isOfSeveral(set: OpenSet): boolean {
  return set.members.length > 1;
}

/** Those that have what the panel draws, in the order of the set. */
export function pictureLanes(
  app: AppState,
  set: OpenSet,
  definition: PanelDefinition,
): readonly PictureLane[] {
  return set.members.flatMap(({ trace, lane }, place) => {
    const context = sharedContextOf(app, trace);
    if (context === null || missingOf(definition, context.snapshot) !== null) return [];
    const name = redactName(trace.name, shareOptionsOf(trace));
    const { style, offsetUs } = lane;
    return [{ context, style, place, offsetUs, name: name && shortName(name) }];
  });
}
