/**
 * Why a request has no answer, as a sentence that the reader may see. Any other error that comes out of a handler
 * is a defect.
 */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}
