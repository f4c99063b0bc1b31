/** `--align`: what of two traces is laid over one another. */
import type { Alignment } from '../../engine/service/compare/align';
import { noAlignmentWords, parseAlignment } from '../../engine/service/compare/alignment-text';
import { UsageError } from './arg-values';

export { ALIGNMENT_FORMS } from '../../engine/service/compare/alignment-text';

/** @throws UsageError where the text of `--align` is none. */
export function alignmentOf(text: string): Alignment {
  const alignment = parseAlignment(text);
  if (alignment === null) throw new UsageError(`--align ${noAlignmentWords(text)}`);
  return alignment;
}
