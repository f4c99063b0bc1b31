/** A text as a cell of a CSV (RFC 4180 §2): with a comma, a quotation mark or a new line in it, it is quoted. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
