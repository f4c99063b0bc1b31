/** The traces that a written link names, looked at without reading the rest of it. */
import type { ShareOptions } from '../../engine/contract/share-options';
import { redactOrigin } from '../../engine/redaction/redact';
import { formatTrace, readTrace } from './trace-refs';

/** How many there are. */
export function namedTraces(fragment: string): number {
  return fragment.match(/(?:^|&)(?:file|src|example)=/g)?.length ?? 0;
}

/**
 * The fragment with local files named as the options have it, every other part as it was written. What stands for a file
 * and cannot be read goes, unless names may stay.
 */
export function redactFragment(fragment: string, options: ShareOptions): string {
  if (options.fileName) return fragment;
  return fragment.replace(/(^|&)file=([^&]*)/g, (_, before: string, raw: string) => {
    const ref = readTrace('file', raw);
    const redacted = typeof ref === 'string' ? null : redactOrigin(ref, options);
    const part = redacted === null ? null : formatTrace(redacted);
    return part === null ? '' : `${before}${part}`;
  });
}
