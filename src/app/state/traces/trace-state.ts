/** State of a pending or open trace. */
export type TraceState =
  /** On a host that the user has not agreed to yet. */
  | 'asked'
  /** A file of which this device may hold a copy: it is asked for where there is none. */
  | 'looking-for-copy'
  /** A file that only the user can open. */
  | 'waiting-for-file'
  | 'loading'
  | 'ready'
  /** Open: it could not be read, or its worker ended. Pending: fetching failed, the user may open a copy. */
  | 'failed';
