/** The rate of the path is proved where it is for this share of the time: below it nobody knows how much more than "at least" is lost. */
export const MOSTLY_PROVED = 0.5;
