/** The controllers that the figures of Ha, Rhee, Xu: CUBIC (2008) compare, as ids in variants. */
import type { ControllerSettings } from '../../../../sender/congestion/controller-settings';
import { CUBIC_VERSIONS } from '../../../../sender/congestion/cubic-printed';
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
      return { name: 'bic' };
    case 'hstcp':
      return { name: 'hstcp' };
    default:
      return { name: 'standard-tcp', countsAcks: choiceOf(values, 'acks') === 'acks' };
  }
}

function cubicOf(values: Values): ControllerSettings {
  const name = choiceOf(values, 'cubic');
  if (name === 'cubic' || name === 'cubic-linux') return { name };
  const version = CUBIC_VERSIONS.find((one) => one === choiceOf(values, 'version'));
  return { name: 'cubic-printed', ...(version !== undefined && { version }) };
}
