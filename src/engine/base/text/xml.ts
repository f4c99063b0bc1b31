/** Text escaped for XML and HTML, between tags and in quoted attributes: none of it becomes markup. */
import { plainLines, unicodeEscape } from './plain';

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 §2.2 excludes beside characters that no text may hold. */
const NO_CHARACTER = /[\ufffe\uffff]/g;

/** @param text several lines, cleaned here (plain.ts). */
export function escapeXml(text: string): string {
  return plainLines(text)
    .replace(NO_CHARACTER, unicodeEscape)
    .replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

export function escapeAttribute(text: string): string {
  return escapeXml(text.replace(/[\t\r\n]+/g, ' '));
}

/** First line of an XML file. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
