/**
 * The report as one zip: Markdown and a file per picture. The zip library is loaded on demand. Times in
 * the zip are fixed, so that the same report is the same file, byte for byte.
 */
import { XML_DECLARATION } from '../../../engine/base/text/xml';
import { type Document, figureFile, figuresOf } from './document';
import { toMarkdown } from './markdown';

/** The earliest time that a zip can hold; zip times are local times without a zone. */
const NO_TIME = new Date(1980, 0, 1);

export function bundleFiles(document: Document): ReadonlyMap<string, string> {
  return new Map([
    ['report.md', toMarkdown(document)],
    ...figuresOf(document).map((block): [string, string] => [
      figureFile(block),
      `${XML_DECLARATION}${block.figure.svg}\n`,
    ]),
  ]);
}

export async function zipBundle(document: Document): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import('fflate');
  const files = [...bundleFiles(document)].map(([name, content]) => [name, strToU8(content)] as const);
  return zipSync(Object.fromEntries(files), { mtime: NO_TIME, level: 6 });
}
