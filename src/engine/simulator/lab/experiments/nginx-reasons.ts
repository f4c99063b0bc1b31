/** Which parameter moves a time of NGINX's that the simulation does not meet: found by switching that field alone, the others as they are. */

const NO_LIMIT_PRINTED = 'the article prints no limit for this download.';
const FULL_BUFFER = 'A buffer of one BDP holds the path full under either controller;';

export const REASONS: { readonly [claim: string]: string } = {
  '40-newreno-line': `The packet limit: 400 packets give 46.4 s; ${NO_LIMIT_PRINTED}`,
  '40-cubic-line': `The packet limit: 450 packets give 35.4 s; ${NO_LIMIT_PRINTED}`,
  '40-gain-line': 'No packet limit from 375 to 500 moves it: 13 to 15 %. Pacing does, to 19 %.',
  '100-newreno-line':
    'None of the fields alone. NewReno goes on from 3,930 packets here; from 900 it would take 33.6 s. A packet limit of 1,500 gives 31.6 s, but 27.2 s with CUBIC.',
  '100-cubic-line':
    'The packet limit: 5,000 in place of the article’s 6,000 give 8.4 s. HyStart++ does nothing: over a delay line the RTT does not rise.',
  '100-gain-line': 'NewReno’s time. Packet limits from 1,000 to 6,000 give 13 to 33 %, pacing 31 %.',
  '200-newreno-line': `The packet limit: 950 packets give 24.6 s; ${NO_LIMIT_PRINTED}`,
  '200-cubic-line': `The packet limit: 950 packets give 18.2 s; ${NO_LIMIT_PRINTED}`,
  '200-gain-line': `The packet limit: 900 packets give 23 %; ${NO_LIMIT_PRINTED}`,
  '40-newreno-rate': `${FULL_BUFFER} with 0.1 BDP it is 40.0 s, with 0.01 BDP 43.8 s.`,
  '40-cubic-rate': `${FULL_BUFFER} with 0.1 BDP it is 35.4 s.`,
  '40-gain-rate': `${FULL_BUFFER} with 0.1 or 0.25 BDP it is 12 or 13 %.`,
  '100-newreno-rate': `${FULL_BUFFER} with 0.06 BDP it is 31.7 s, with 0.08 BDP 45.8 s: one halving after slow start, or two.`,
  '100-cubic-rate': `${FULL_BUFFER} with 0.2 BDP it is 9.5 s.`,
  '100-gain-rate': `${FULL_BUFFER} with 0.05 BDP it is 49 %, with 0.25 BDP 29 %.`,
  '200-newreno-rate': `${FULL_BUFFER} with 0.5 BDP it is 23.9 s.`,
  '200-cubic-rate': `${FULL_BUFFER} with 0.25 BDP it is 15.7 s, with 0.2 BDP 21.0 s.`,
  '200-gain-rate': `${FULL_BUFFER} with 0.5 BDP it is 36 %, with 0.75 BDP 8 %.`,
  reading:
    'A rate with a buffer of one BDP hides the controller; a delay line drops what it has no room for. The buffer, which the article leaves open, decides: with 0.1, 0.2 and 0.5 BDP for the three downloads the times of the rate are off by 17 %.',
  threshold: 'Packets were reordered, or declared lost too early.',
};
