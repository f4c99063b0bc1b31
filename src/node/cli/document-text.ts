/** A document as plain text for a terminal: tables in columns, everything of a trace escaped. */
import { printable } from '../../engine/base/text/printable';
import type { Block, Document } from '../../sharing/report/document/document';

export function documentText({ title, lead, sections }: Document): string {
  const parts = sections.map(({ title: head, blocks }) =>
    [printable(head), ...blocks.map(blockText)].join('\n'),
  );
  return `${[printable(title), ...(lead === '' ? [] : [printable(lead)]), '', parts.join('\n\n')].join('\n')}\n`;
}

const INDENT = '  ';

function blockText(block: Block): string {
  switch (block.kind) {
    case 'table':
      return tableText([block.head, ...block.rows]);
    case 'list':
    case 'steps':
      return block.items.map((item) => `${INDENT}- ${printable(item)}`).join('\n');
    case 'facts':
      return tableText(
        block.rows.map(([name, value]) => [name, typeof value === 'string' ? value : value.join('; ')]),
      );
    case 'text':
    case 'heading':
    case 'code':
      return INDENT + printable(block.text);
    // None of these stands in a document that is written as text.
    case 'links':
    case 'figure':
    case 'note':
      return '';
  }
}

/** Columns as wide as their widest cell. */
function tableText(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  return cells
    .map(
      (row) =>
        INDENT +
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
    )
    .join('\n');
}
