/** What to do about a finding: the fix that is known, with version and reference, or what to look at next. */
import type { Finding, KnownDefect } from '../../../engine/findings/finding/finding';
import type { HeldWords } from '../words/held-words';

/** The defect is in CUBIC's idle rule: a controller without that rule does not have it. */
const WITHOUT_CUBIC =
  'Until then another congestion control, such as Reno, avoids it: the idle rule is CUBIC’s.';
/** Cause of that kind. */
const FROM_LAST_SEND = 'shift-from-last-send';

function reference({ implementation, reference: what }: KnownDefect): string {
  return `${implementation} ${what}`;
}

function knownFix(defect: KnownDefect): string {
  const { implementation, version, standing, fixedIn } = defect;
  switch (standing) {
    case 'affected':
      return `Update ${implementation} from ${version} to ${fixedIn} or later, which has the fix (${reference(defect)}).`;
    case 'fixed':
      return `${implementation} ${version} has the fix since ${fixedIn} (${reference(defect)}), but this sender behaves as if it were off: check that the code that runs is built with it and has it switched on.`;
    case 'not-known':
      return fixedIn === null
        ? `${implementation} is known for it (${reference(defect)}); no version with a fix is known: follow it there.`
        : `Run ${implementation} ${fixedIn} or later, which has the fix (${reference(defect)}); the log does not name its version.`;
  }
}

/** The fix of a defect that is known of the stack, or of its rule; none for other findings. */
function knownFixes({ knownDefect, cause }: Finding): readonly string[] {
  const isIdleRule = cause === FROM_LAST_SEND;
  const fix =
    knownDefect !== undefined
      ? [knownFix(knownDefect)]
      : isIdleRule
        ? ['Measure idle time from the later of the last ACK and the last send (the fix of quiche PR 2370).']
        : [];
  return fix.length > 0 && isIdleRule ? [...fix, WITHOUT_CUBIC] : fix;
}

/**
 * What the trace suggests: a fix that is known, then what holds for whatever held it, then where to look.
 * @param alarms the first of which the report is about. @param main what held it; null for nothing.
 */
export function suggestedActions(
  alarms: readonly Finding[],
  main: Pick<HeldWords, 'advice' | 'by'> | null,
): readonly string[] {
  const fixes = [...new Set(alarms.flatMap(knownFixes))];
  const [worst] = alarms;
  const advice = main === null || main.advice === '' ? [] : [main.advice];
  const isAdvised = advice.length > 0 && main?.by === worst;
  if (worst === undefined || fixes.length > 0 || isAdvised) return [...fixes, ...advice];
  const none = advice.length === 0 ? 'No fix is known. ' : '';
  return [...advice, `${none}Look at the trace next: ${worst.next}`];
}
