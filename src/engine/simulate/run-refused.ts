/** A run that is named from outside cannot be made; the message is why, as a clause. */
export class RunRefused extends Error {}
