/** The short link to a view in a store: `#sha=<hash of the view>`. What the view holds is `sharing/store/stored-view.ts`'s. */
import { isSha256 } from './stored-name';

const NAME = 'sha';

export function storedViewLink(sha256: string): string {
  return `${NAME}=${sha256}`;
}

/**
 * @param fragment with or without `#`.
 * @returns the hash; `damaged` where it is cut or changed; null for any other fragment.
 */
export function storedViewIn(fragment: string): { readonly sha256: string } | 'damaged' | null {
  const text = fragment.replace(/^#/, '');
  if (!text.startsWith(`${NAME}=`)) return null;
  const sha256 = text.slice(NAME.length + 1).toLowerCase();
  return isSha256(sha256) ? { sha256 } : 'damaged';
}
