/**
 * What goes into a chat: one picture, and one sentence that stands beside it. Both are made from a redacted context; the page draws
 * the picture as PNG.
 */
import { pictureOf } from '../../../drawing/panels/lanes/exported-picture';
import {
  laneTitle,
  type PictureLane,
  type SetPictureOptions,
  setPicture,
} from '../../../drawing/panels/lanes/lanes-picture';
import type { SharedContext } from '../../../drawing/panels/lanes/redact-context';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import type { PictureSpec } from '../../../drawing/surface/picture';
import type { TimeRange } from '../../../drawing/view/view';
import { instant } from '../../../engine/base/text/figures';
import { markLead, marksOf } from '../../../engine/base/text/origin-marks';
import { intervalWords } from '../words/finding-words';
import { SEVERITY_WORDS } from '../words/severity-words';

export interface ChatPicture {
  readonly picture: PictureSpec;
  readonly sentence: string;
}

export interface ChatOptions {
  /** Of the trace's file, as it may be shared; null for none. */
  readonly name: string | null;
  readonly height: number;
  readonly lockedMax: number | null;
}

/** After the name, how the trace came about where it is no plain recording. */
function named(name: string | null, { snapshot }: SharedContext, words: string): string {
  const marked = `${markLead(marksOf(snapshot))}${words}`;
  return name === null ? marked : `${name}: ${marked}`;
}

/** `2.044 s to 3.900 s` */
export function rangeWords({ fromUs, toUs }: TimeRange): string {
  const spanUs = toUs - fromUs;
  return `${instant(fromUs, spanUs)} to ${instant(toUs, spanUs)}`;
}

/** A panel as it is visible, and its sentence. */
export function panelForChat(
  definition: PanelDefinition,
  context: SharedContext,
  { name, height, lockedMax }: ChatOptions,
): ChatPicture {
  const range = rangeWords(context.viewport);
  return {
    picture: pictureOf(definition, context, { height, lockedMax, subtitle: range }),
    sentence: named(name, context, `${definition.title}, ${range}. ${definition.sentence(context)}`),
  };
}

/** A panel over the traces of a set, and the sentence of each. @param lanes at least one. */
export function setForChat(
  definition: PanelDefinition,
  lanes: readonly PictureLane[],
  options: SetPictureOptions,
): ChatPicture {
  const range = options.subtitle;
  return {
    picture: setPicture(definition, lanes, options),
    sentence: `${definition.title}, ${range}. ${setSentence(definition, lanes)}`,
  };
}

/** `A: window (cwnd) 2,700 B to … B: …` */
export function setSentence(definition: PanelDefinition, lanes: readonly PictureLane[]): string {
  return lanes.map((lane) => `${laneTitle(lane)}: ${definition.sentence(lane.context)}`).join(' ');
}

/**
 * A finding on the panel that shows it, and its verdict.
 * @param key of the finding. @returns null where the context's trace has no such finding.
 */
export function findingForChat(
  definition: PanelDefinition,
  context: SharedContext,
  key: string,
  { name, height }: Pick<ChatOptions, 'name' | 'height'>,
): ChatPicture | null {
  const finding = context.snapshot.findings.find((one) => one.key === key);
  if (finding === undefined) return null;
  const { title, severity, verdict, startUs, endUs, knownDefect } = finding;
  const when = intervalWords(finding, context.snapshot);
  const words = [`${title} (${SEVERITY_WORDS[severity].toLowerCase()}), ${when}.`, verdict];
  if (knownDefect !== undefined) words.push(knownDefect.words);
  const bands = [{ fromUs: startUs, toUs: endUs }];
  return {
    picture: pictureOf(definition, context, {
      height,
      lockedMax: null,
      bands,
      subtitle: `${title}, ${when}`,
    }),
    sentence: named(name, context, words.join(' ')),
  };
}
