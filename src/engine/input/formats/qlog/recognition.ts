/**
 * Recognises records that repeat, and plans their rows. Texts are read the same without it, only slower: it is fetched
 * while the first records are parsed (reader.ts).
 */
export { planOf } from './decode/event-plan';
export { RecordScanner } from './records/scan/record-scanner';
