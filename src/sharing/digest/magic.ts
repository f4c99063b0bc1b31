/** The first bytes of a digest file. In a module of its own, since every opened file is checked for it. */

/** A non-ASCII byte, `QLGS`, and line ends: detects copies damaged by text conversion. */
export const FILE_MAGIC: Uint8Array = Uint8Array.of(0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a);

export function isDigestFile(head: Uint8Array): boolean {
  return head.length >= FILE_MAGIC.length && FILE_MAGIC.every((byte, i) => head[i] === byte);
}
