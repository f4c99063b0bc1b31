/** The host that an open trace was read from. Apart from what follows addresses, which is fetched later. */
import { hostOf } from '../../drawing/view/hosts';
import type { OpenTrace } from './open-trace';

/** Null for a trace that lies on this machine or belongs to the page. */
export function hostOfTrace({ source }: Pick<OpenTrace, 'source'>): string | null {
  return source.kind === 'url' ? hostOf(source.url) : null;
}
