/** Text as it may stand in XML and HTML, between tags and in quoted attributes: nothing of it becomes markup. */

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 §2.2 has no place for, lone surrogates among them, and the controls that it discourages. */
const NO_CHARACTER = /(?![\t\n\r])[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu;

export function escapeXml(text: string): string {
  return text.replace(NO_CHARACTER, '').replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

/** The same for the value of an attribute: on one line. */
export function escapeAttribute(text: string): string {
  return escapeXml(text.replace(/[\t\r\n]+/g, ' '));
}

/** Begins a file of XML. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
