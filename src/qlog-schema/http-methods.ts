/** Methods of RFC 9110 §9.3, RFC 5789, and QUERY: any other may be text of anybody. */
// biome-ignore format: a table
export const HTTP_METHODS: readonly string[] = [
  'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY',
];
