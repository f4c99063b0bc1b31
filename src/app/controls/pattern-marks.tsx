/** The marks of a pattern, on a swatch: a tile of it, as large as the swatch. */
import type { ReactNode } from 'react';
import { MARK_WIDTH, marksOf, type Pattern, patternPath, TILE } from '../../drawing/surface/patterns';

export function PatternMarks({ pattern }: { readonly pattern: Pattern }): ReactNode {
  const path = patternPath(pattern);
  if (path === '') return null;
  const isFilled = marksOf(pattern).squares !== undefined;
  return (
    <svg className="pattern-marks" viewBox={`0 0 ${TILE} ${TILE}`} aria-hidden="true">
      <path className={isFilled ? 'filled' : 'stroked'} d={path} strokeWidth={MARK_WIDTH} />
    </svg>
  );
}
