/**
 * Names of congestion states are free text in a log. Without the option for free text only names made of known words of
 * congestion control stay; others become `unnamed state 1`, `unnamed state 2` in order of appearance, so that changes
 * of state stay visible without sharing the names.
 */
import type { ShareOptions } from '../../reading/contract/share-options';

// biome-ignore format: a table
const WORDS: ReadonlySet<string> = new Set([
  'slow', 'start', 'congestion', 'avoidance', 'recovery', 'application', 'app', 'limited', 'fast',
  'conservative', 'persistent', 'quiescence', 'idle', 'initial', 'init', 'state', 'other', 'states',
  'unnamed', 'unknown', 'open', 'disorder', 'loss', 'cwr', 'css', 'hystart', 'retransmit', 'flow',
  'control', 'bbr', 'bbr2', 'bbr3', 'probe', 'bw', 'rtt', 'up', 'down', 'cruise', 'refill', 'drain',
  'startup', 'long', 'resume', 'copa', 'cubic', 'reno', 'newreno', 'new', 'prr', 'velocity', 'steady',
  'pto', 'timeout', 'cwnd', 'bandwidth', 'probing', 'exit', 'end', 'begin', 'window', 'growth', 'concave',
  'convex', 'friendly', 'in',
]);

/** A state logged as a number, or with a number after its name: too short for a time, an address or a phone number. */
const NUMBER = /^\d{1,6}$/;
const SHAPE = /^[\w :-]{1,64}$/;

/** True for a name of known words and at most one number. */
export function isStateName(name: string): boolean {
  if (!SHAPE.test(name)) return false;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[_ :-]+/)
    .filter((word) => word !== '');
  const others = words.filter((word) => !WORDS.has(word));
  return words.length > 0 && others.length <= 1 && others.every((word) => NUMBER.test(word));
}

/** Replaces names of one trace; the same name always gets the same replacement. */
export class StateMask {
  readonly #replaced = new Map<string, string>();
  readonly #isOurs: (name: string) => boolean;

  /** @param isOurs returns whether a name stays. */
  constructor(isOurs: (name: string) => boolean) {
    this.#isOurs = isOurs;
  }

  redact(name: string): string {
    if (this.#isOurs(name)) return name;
    const earlier = this.#replaced.get(name);
    if (earlier !== undefined) return earlier;
    const replacement = `unnamed state ${this.#replaced.size + 1}`;
    this.#replaced.set(name, replacement);
    return replacement;
  }
}

/** Prefix of the keys of the States panel's legend entries; the name of a state follows. */
const STATE_KEY = 'states/';

/** True for the key of a legend entry, `panel/entry`, without a name from a log. */
export function isOwnKey(key: string): boolean {
  return !key.startsWith(STATE_KEY) || isStateName(key.slice(STATE_KEY.length));
}

/** The key of a legend entry in shared data. */
export function redactKey(key: string, mask: StateMask): string {
  return key.startsWith(STATE_KEY) ? STATE_KEY + mask.redact(key.slice(STATE_KEY.length)) : key;
}

/** @param names of the connection in order of appearance, so that a name has the same number in all shared data. */
export function stateMask(names: readonly string[], { reasonPhrases }: ShareOptions): StateMask {
  const mask = new StateMask(reasonPhrases ? () => true : isStateName);
  for (const name of names) mask.redact(name);
  return mask;
}
