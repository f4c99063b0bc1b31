/** What is said of a log of NGINX in which no connection of QUIC is. */
const HOW =
  'To record it: `error_log FILE debug;` in an NGINX that was built with --with-debug (`nginx -V` lists it), or `debug_connection ADDRESS;` in `events` for some clients only.';

/** How a log is refused, as `NotATrace` takes it: after the format. @param hasDebug it has lines of the level `debug`. @param hasQuic some of QUIC. */
export function withoutQuic(
  hasDebug: boolean,
  hasQuic: boolean,
): readonly [message: string, offset: number, head: string, instead: string] {
  if (!hasDebug) {
    const what = 'this is an error log of NGINX of another level than `debug`, which holds no packets';
    return [what, 0, '', HOW];
  }
  const what = hasQuic
    ? 'this is a debug log of NGINX whose lines of QUIC are of no packet'
    : 'this is a debug log of NGINX without a line of QUIC';
  const instead = `A server with \`listen … quic\` writes them for clients that come by HTTP/3. ${HOW}`;
  return [what, 0, '', instead];
}
