/** The traces of the set on the screen as pictures and tables get them: redacted, each by the options of its own file. */
import type { PictureLane, SetPictureOptions } from '../../../drawing/panels/lanes/lanes-picture';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf } from '../../../drawing/panels/registry';
import { marksOf } from '../../../engine/base/text/origin-marks';
import { redactName } from '../../../engine/service/redaction/redact';
import { rangeWords } from '../../../sharing/report/figures/chat-picture';
import { setName, shortName } from '../../../sharing/report/words/set-names';
import { shareOptionsOf } from '../../controls/save-file';
import type { AppState } from '../../state/app-state';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import { bytesWords, isByBytes } from '../plot/clock';
import { sharedContextOf } from './shared-context';

export function isOfSeveral(set: OpenSet): boolean {
  return set.members.length > 1;
}

/** What tables of the set call a trace, as it may be shared: `B`, `B (reno, simulated)`. */
export function sharedSetName(trace: OpenTrace, place: number): string {
  const snapshot = trace.snapshot.get();
  const name = redactName(trace.name, shareOptionsOf(trace));
  return setName(place, name, snapshot === null ? [] : marksOf(snapshot));
}

/** The visible range in words, on the axis of the set. */
export function shownRange(set: OpenSet): string {
  const { fromUs, toUs } = set.viewport;
  if (!isByBytes(set)) return rangeWords({ fromUs, toUs });
  const [from, to] = [fromUs, toUs].map((place) => bytesWords(place, toUs - fromUs));
  return `${from} to ${to} delivered`;
}

export function setPictureOptions(
  set: OpenSet,
  shown: Pick<SetPictureOptions, 'height' | 'lockedMax' | 'subtitle'>,
): SetPictureOptions {
  return { ...shown, arrangement: set.view.get().arrangement, isByBytes: isByBytes(set) };
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
