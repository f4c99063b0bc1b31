/** The pages of a PDF, read with nothing but its streams inflated: Chromium keeps its page objects in compressed ones. */
import { unzlibSync } from 'fflate';

const STREAM = /stream\r?\n/g;

/** @returns how many pages the document has. */
export function pdfPages(pdf: Uint8Array): number {
  const raw = Buffer.from(pdf).toString('latin1');
  const texts = [raw];
  for (const { index, 0: mark } of raw.matchAll(STREAM)) {
    const from = index + mark.length;
    const to = raw.indexOf('endstream', from);
    if (to < 0) continue;
    try {
      texts.push(Buffer.from(unzlibSync(pdf.subarray(from, to))).toString('latin1'));
    } catch {
      // A stream of another kind.
    }
  }
  return texts.reduce((pages, text) => pages + (text.match(/\/Type\s*\/Page(?!s)\b/g)?.length ?? 0), 0);
}
