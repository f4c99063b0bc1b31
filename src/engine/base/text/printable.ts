/**
 * Untrusted text on a terminal and in a CI log: a name or a record of a trace must not move the cursor, clear the
 * screen, reorder surrounding text, or be taken as a command by the CI host. Escaped are the characters of the one list
 * (plain.ts), so that names, which are clean, stay as they are, and
 *
 *   `::name …` at the beginning of a line, after any blanks         GitHub
 *   `##[name]`, `##vso[…]`, `##teamcity[…]` anywhere in a line       GitHub, Azure, TeamCity
 */
import { plainJson, plainLine } from './plain';

const LINE_COMMAND = /^(\s*):(?=:)/;
const LINE_COMMANDS = new RegExp(LINE_COMMAND, 'gm');
const INNER_COMMAND = /##(?=\w*\[)/g;

/** @param text one line of output, or a cell that may be the first in one. @returns the same on one line, escaped. */
export function printable(text: string): string {
  return plainLine(text).replace(LINE_COMMAND, '$1\\x3a').replace(INNER_COMMAND, '#\\x23');
}

/** JSON text with the same meaning, without invisible characters and CI commands. */
export function printableJson(json: string): string {
  return plainJson(json).replace(INNER_COMMAND, '#\\u0023');
}

/** XML text with the same meaning, whose texts `escapeXml` wrote. */
export function printableXml(xml: string): string {
  return xml.replace(INNER_COMMAND, '#&#35;');
}

/** Markdown with the same meaning outside of code. */
export function printableMarkdown(markdown: string): string {
  return markdown.replace(INNER_COMMAND, '#\\#').replace(LINE_COMMANDS, '$1\\:');
}
