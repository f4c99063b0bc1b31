/**
 * Judges the connections of an open file: with code that is fetched while the file is read, ahead of its end where another thread
 * can, and a few times in what is there so far. Words the messages about the file, which need the same code.
 */
import { WorkSlices } from '../../reading/budgets/yield-to-event-loop';
import type { FindingsSoFar, Message } from '../../reading/contract/snapshot';
import type { FileMessages } from '../../reading/facts/file-messages';
import type { JudgeAhead } from '../../reading/judge/judge-ahead';
import type { JudgePort } from '../../reading/judge/judge-thread';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import type { FileText } from '../../reading/stages/file-text';
import type { FileReading } from './file-reading';
import type { ModelRuns } from './model-runs';
import type { ReadSoFar, SoFar } from './so-far';

type Judging = typeof import('./judging');

/** The code that judges could not be loaded from the page's server. */
const NOT_JUDGED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'What was read is shown, but not judged, and what is wrong with the file is not named: a part of this page could not be fetched from its server. Reload the page, and open the trace again.',
  places: [],
};

export class FileJudging {
  readonly #reading: FileReading;
  /** Null where it cannot be fetched. */
  #code: Promise<Judging | null> = Promise.resolve(null);
  /** These are null until the code is fetched. */
  #messages: FileMessages | null = null;
  #soFar: SoFar | null = null;
  #ahead: JudgeAhead | null = null;
  #models: ModelRuns | null = null;
  #isMissing = false;
  /** By index of the connection, as far as analysed. */
  readonly #analyses: Analysis[] = [];

  constructor(reading: FileReading) {
    this.#reading = reading;
  }

  /** Null before the file is judged. */
  get models(): ModelRuns | null {
    return this.#models;
  }

  get analyses(): readonly Analysis[] {
    return this.#analyses;
  }

  /** Findings in what has been read so far; null for none yet. */
  get soFar(): FindingsSoFar | null {
    return this.#soFar?.newest ?? null;
  }

  /** Fetches the code, while the file is read. @param startThread starts a thread that judges; null for none. */
  fetch(startThread: (() => JudgePort) | null): void {
    this.#code = this.#fetched(startThread);
  }

  async #fetched(startThread: (() => JudgePort) | null): Promise<Judging | null> {
    const code = await import('./judging').catch(() => null);
    if (code === null) return null;
    this.#messages = new code.FileMessages(this.#reading.texts);
    this.#soFar = new code.SoFar();
    this.#ahead = new code.JudgeAhead(startThread);
    return code;
  }

  /** More of a text was read. */
  look(text: FileText): void {
    this.#ahead?.look(text);
  }

  /** What was judged ahead is void. */
  drop(): void {
    this.#ahead?.drop();
  }

  /** What is said about a text that is released is worded as soon as the words are there. */
  released(text: FileText): void {
    void this.#code.then(() => this.#messages?.addReleased(text));
  }

  /** Looks for findings in what has been read so far, if it is time. */
  lookSoFar(connection: FileConnection, how: Omit<ReadSoFar, 'events'>): void {
    this.#soFar?.look(connection, how);
  }

  /** So much was read that a look is only a matter of time. */
  isBehind(connection: FileConnection): boolean {
    return this.#soFar?.isBehind(connection) === true;
  }

  /** Judges connections that were read to their end. Never rejects, and leaves them unjudged where the code is missing. */
  async judge(connections: readonly FileConnection[]): Promise<void> {
    const code = await this.#code;
    if (code === null) this.#isMissing = true;
    else await this.#judge(connections, code);
    this.drop();
  }

  async #judge(connections: readonly FileConnection[], code: Judging): Promise<void> {
    const slices = new WorkSlices();
    const ahead = this.#ahead ?? new code.JudgeAhead(null);
    this.#models = new code.ModelRuns();
    for (const connection of connections) {
      this.#analyses.push(await ahead.analyse(connection));
      const pause = slices.pause();
      if (pause !== null) await pause;
    }
  }

  /** @param shown the connection that a snapshot is about; null for none. @param isRead the file was read to its end. */
  messagesAbout(shown: FileConnection | null, isRead: boolean): readonly Message[] {
    const { texts, failure } = this.#reading;
    if (!this.#isMissing) return this.#messages?.list(shown, isRead, failure) ?? [];
    return [texts.events === 0 ? NOT_JUDGED : { ...NOT_JUDGED, level: 'warning' }];
  }
}
