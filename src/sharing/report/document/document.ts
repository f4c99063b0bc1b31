/**
 * A report as a tree of plain values: sections of paragraphs, tables, pictures and notes. `report/post-mortem.ts` builds it;
 * `markdown.ts` and `html.ts` write it, each with its own escaping, so that no text of a trace
 * or a note becomes markup.
 */
import type { NoteBlock } from '../../notes/markdown';

/** A panel's picture with what it shows, in words. */
export interface Figure {
  readonly panel: string;
  readonly title: string;
  /** One `<svg>` element, without an XML declaration; its ids begin with the figure's own. */
  readonly svg: string;
  /** The panel's sentence over the visible range. */
  readonly sentence: string;
  /** What stands below it; left out for the panel's title, range and sentence. */
  readonly caption?: string;
}

/** A name and its value; of several each stands alone, as actions do. */
export type FactRow = readonly [name: string, value: string | readonly string[]];

export type Block =
  /** Subheading of a section. */
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Numbered from 1, as in the picture before it. */
  | { readonly kind: 'steps'; readonly items: readonly string[] }
  | { readonly kind: 'facts'; readonly rows: readonly FactRow[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  /** Links of the program itself or of its texts; http and https only. */
  | { readonly kind: 'links'; readonly links: readonly Link[] }
  | { readonly kind: 'figure'; readonly number: number; readonly figure: Figure; readonly caption: string }
  | { readonly kind: 'note'; readonly head: string; readonly content: readonly NoteBlock[] };

export interface Link {
  readonly text: string;
  /** Null for a reference that has no address. */
  readonly href: string | null;
}

export interface Section {
  /** `summary`, `impact` …: the anchor in HTML. */
  readonly id: string;
  readonly title: string;
  /** What is looked up only: smaller when printed. */
  readonly isAppendix?: true;
  readonly blocks: readonly Block[];
}

export interface Document {
  readonly title: string;
  /** One line below the title; empty for none. */
  readonly lead: string;
  readonly sections: readonly Section[];
}

export const text = (words: string): Block => ({ kind: 'text', text: words });
export const heading = (words: string): Block => ({ kind: 'heading', text: words });
export const list = (items: readonly string[]): Block => ({ kind: 'list', items });

export function figuresOf({ sections }: Document): readonly Extract<Block, { kind: 'figure' }>[] {
  return sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'figure'));
}

/** `figure-1-congestion.svg`: the picture's file beside the Markdown. */
export function figureFile({ number, figure }: Extract<Block, { kind: 'figure' }>): string {
  return `figure-${number}-${figure.panel.replace(/[^a-z0-9-]/gi, '')}.svg`;
}
