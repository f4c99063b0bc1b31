/**
 * Counts what an export leaves out, by name. Names come from the log and are shown to the user; they are never
 * written to the export. Bounded for any log: further names are counted under one.
 */
import { beginningOf, plainLine } from '../../../base/text/plain';
import type { LeftOut } from '../../../input/formats/exporting';
import type { LeftOutCount, LeftOutCounts } from '../../../reading/contract/export';
import { SHARE_OPTIONS, type ShareOption } from '../../../reading/contract/share-options';

/** Maximum names counted separately, of events and of fields each. */
const MAX_NAMES = 200;
const MAX_NAME_LENGTH = 80;
const FURTHER = '(further names)';

export class LeftOutCounter implements LeftOut {
  readonly #events = new Map<string, number>();
  readonly #fields = new Map<string, number>();
  readonly #withheld = new Map<ShareOption, number>();
  #unreadable = 0;

  /** An event of a kind that is not exported. */
  event(name: string): void {
    add(this.#events, name);
  }

  /** A field, by its path in the event's data, that is not exported or has an invalid value. */
  field(path: string): void {
    add(this.#fields, path);
  }

  /** Something that its option would export. */
  withheld(option: ShareOption): void {
    this.#withheld.set(option, (this.#withheld.get(option) ?? 0) + 1);
  }

  /** A record that could not be read again, or is not an event. */
  unreadable(): void {
    this.#unreadable++;
  }

  get counts(): LeftOutCounts {
    return {
      events: ranked(this.#events),
      fields: ranked(this.#fields),
      withheld: SHARE_OPTIONS.flatMap(({ id }) => {
        const count = this.#withheld.get(id) ?? 0;
        return count === 0 ? [] : [{ option: id, count }];
      }),
      unreadable: this.#unreadable,
    };
  }
}

function add(counts: Map<string, number>, name: string): void {
  const before = counts.get(name);
  if (before !== undefined || counts.size < MAX_NAMES) counts.set(name, (before ?? 0) + 1);
  else counts.set(FURTHER, (counts.get(FURTHER) ?? 0) + 1);
}

/** Most frequent first. */
function ranked(counts: ReadonlyMap<string, number>): readonly LeftOutCount[] {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => ({ name: plainLine(beginningOf(name, MAX_NAME_LENGTH)), count }));
}
