/**
 * Why a request has no answer, as a sentence for the user. Any other error from a handler
 * is a bug.
 */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}
