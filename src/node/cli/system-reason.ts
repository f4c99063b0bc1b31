/** What the system says about a file that cannot be read or written, in words. */

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'no such file or folder',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'is a folder',
  EMFILE: 'too many files are open',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: no room is left of what its user may write',
  EIO: 'the device failed',
};

/** System errors as text; other errors with their own message. */
export function systemReason(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  const reason = typeof code === 'string' ? REASONS[code] : undefined;
  return reason ?? (error instanceof Error ? error.message : String(error));
}
