/** The short link to a view in a store: `#sha=<hash of the view>`. What the view holds is `sharing/store/stored-view.ts`'s. */
import { isSha256 } from './stored-name';

const NAME = 'sha';

export function storedViewLink(sha256: string): string {
  return `${NAME}=${sha256}`;
}

/** How a link names a view; `damaged` where its hash was cut or changed. */
export type StoredViewName = { readonly sha256: string } | 'damaged';

/** @param fragment with or without `#`. @returns null for one that names no view. */
export function storedViewIn(fragment: string): StoredViewName | null {
  const text = fragment.replace(/^#/, '');
  if (!text.startsWith(`${NAME}=`)) return null;
  const sha256 = text.slice(NAME.length + 1).toLowerCase();
  return isSha256(sha256) ? { sha256 } : 'damaged';
}
