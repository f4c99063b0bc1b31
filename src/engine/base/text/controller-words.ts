/**
 * The sender's controller in words, as far as the models tell it: `behaves like CUBIC (idle counted from last send), 98 %`,
 * `no model fits (best 5 %): perhaps BBR …`. Models that the trace does not tell apart are all said.
 */

/** What is used of a model report (congestion/model-report.ts), whole or of a digest. */
export interface ComparedModels {
  readonly notJudged: string | null;
  readonly fits: boolean;
  readonly unnamed?: string | null;
  /** Ids of candidates; empty where none fits. */
  readonly best: readonly string[];
  /** Best first; fits are 0 to 1. */
  readonly candidates: readonly { readonly id: string; readonly fit: number }[];
}

const SHIFT_FROM_SEND = 'cubic-shift-from-last-send';
const SHIFT_FROM_ACTIVITY = 'cubic-shift-from-last-activity';
/** CUBIC of RFC 9438 with one of the idle rules. */
const RULE_OF_CUBIC = /^cubic-(?!2008$|alpha-1$)/;

/** Names of single models; the others are CUBICs, which are one. */
const FAMILIES: { readonly [id: string]: string } = {
  newreno: 'NewReno',
  'newreno-beta-0.7': 'NewReno with β 0.7',
  'cubic-2008': 'CUBIC of 2008 as in Linux',
};

/** Why no model is named, after "no model fits (best …)"; nothing more is known of the others. */
const WHY_UNNAMED: { readonly [unnamed: string]: string } = {
  estimate: ': the logged states are those of a controller that follows an estimate of the path (BBR, Copa)',
  'perhaps-estimate': ': perhaps BBR, or another controller that follows an estimate of the path',
  'several-paths': ': the windows of several paths stand in one line',
};

/** Never rounded up: 99.6 % is not 100 %. */
function share(fit: number): string {
  return `${Math.floor(fit * 100 + 1e-9)} %`;
}

/** The idle rules of these models; `none` is the one without. */
export function idleRulesOf(best: readonly string[]): readonly string[] {
  return best.filter((id) => RULE_OF_CUBIC.test(id)).map((id) => id.replace('cubic-', ''));
}

/** What the models tell of the idle rule; empty where the best hold no rule. */
function idleWords(best: readonly string[]): string {
  const rules = idleRulesOf(best);
  const fromSend = best.includes(SHIFT_FROM_SEND);
  const fromActivity = best.includes(SHIFT_FROM_ACTIVITY);
  if (fromSend && fromActivity) return 'idle counted from last send or from last activity';
  if (fromSend && rules.length === 1) return 'idle counted from last send';
  if (fromActivity) return 'idle not counted from last send';
  return rules.length === 0 ? '' : `idle rule ${rules.join(' or ')}`;
}

function cubicWords(best: readonly string[]): string {
  if (!best.some((id) => RULE_OF_CUBIC.test(id)))
    return 'CUBIC whose Reno-friendly region grows like Reno (α 1)';
  return `CUBIC (${idleWords(best)})`;
}

/** In the order of `best`: that which fits best first. */
function familiesOf(best: readonly string[]): readonly string[] {
  const names = best.map((id) => FAMILIES[id] ?? (id.startsWith('cubic-') ? cubicWords(best) : id));
  return [...new Set(names)];
}

/** `NewReno or CUBIC (idle counted from last send)`. @param best ids of models, as `ComparedModels.best`. */
export function modelNames(best: readonly string[]): string {
  const families = familiesOf(best);
  return [families.slice(0, -1).join(', '), families.at(-1)].filter((name) => name !== '').join(' or ');
}

/** How well the named model follows the window, or the nearest where none is named, 0 to 1; NaN where not judged. */
export function nearestFit({ notJudged, best, candidates }: ComparedModels): number {
  if (notJudged !== null) return Number.NaN;
  return (candidates.find(({ id }) => id === best[0]) ?? candidates[0])?.fit ?? Number.NaN;
}

/** @returns words that stand alone, as after "Controller:". */
export function controllerWords(models: ComparedModels): string {
  const { notJudged, fits, unnamed, best } = models;
  if (notJudged !== null) return `not compared with models (${notJudged})`;
  const fit = share(nearestFit(models));
  if (!fits) {
    if (unnamed === 'few-reductions') return `too few reductions to name a model (best ${fit})`;
    return `no model fits (best ${fit})${WHY_UNNAMED[unnamed ?? ''] ?? ''}`;
  }
  const families = familiesOf(best);
  const bothRules = best.includes(SHIFT_FROM_SEND) && best.includes(SHIFT_FROM_ACTIVITY);
  const several = families.length > 1 || bothRules ? ', indistinguishable here' : '';
  return `behaves like ${modelNames(best)}${several}, ${fit}`;
}
