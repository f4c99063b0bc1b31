/**
 * The headers of the page as files of static hosts, written from the same table that our server sends them by
 * (`sharing/host/policy.ts`), and so from the same `config.json`.
 */
import { type PathHeaders, pathHeaders } from '../../sharing/host/policy';

export const HEADER_FORMATS = ['nginx', 'caddy', 'netlify'] as const;
export type HeaderFormat = (typeof HEADER_FORMATS)[number];

/** @param base path that the page lies under, with `/` at both ends. */
export function headerFile(format: HeaderFormat, embedOrigins: readonly string[], base: string): string {
  const paths = pathHeaders(embedOrigins);
  switch (format) {
    case 'nginx':
      return nginx(paths, base);
    case 'caddy':
      return caddy(paths, base);
    case 'netlify':
      return netlify(paths, base);
  }
}

/** All headers of a path: in each of these formats, blocks that both match do not add up as one would wish. */
function allOf(paths: readonly PathHeaders[], of: PathHeaders): PathHeaders['headers'] {
  const [general] = paths as [PathHeaders];
  return [...new Map([...general.headers, ...of.headers])];
}

/** The innermost block counts. */
function nginx(paths: readonly PathHeaders[], base: string): string {
  const blocks = paths.map((one) => {
    const isPrefix = one.path.endsWith('*');
    const where = isPrefix ? `${base}${one.path.slice(0, -1)}` : `= ${base}${one.path}`;
    const lines = allOf(paths, one).map(([name, value]) => `    add_header ${name} "${value}" always;`);
    return `location ${where} {\n${lines.join('\n')}\n}\n`;
  });
  return blocks.join('\n');
}

/** Of two blocks that match, the more general one would count: it leaves out the paths of the others. */
function caddy(paths: readonly PathHeaders[], base: string): string {
  const [general, ...special] = paths as [PathHeaders, ...PathHeaders[]];
  const block = (matcher: string, of: PathHeaders): string => {
    const lines = allOf(paths, of).map(([name, value]) => `\t${name} "${value}"`);
    return `header ${matcher} {\n${lines.join('\n')}\n}\n`;
  };
  const others = special.map(({ path }) => `${base}${path}`).join(' ');
  return [
    `@page {\n\tpath ${base}*\n\tnot path ${others}\n}\n${block('@page', general)}`,
    ...special.map((one) => block(`${base}${one.path}`, one)),
  ].join('\n');
}

/** What a built page holds, beside what has headers of its own. */
const FILES = ['offline.js', 'icon.png', 'examples/*'];

/** Headers of two blocks that match are joined, and of two policies both hold: every path stands in one block. */
function netlify(paths: readonly PathHeaders[], base: string): string {
  const [general, ...special] = paths as [PathHeaders, ...PathHeaders[]];
  const blocks = [...FILES.map((path) => ({ ...general, path })), ...special].map((one) => {
    const lines = allOf(paths, one).map(([name, value]) => `  ${name}: ${value}`);
    return `${base}${one.path}\n${lines.join('\n')}\n`;
  });
  return blocks.join('\n');
}
