/**
 * The rules by which a sender counts idle time, in plain words: for findings, cards and reports, which name the rule's id
 * after them.
 */

const CLAUSES: ReadonlyMap<string, string> = new Map([
  ['none', 'idle time does not count'],
  ['reset', 'a new epoch begins after each pause'],
  ['shift-from-last-send', 'idle time is counted from the last send'],
  ['shift-clamped', 'idle time is counted from the last send, and never beyond now'],
  ['shift-from-last-activity', 'idle time is counted from the last send or ACK'],
  ['threshold', 'only a pause of more than two round trips counts as idle time'],
  ['shift-epoch-only', 'idle time moves the growth curve, and not the recovery boundary'],
  ['shift-skipped', 'idle time is counted from the last send, and not at all where it would pass now'],
  ['shift-at-ack', 'idle time is counted from the last send, once its packet is acknowledged'],
]);

/** In a cell of a table; of several that a trace does not distinguish, whether the defect is one of them. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['none', 'idle not counted'],
  ['reset', 'new epoch'],
  ['shift-from-last-send', 'from last send'],
  ['shift-clamped', 'clamped to now'],
  ['shift-from-last-activity', 'from last activity'],
  ['threshold', 'from two round trips on'],
  ['shift-epoch-only', 'growth curve only'],
  ['shift-skipped', 'skipped beyond now'],
  ['shift-at-ack', 'once acknowledged'],
  ['not-told-apart', 'not distinguished'],
]);

/** What follows from a rule in every round trip, where that is a defect. */
const CONSEQUENCES: ReadonlyMap<string, string> = new Map([
  ['shift-from-last-send', 'so the ACK gap of every round trip looks idle'],
]);

/** `from last send`. @param rule id of an idle rule, or what a row says of several. */
export function idleRuleTitle(rule: string): string {
  return TITLES.get(rule) ?? rule.replaceAll('-', ' ');
}

/** @param rule id of an idle rule (`congestion/idle-rule.ts`); a digest may hold any text. @returns a clause. */
export function idleRuleWords(rule: string): string {
  return CLAUSES.get(rule) ?? `idle time is counted by the rule ${rule}`;
}

/** The same as a cause: with what follows from it, and the rule's name. */
export function idleCauseWords(rule: string): string {
  const consequence = CONSEQUENCES.get(rule);
  const words = idleRuleWords(rule) + (consequence === undefined ? '' : `, ${consequence}`);
  return `${words} (idle rule ${rule}, by the rebuilt recovery boundary)`;
}
