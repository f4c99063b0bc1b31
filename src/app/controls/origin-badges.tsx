/** How a trace came about, where it is no plain recording: a badge per mark, whose title says what it means. */
import type { ReactNode } from 'react';
import { ORIGIN_MARKS, type OriginMark } from '../../engine/base/text/origin-marks';
import './origin-badges.css';

export function OriginBadges({ marks }: { readonly marks: readonly OriginMark[] }): ReactNode {
  return ORIGIN_MARKS.filter(({ id }) => marks.includes(id)).map(({ id, word, sentence }) => (
    <span key={id} className="origin-badge" data-testid="origin-badge" data-mark={id} title={sentence}>
      {word}
    </span>
  ));
}
