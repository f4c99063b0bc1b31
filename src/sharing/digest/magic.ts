/** How the file of a digest begins. It stands alone: every file that is opened is held against it. */

/** A byte beyond ASCII, `QLGS`, and line ends: a copy that was taken for text shows at once. */
export const FILE_MAGIC: Uint8Array = Uint8Array.of(0x93, 0x51, 0x4c, 0x47, 0x53, 0x0d, 0x0a, 0x1a);

export function isDigestFile(head: Uint8Array): boolean {
  return head.length >= FILE_MAGIC.length && FILE_MAGIC.every((byte, i) => head[i] === byte);
}
