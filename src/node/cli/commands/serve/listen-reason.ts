import { systemReason } from '../../system-reason';

/** Why no port is listened at. */
export function listenReason(error: unknown): string {
  const { code, port } = error as { readonly code?: string; readonly port?: number };
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program; --port 0 takes one that is free`;
  if (code === 'EACCES') return `this user may not listen at port ${port}; --port 0 takes one that is free`;
  return systemReason(error);
}
