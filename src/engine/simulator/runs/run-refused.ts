/** A run that is named from outside cannot be made; the message is why, as a clause. */
export class RunRefused extends Error {}

/** A run that is named from outside costs so much that the user is asked first; the message says what it costs, as a sentence. */
export class RunAsked extends Error {}
