/** What a frame of HTTP/3 says, of which only some is given. */
import type { LoggedHttp } from '../../src/qlog-schema/index.ts';

export const loggedHttp = (of: Partial<LoggedHttp>): LoggedHttp => ({
  ...{ method: null, authority: null, path: null, status: Number.NaN },
  ...{ contentLength: Number.NaN, priority: null, about: Number.NaN },
  ...of,
});
