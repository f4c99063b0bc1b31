/**
 * A report as Markdown (CommonMark with the tables of GFM), its pictures as files beside it. Every text is escaped,
 * also that of notes, which are written from their parsed tree: the output contains no raw HTML.
 */
import type { NoteBlock } from '../../notes/markdown';
import type { Inline } from '../../notes/markdown-inline';
import { type Block, type Document, type FactRow, figureFile, type Link } from './document';

/** On one line, with every character that could begin markup escaped by a backslash. */
export function escapeMarkdown(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  const escaped = line.replace(/[\\`*_{}[\]<>#|~&$]/g, '\\$&');
  // At the start of a line these begin a list, a quote or a rule.
  return escaped.replace(/^([-+=])/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

const e = escapeMarkdown;

/** An address in angle brackets; brackets and spaces within are encoded. */
function address(href: string): string {
  return `<${href.replace(/[<>\s\\]/g, (character) => encodeURIComponent(character))}>`;
}

/** A fence longer than any run of backticks within. */
function fenced(code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

function inline(content: readonly Inline[]): string {
  return content.map(inlinePart).join('');
}

/** Like `escapeMarkdown`, but leaves one space before and after the words. */
function words(plain: string): string {
  const before = /^\s/.test(plain) ? ' ' : '';
  const after = plain.trim() !== '' && /\s$/.test(plain) ? ' ' : '';
  return `${before}${e(plain)}${after}`;
}

function inlinePart(part: Inline): string {
  switch (part.kind) {
    case 'text':
      return words(part.text);
    case 'code':
      return `\`${part.text}\``;
    case 'link':
      return `[${e(part.text)}](${address(part.href)})`;
    case 'emphasis':
      return `*${inline(part.content)}*`;
    case 'strong':
      return `**${inline(part.content)}**`;
  }
}

function noteMarkdown(content: readonly NoteBlock[]): string {
  return content
    .map((block) => {
      if (block.kind === 'paragraph') return inline(block.content).trim();
      if (block.kind === 'code') return fenced(block.text);
      const mark = (i: number): string => (block.ordered ? `${i + 1}.` : '-');
      return block.items.map((item, i) => `${mark(i)} ${inline(item).trim()}`).join('\n');
    })
    .join('\n\n');
}

function quoted(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function linkMarkdown({ text, href }: Link): string {
  return href === null ? e(text) : `[${e(text)}](${address(href)})`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(e).join(' | ')} |`;
}

function separator(columns: number): string {
  return `|${' --- |'.repeat(columns)}`;
}

function factMarkdown([name, value]: FactRow): string {
  const [only = ''] = typeof value === 'string' ? [value] : value;
  if (typeof value === 'string' || value.length === 1) return `- **${e(name)}:** ${e(only)}`;
  return [`- **${e(name)}:**`, ...value.map((item) => `  - ${e(item)}`)].join('\n');
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `### ${e(block.text)}`;
    case 'text':
      return e(block.text);
    case 'list':
      return block.items.map((item) => `- ${e(item)}`).join('\n');
    case 'steps':
      return block.items.map((item, i) => `${i + 1}. ${e(item)}`).join('\n');
    case 'facts':
      return block.rows.map(factMarkdown).join('\n');
    case 'table':
      return [row(block.head), separator(block.head.length), ...block.rows.map(row)].join('\n');
    case 'code':
      return fenced(block.text);
    case 'links':
      return block.links.map((link) => `- ${linkMarkdown(link)}`).join('\n');
    case 'figure': {
      const { number, figure, caption } = block;
      return `![${e(figure.title)}](${figureFile(block)})\n\nFigure ${number}. ${e(caption)}`;
    }
    case 'note':
      return quoted(`**${e(block.head)}**\n\n${noteMarkdown(block.content)}`);
  }
}

export function toMarkdown({ title, lead, sections }: Document): string {
  const parts = [
    `# ${e(title)}`,
    ...(lead === '' ? [] : [e(lead)]),
    ...sections.flatMap((section) => [`## ${e(section.title)}`, ...section.blocks.map(blockMarkdown)]),
  ];
  return `${parts.join('\n\n')}\n`;
}
