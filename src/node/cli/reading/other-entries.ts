/** Entries of a zip that are passed over, since they are no traces: those of other tools are named, as on the page. */
import { EntryMessages } from '../../../engine/reading/facts/entry-messages';
import type { FileText } from '../../../engine/reading/stages/file-text';

export class OtherEntries {
  readonly #messages = new EntryMessages();
  #any = false;

  /** @param text at its end. */
  add(text: FileText): void {
    this.#any = true;
    if (text.pipeline.events === 0) this.#messages.add(text);
  }

  get any(): boolean {
    return this.#any;
  }

  /** A sentence per tool, which begins with the names of the first entries. */
  get ofKnownFiles(): readonly string[] {
    return this.#messages.ofKnownFiles().map(({ text }) => text);
  }

  /** Why the zip gives no trace. */
  get failure(): string {
    return ['no entry of the zip is a trace', ...this.ofKnownFiles].join('; ');
  }
}
