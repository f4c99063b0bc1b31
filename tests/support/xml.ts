/**
 * A strict reader for the XML that the command line writes, so that a test does not take for well-formed what only
 * looks like it: one root, tags that close in their order, quoted attributes, the five named references and
 * numeric ones, no bare `<` or `&`. No comments, CDATA, DTD or namespaces: the writer has none.
 */

export interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly Element[];
  readonly text: string;
  /** Elements of this name at any depth, in order. */
  all(name: string): readonly Element[];
}

const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const DECLARATION = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/;
const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w.-]*="[^"<\t\n\r]*")*)\s*(\/?)>/y;
const TEXT = /[^<]+/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them, which is what is checked
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (whole, number?: string, name?: string) => {
    const character = number === undefined ? NAMED[name ?? ''] : String.fromCodePoint(Number(number));
    if (character === undefined) throw new Error(`no reference: ${whole}`);
    return character;
  });
}

class Node implements Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: Node[] = [];
  text = '';

  constructor(name: string, attributes: string) {
    this.name = name;
    const pairs = [...attributes.matchAll(/([\w.-]+)="([^"]*)"/g)];
    this.attributes = Object.fromEntries(pairs.map(([, key, value]) => [key, decoded(value as string)]));
    if (Object.keys(this.attributes).length !== pairs.length) throw new Error(`${name}: an attribute twice`);
  }

  all(name: string): readonly Element[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)]);
  }
}

/** @throws Error where the text is not well-formed. */
export function parseXml(text: string): Element {
  if (FORBIDDEN.test(text)) throw new Error('a character that XML has no place for');
  const start = DECLARATION.exec(text);
  if (start === null) throw new Error('no XML declaration');
  const top = new Node('', '');
  const open: Node[] = [top];
  for (let at = start[0].length; at < text.length; ) {
    const inner = open[open.length - 1] as Node;
    TAG.lastIndex = at;
    TEXT.lastIndex = at;
    const tag = TAG.exec(text);
    const plain = tag === null ? TEXT.exec(text) : null;
    at += (tag ?? plain)?.[0].length ?? 0;
    if (plain !== null) inner.text += decoded(plain[0]);
    else if (tag === null) throw new Error(`no tag at ${at}: ${text.slice(at, at + 40)}`);
    else if (tag[1] === '/') {
      if (inner.name !== tag[2]) throw new Error(`${inner.name} is closed as ${tag[2]}`);
      open.pop();
    } else {
      const node = new Node(tag[2] as string, tag[3] as string);
      inner.children.push(node);
      if (tag[4] !== '/') open.push(node);
    }
  }
  const [root, another] = top.children;
  if (open.length !== 1 || root === undefined || another !== undefined || top.text.trim() !== '')
    throw new Error('not exactly one closed root element');
  return root;
}
