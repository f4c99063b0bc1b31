/** What files outside this folder import of it. */
export {
  fileStem,
  type Origin,
  redactIds,
  redactName,
  redactOrigin,
  redactOriginMs,
} from './names';
export { dottedVersion } from './redact-texts';
