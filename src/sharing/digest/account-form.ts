/** The account of time in a digest: to the last digit, as its trace gives it. */
import type { Account } from '../../engine/findings/account/account';
import type { AccountPart } from '../../engine/findings/account/parts';
import { flag, list, nullable, number, oneOf, record, text } from './codec';
import { HELD_CAUSES, HOLDERS } from './words';

/** More than there are holders with their causes. */
const MOST_PARTS = 64;

const accountPart = record<AccountPart>({
  holder: oneOf(HOLDERS),
  cause: nullable(oneOf(HELD_CAUSES)),
  heldUs: number,
  lostUs: nullable(number),
  lostIsAtLeast: flag,
  longestUs: number,
});
export const accountForm = record<Account>({
  startUs: number,
  endUs: number,
  main: nullable(accountPart),
  parts: list(accountPart, MOST_PARTS),
  neededUs: nullable(number),
  carriedTwiceUs: nullable(number),
  afterTransferUs: number,
  provedShare: number,
  healthy: flag,
  sentence: text(600),
});
