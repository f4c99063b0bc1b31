/** What a fleet is said in: cells of its columns, and the names of groups. */
import { duration } from '../../engine/base/text/figures';
import { UNKNOWN } from '../figures/words';
import { RULES } from '../table/row-words';
import type { Value } from './column';

/** A number that is known. */
export const figure =
  (words: (value: number) => string) =>
  (value: Value): string =>
    typeof value === 'number' ? words(value) : UNKNOWN;

/** Of ms. */
export const timeWords = figure((ms) => duration(ms * 1000));

/** @param id of an idle rule. */
export const ruleWords = (id: string): string => RULES[id] ?? id.replaceAll('-', ' ');

/** @param ids of models, as `controller` has them. */
export const controllersWords = (ids: string): string => ids.replaceAll('|', ' or ');
