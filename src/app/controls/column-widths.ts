/** How wide the columns of a grid of rows are. */

interface SizedColumn {
  readonly id: string;
  readonly isNumber?: boolean;
}

/** Of columns for which the stylesheet of the grid has no width of their own, `--goodput-px`. */
const FIGURE_PX = 84;
const WORDS_PX = 160;

/**
 * @param longest characters of the longest text of a column of figures, where it must not be cut.
 * @returns the part of `grid-template-columns` that they are.
 */
export function columnWidths<Column extends SizedColumn>(
  columns: readonly Column[],
  longest?: (column: Column) => number,
): string {
  const widths = columns.map((column) => {
    const isNumber = column.isNumber === true;
    const own = `var(--${column.id}-px, ${isNumber ? FIGURE_PX : WORDS_PX}px)`;
    if (longest === undefined || !isNumber) return own;
    return `max(${own}, calc(${longest(column)}ch + 2 * var(--space-3)))`;
  });
  return widths.join(' ');
}
