/** Severities in words. Apart from finding-words.ts, because the page's header needs nothing else of it. */
import type { Severity } from '../../../engine/findings/finding/finding';

export const SEVERITY_WORDS: { readonly [severity in Severity]: string } = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Info',
};
