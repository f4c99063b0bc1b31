/**
 * References in the findings' texts, with their addresses: RFC sections at the RFC Editor, issues and pull
 * requests of stacks with a known repository. A reference to another project has no address.
 */
import type { Link } from '../document/document';

const RFC = /RFC (\d{3,5})(?: §(\d+(?:\.\d+)*))?/g;
const ISSUE = /\b([a-z][\w-]*) (PR|pull request|issue) (\d+)/gi;

const REPOSITORIES: { readonly [project: string]: string } = { quiche: 'cloudflare/quiche' };

function rfcLink(number: string, section: string | undefined): Link {
  const address = `https://www.rfc-editor.org/rfc/rfc${number}`;
  return section === undefined
    ? { text: `RFC ${number}`, href: address }
    : { text: `RFC ${number} §${section}`, href: `${address}#section-${section}` };
}

function issueLink(project: string, kind: string, number: string): Link {
  const repository = REPOSITORIES[project.toLowerCase()];
  const path = kind.toLowerCase() === 'issue' ? 'issues' : 'pull';
  return {
    text: `${project} ${kind} ${number}`,
    href: repository === undefined ? null : `https://github.com/${repository}/${path}/${number}`,
  };
}

/** Each reference once, also where a text calls it by another word: RFCs by number and section, then the others by name. */
export function referencesIn(texts: readonly string[]): readonly Link[] {
  const links = new Map<string, Link>();
  for (const words of texts) {
    for (const [, number, section] of words.matchAll(RFC)) {
      const link = rfcLink(number as string, section);
      links.set(link.text, link);
    }
  }
  const rfcs = [...links.values()].sort((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }));
  const others = new Map<string, Link>();
  for (const words of texts) {
    for (const [, project, kind, number] of words.matchAll(ISSUE)) {
      const link = issueLink(project as string, kind as string, number as string);
      const isKnown = [...others.values()].some(({ href }) => href !== null && href === link.href);
      if (!isKnown) others.set(link.text, link);
    }
  }
  return [
    ...rfcs,
    ...[...others.values()].sort((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true })),
  ];
}
