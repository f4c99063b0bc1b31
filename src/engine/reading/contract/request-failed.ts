/**
 * Why a request has no answer, as a sentence for the user. Any other error from a handler
 * is a bug.
 */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}

/** For code that is loaded with a request. @throws RequestFailed */
export function notFetched(): never {
  throw new RequestFailed('A part of this page could not be fetched from its server.');
}
