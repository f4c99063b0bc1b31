/** The controllers that the figures of Ha, Rhee, Xu: CUBIC (2008) compare, as ids in variants. */
import type { ControllerSettings } from '../../../congestion/controller-settings';
import { choiceOf, type Values } from '../../scenario';

const NEW: readonly (readonly [id: string, title: string])[] = [
  ['cubic', 'CUBIC'],
  ['bic', 'BIC'],
  ['hstcp', 'HSTCP'],
];
const SACK = ['sack', 'SACK'] as const;

/** The controllers of the figures, as ids of variants. */
export const COMPARED: readonly (readonly [id: string, title: string])[] = [...NEW, SACK];

/** What an id stands for. */
export function comparedController(values: Values, id: string): ControllerSettings {
  switch (id) {
    case 'cubic':
      return cubicOf(values);
    case 'bic':
      return { name: 'cubic' };
    case 'hstcp':
      return { name: 'cubic' };
    default:
      return { name: 'newreno' };
  }
}

function cubicOf(values: Values): ControllerSettings {
  return choiceOf(values, 'cubic') === 'cubic' ? { name: 'cubic' } : { name: 'cubic-2008' };
}
