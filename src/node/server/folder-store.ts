/**
 * A store of traces in a folder: objects named by their SHA-256, written once. An object is received under a temporary
 * name, hashed while it comes, and renamed when its hash is the one of its name; what is cut, too large or other bytes
 * leaves nothing. Nothing is listed and nothing is removed: how long objects are kept is up to the folder's owner, who may
 * delete files at any time. The protocol around it is `store-requests.ts`'s.
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Sha256 } from '../../engine/input/bytes/sha256';
import { isStoredName, sha256Of } from '../../sharing/link/stored-name';
import { STORE_LIMITS, type StoreLimits } from './limits';

/** Objects that are received at the same time, at most. */
const MAX_RECEIVING = 8;
/** What a server that was stopped left unfinished is removed after this time. */
const LEFT_MS = 60 * 60 * 1000;
const UNFINISHED = /^\.[0-9a-f-]{36}\.part$/;

/** Why an object is not taken, and the HTTP status that says it (RFC 9110 §15.5, RFC 4918 §11.5). */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export class FolderStore {
  readonly folder: string;
  readonly limits: StoreLimits;
  /** Bytes that are announced by what is being received. */
  readonly #receiving = new Map<string, number>();
  /** What counts and changes the objects that are there, one after the other. */
  #turns: Promise<unknown> = Promise.resolve();

  constructor(folder: string, limits: StoreLimits = STORE_LIMITS) {
    this.folder = folder;
    this.limits = limits;
  }

  /** Size of an object, bytes; null where there is none: what a symbolic link leads to is no object. @param name that `isStoredName` holds. */
  async size(name: string): Promise<number | null> {
    const stats = await lstat(join(this.folder, name)).catch(() => null);
    return stats?.isFile() === true ? stats.size : null;
  }

  /**
   * Receives an object.
   * @param bytes that were announced. @throws Refused; what a broken connection throws.
   */
  async put(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    if (!isStoredName(name)) throw new Refused(400, 'The name is no hash with an ending.');
    const { objectBytes } = this.limits;
    if (bytes > objectBytes)
      throw new Refused(413, `An object may have ${objectBytes} bytes, and this one has ${bytes}.`);
    const part = `.${randomUUID()}.part`;
    const path = join(this.folder, part);
    try {
      await this.#inTurn(() => this.#reserve(part, bytes));
      await this.#receive(path, name, bytes, content);
      // Where the same object came meanwhile, this replaces it by itself.
      await this.#inTurn(async () => {
        await rename(path, join(this.folder, name));
        this.#receiving.delete(part);
      });
    } catch (error) {
      throw isFullDisk(error) ? new Refused(507, 'The disk of the store is full.') : error;
    } finally {
      this.#receiving.delete(part);
      await rm(path, { force: true });
    }
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#turns.then(task);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** Removes what a server that was stopped left unfinished. */
  async sweep(now = Date.now()): Promise<void> {
    for (const name of await this.#names()) {
      const path = join(this.folder, name);
      const stats = UNFINISHED.test(name) ? await lstat(path).catch(() => null) : null;
      if (stats !== null && now - stats.mtimeMs > LEFT_MS) await rm(path, { force: true });
    }
  }

  async #names(): Promise<readonly string[]> {
    return readdir(this.folder).catch(() => []);
  }

  /** Takes room for an object, beside all that is there and announced. @throws Refused */
  async #reserve(part: string, bytes: number): Promise<void> {
    const { objects, storeBytes } = this.limits;
    if (this.#receiving.size >= MAX_RECEIVING)
      throw new Refused(429, 'Too many objects are received at this moment.');
    const names = (await this.#names()).filter(isStoredName);
    if (names.length + this.#receiving.size >= objects)
      throw new Refused(507, `The store holds ${objects} objects at most.`);
    const sizes = await Promise.all(names.map((name) => this.size(name)));
    const held = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    const announced = [...this.#receiving.values()].reduce((sum, size) => sum + size, 0);
    if (held + announced + bytes > storeBytes)
      throw new Refused(507, `The store holds ${storeBytes} bytes at most.`);
    this.#receiving.set(part, bytes);
  }

  async #receive(
    path: string,
    name: string,
    bytes: number,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = await open(path, 'wx');
    const hash = new Sha256();
    let received = 0;
    try {
      for await (const chunk of content) {
        received += chunk.length;
        if (received > bytes) throw new Refused(400, 'More bytes came than were announced.');
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      if (received < bytes) throw new Refused(400, 'Fewer bytes came than were announced.');
      if (hash.digest() !== sha256Of(name))
        throw new Refused(422, 'The SHA-256 of what came is not the one of its name.');
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));
}
