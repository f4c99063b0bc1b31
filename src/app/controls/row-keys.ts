/** Keys that move the current row of a list of which only the visible rows are in the document. */

export interface MovedRows {
  moveBy(rows: number): void;
  moveTo(index: number): void;
}

/** @param page rows of a step by a page. @param count rows of the list. @returns true where the key moves. */
export function moveByKey(rows: MovedRows, key: string, page: number, count: number): boolean {
  if (key === 'ArrowDown') rows.moveBy(1);
  else if (key === 'ArrowUp') rows.moveBy(-1);
  else if (key === 'PageDown') rows.moveBy(page);
  else if (key === 'PageUp') rows.moveBy(-page);
  else if (key === 'Home') rows.moveTo(0);
  else if (key === 'End') rows.moveTo(count - 1);
  else return false;
  return true;
}
