/** What the report dialog says: what the report will contain, what it is called unless its author says so, and what may be said in it. */
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { instant, plural } from '../../../engine/base/text/figures';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { ShareOption } from '../../../engine/reading/contract/share-options';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { originMsOf } from '../../../sharing/report/words/summary-words';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';

/** The finding that the report of one trace is about; undefined for none. @param dismissed keys of those that are left out. */
export function worstAlarm(
  { findings }: Pick<Snapshot, 'findings'>,
  dismissed: readonly string[],
): Finding | undefined {
  return findings.find(({ key, severity }) => severity !== 'info' && !dismissed.includes(key));
}

export function titleOf(worst: Finding | undefined, isSet: boolean): string {
  if (isSet) return 'Comparison: A against B';
  return worst === undefined ? 'Report on the trace' : `Post-mortem: ${worst.title}`;
}

/** The time of day is known only where a log has one. */
export function offeredOptions({ members }: OpenSet): readonly ShareOption[] {
  const isDated = members.some(({ trace }) => {
    const snapshot = trace.snapshot.get();
    return snapshot !== null && originMsOf(snapshot) !== null;
  });
  const clock: readonly ShareOption[] = isDated ? ['wallClock'] : [];
  return [...clock, 'fileName', 'addresses', 'connectionIds', 'requestTexts', 'reasonPhrases'];
}

/** What the report about the set on the screen will contain, in sentences. */
export function contentWords(set: OpenSet): string {
  return (set.members.length > 1 ? setContents(set) : contents(set.lead)).join(' ');
}

function setContents({ view, extent, members }: OpenSet): readonly string[] {
  const { fromUs, toUs } = view.get().range ?? extent;
  const [first, ...others] = members.map((_, place) => laneLetter(place));
  return [
    `Page one compares ${first} with ${others.join(', ')}: verdict, the traces over one another, table of differences.`,
    `Its picture shows ${instant(fromUs, toUs - fromUs)} to ${instant(toUs, toUs - fromUs)}.`,
  ];
}

function contents(trace: OpenTrace): readonly string[] {
  const findings = trace.snapshot.get()?.findings ?? [];
  const { dismissed, range } = trace.view.get();
  const included = findings.filter(({ key }) => !dismissed.includes(key)).length;
  const hidden = findings.length - included;
  const shown =
    range === null
      ? []
      : [
          `Pictures in its appendix show ${instant(range.fromUs, range.toUs - range.fromUs)} to ${instant(range.toUs, range.toUs - range.fromUs)}.`,
        ];
  return [
    `It has ${plural(included, 'finding')}${hidden === 0 ? '' : `, and not the ${plural(hidden, 'dismissed one')}`}.`,
    ...shown,
  ];
}
