/**
 * A report as one self-contained HTML file: inline pictures and styles, no script, and a policy that
 * forbids it to load anything. Also well-formed XML.
 */
import { escapeAttribute, escapeXml } from '../../../engine/base/text/xml';
import type { NoteBlock } from '../../notes/markdown';
import type { Inline } from '../../notes/markdown-inline';
import type { Block, Document, FactRow, Link } from './document';
import { REPORT_STYLE } from './html-style';

/** Nothing may be loaded or run; styles are inline. */
export const REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const e = escapeXml;

function anchor({ text, href }: Link): string {
  if (href === null) return e(text);
  return `<a href="${escapeAttribute(href)}" rel="noopener noreferrer nofollow">${e(text)}</a>`;
}

/** The inline marks of a note, one element each. */
export function inlineHtml(content: readonly Inline[]): string {
  return content
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return e(part.text);
        case 'code':
          return `<code>${e(part.text)}</code>`;
        case 'link':
          return anchor(part);
        case 'emphasis':
          return `<em>${inlineHtml(part.content)}</em>`;
        case 'strong':
          return `<strong>${inlineHtml(part.content)}</strong>`;
        default:
          return '';
      }
    })
    .join('');
}

export function noteHtml(content: readonly NoteBlock[]): string {
  return content
    .map((block) => {
      if (block.kind === 'paragraph') return `<p>${inlineHtml(block.content)}</p>`;
      if (block.kind === 'code') return `<pre><code>${e(block.text)}</code></pre>`;
      const items = block.items.map((item) => `<li>${inlineHtml(item)}</li>`).join('');
      return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
    })
    .join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const top = head.map((cell) => `<th scope="col">${e(cell)}</th>`).join('');
  const body = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${e(cell)}</td>`).join('');
    return `<tr><th scope="row">${e(first)}</th>${rest}</tr>`;
  });
  return `<table><thead><tr>${top}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function factHtml([name, value]: FactRow): string {
  const values =
    typeof value === 'string' ? e(value) : value.length === 1 ? e(value[0] as string) : itemsHtml(value);
  return `<div><dt>${e(name)}</dt><dd>${values}</dd></div>`;
}

function itemsHtml(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${e(item)}</li>`).join('')}</ul>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${e(block.text)}</h3>`;
    case 'text':
      return `<p>${e(block.text)}</p>`;
    case 'list':
      return itemsHtml(block.items);
    case 'steps':
      return `<ol>${block.items.map((item) => `<li>${e(item)}</li>`).join('')}</ol>`;
    case 'facts':
      return `<dl>${block.rows.map(factHtml).join('\n')}</dl>`;
    case 'table':
      return table(block.head, block.rows);
    case 'code':
      return `<pre><code>${e(block.text)}</code></pre>`;
    case 'links':
      return `<ul class="links">${block.links.map((link) => `<li>${anchor(link)}</li>`).join('')}</ul>`;
    case 'figure':
      return `<figure id="figure-${block.number}" data-figure="${e(block.figure.panel)}">\n${block.figure.svg}\n<figcaption>Figure ${block.number}. ${e(block.caption)}</figcaption>\n</figure>`;
    case 'note':
      return `<blockquote class="note"><p class="note-place">${e(block.head)}</p>\n${noteHtml(block.content)}</blockquote>`;
  }
}

export function toHtml({ title, lead, sections }: Document): string {
  const body = sections.map(
    ({ id, title: name, isAppendix, blocks }) =>
      `<section id="${escapeAttribute(id)}"${isAppendix === true ? ' class="appendix"' : ''}>\n<h2>${e(name)}</h2>\n${blocks.map(blockHtml).join('\n')}\n</section>`,
  );
  const contents = sections.map(({ id, title: name }) => `<a href="#${escapeAttribute(id)}">${e(name)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(REPORT_POLICY)}"/>
<meta name="viewport" content="width=device-width"/>
<meta name="referrer" content="no-referrer"/>
<title>${e(title)}</title>
<style>
${REPORT_STYLE}
</style>
</head>
<body>
<main>
<h1>${e(title)}</h1>
${lead === '' ? '' : `<p>${e(lead)}</p>\n`}<nav aria-label="Sections">${contents.join(' ')}</nav>
${body.join('\n')}
</main>
</body>
</html>
`;
}
