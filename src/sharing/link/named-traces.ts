/** The traces named in a written link, found without parsing the rest. */
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { redactOrigin } from '../../engine/service/redaction/redact';
import { isTraceRef } from './state';
import { formatTrace, readTrace } from './trace-refs';

/** Number of named traces; one of several files is one. */
export function namedTraces(fragment: string): number {
  return fragment.match(/(?:^|&)(?:file|src|stored|run|example)=/g)?.length ?? 0;
}

/**
 * The fragment with local files named according to the options, every other part as written. A file reference
 * that cannot be read is removed, unless names are allowed.
 */
export function redactFragment(fragment: string, options: ShareOptions): string {
  if (options.fileName) return fragment;
  return fragment.replace(/(^|&)(file|segment)=([^&]*)/g, (_, before: string, name: string, raw: string) => {
    const ref = readTrace('file', raw);
    const redacted = typeof ref === 'string' || !isTraceRef(ref) ? null : redactOrigin(ref, options);
    const part = redacted === null ? null : formatTrace(redacted);
    return part === null ? '' : `${before}${part.replace(/^file/, name)}`;
  });
}
