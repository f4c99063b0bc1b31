/** Text escaped for XML and HTML, between tags and in quoted attributes: none of it becomes markup. */

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters invalid in XML 1.0 §2.2, including lone surrogates, and the discouraged control characters. */
const NO_CHARACTER = /(?![\t\n\r])[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu;

export function escapeXml(text: string): string {
  return text.replace(NO_CHARACTER, '').replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

/** Text escaped for an attribute value: on one line. */
export function escapeAttribute(text: string): string {
  return escapeXml(text.replace(/[\t\r\n]+/g, ' '));
}

/** First line of an XML file. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
