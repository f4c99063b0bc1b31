/**
 * Copies a picture and its sentence in one entry of the clipboard: what a chat takes as one message. Where the browser refuses the
 * picture, it is saved as a file, and the sentence is copied alone. What came of it is shown by features/copy-picture.
 */
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf } from '../../../drawing/panels/registry';
import { redactName } from '../../../engine/service/redaction/redact';
import { type ChatPicture, panelForChat, setForChat } from '../../../sharing/report/figures/chat-picture';
import { copiedWords } from '../../controls/copied-words';
import { saveFile, shareOptionsOf } from '../../controls/save-file';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/traces/open-trace';
import { canvasOf } from '../paint/canvas-sheet';
import { isOfSeveral, pictureLanes, setPictureOptions, shownRange } from '../paint/set-lanes';
import { sharedContextOf } from '../paint/shared-context';
import { completeAnswer } from '../panel/panel-data';

const PIXEL_RATIO = 2;
/** How long success is shown. */
const RESULT_MS = 4000;

function pngOf({ picture }: ChatPicture): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvasOf(picture, PIXEL_RATIO).toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** @throws where the browser has no such clipboard, or refuses it. */
async function write(made: Promise<ChatPicture>): Promise<void> {
  const textOf = ({ sentence }: ChatPicture): Blob => new Blob([sentence], { type: 'text/plain' });
  // Promises: some browsers take them only in the task of the click.
  const item = new ClipboardItem({ 'image/png': made.then(pngOf), 'text/plain': made.then(textOf) });
  await navigator.clipboard.write([item]);
}

/**
 * @param title of what is copied, for the words that are shown.
 * @param make makes it; null where the trace holds nothing to be shown.
 */
export async function copyPicture(
  app: AppState,
  trace: OpenTrace,
  title: string,
  make: () => Promise<ChatPicture | null>,
): Promise<void> {
  const made = make().then((picture) => picture ?? Promise.reject(new Error('nothing to copy')));
  const shown = app.feature(copiedWords);
  try {
    await app.activity.whileBusy(write(made));
    const words = `Picture and sentence copied: ${title}`;
    shown.set(words);
    setTimeout(() => shown.update((current) => (current === words ? null : current)), RESULT_MS);
  } catch {
    await app.activity.whileBusy(saveInstead(app, trace, title, made));
  }
}

async function saveInstead(
  app: AppState,
  trace: OpenTrace,
  title: string,
  made: Promise<ChatPicture>,
): Promise<void> {
  const notify = (text: string): void =>
    app.files.notify({ kind: 'not-copied', level: 'warning', text, places: [] });
  const picture = await made.catch(() => null);
  if (picture === null) return notify(`Nothing was copied: the trace has no picture of ${title}.`);
  saveFile(trace, shareOptionsOf(trace), '.png', await pngOf(picture));
  const isCopied = await navigator.clipboard.writeText(picture.sentence).then(
    () => true,
    () => false,
  );
  notify(
    isCopied
      ? `The browser refused a picture on the clipboard: it was saved as a file, and the sentence alone was copied (${title}).`
      : `The browser refused the clipboard: the picture was saved as a file. The sentence: ${picture.sentence}`,
  );
}

interface CopiedPanel {
  readonly definition: PanelDefinition;
  readonly height: number;
  readonly lockedMax: number | null;
}

/** Copies a panel as it is visible, over all traces of the set. */
export function copyPanel(
  app: AppState,
  trace: OpenTrace,
  { definition, height, lockedMax }: CopiedPanel,
): Promise<void> {
  return copyPicture(app, trace, definition.title, async () => {
    const { set } = trace;
    await Promise.all(set.members.map((member) => completeAnswer(member.trace, [definition])));
    if (isOfSeveral(set)) {
      const lanes = pictureLanes(app, set, definition);
      const options = setPictureOptions(set, { height, lockedMax, subtitle: shownRange(set) });
      return lanes.length === 0 ? null : setForChat(definition, lanes, options);
    }
    const context = sharedContextOf(app, trace);
    if (context === null || missingOf(definition, context.snapshot) !== null) return null;
    const name = redactName(trace.name, shareOptionsOf(trace));
    return panelForChat(definition, context, { name, height, lockedMax });
  });
}
