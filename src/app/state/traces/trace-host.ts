/** The host that an open trace was read from. Separate from the links' code, which is loaded later. */
import { hostOf } from '../../../drawing/view/origin';
import type { OpenTrace } from './open-trace';

/** Null for a local file or an example. */
export function hostOfTrace({ source }: Pick<OpenTrace, 'source'>): string | null {
  return source.kind === 'url' ? hostOf(source.url) : null;
}
