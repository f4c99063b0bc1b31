/**
 * A CSV (RFC 4180) with a header; a row is a line. The delimiter is the one of comma, semicolon and tab that the header has most of. The
 * time is in the first column with such a name, else in the first that holds one in the first row. With a column of names each row is an
 * event, or a sample of the metric that it names where a column of values has a number; without one each column of numbers is a metric.
 * Where no heading is known the first column of texts has the names, and the only one of numbers the values.
 */
import {
  EVENT_NAMES,
  FileTimes,
  type MarkLine,
  type ReadLine,
  readNumber,
  TIME_NAMES,
  VALUE_NAMES,
} from './mark-lines';
import { markName, type OutsideMark } from './outside-mark';
import { readUtc } from './utc';

/** Columns that are read; a metric each at most. */
const MAX_CELLS = 64;

interface Columns {
  readonly time: number;
  /** −1 for none. */
  readonly name: number;
  readonly value: number;
}

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

const CELLS: { readonly [delimiter in Delimiter]: RegExp } = {
  ',': /"((?:[^"]|"")*)"|[^",]*/y,
  ';': /"((?:[^"]|"")*)"|[^";]*/y,
  '\t': /"((?:[^"]|"")*)"|[^"\t]*/y,
};

/** The first cells of a row; null where a quotation mark is not closed, or stands within a cell that has none around it. */
export function csvCells(line: string, delimiter: Delimiter): readonly string[] | null {
  const cell = CELLS[delimiter];
  const cells: string[] = [];
  for (let at = 0; cells.length < MAX_CELLS; at++) {
    cell.lastIndex = at;
    const [all = '', quoted] = cell.exec(line) ?? [];
    at += all.length;
    if (at < line.length && line[at] !== delimiter) return null;
    cells.push((quoted?.replaceAll('""', '"') ?? all).trim());
    if (at >= line.length) break;
  }
  return cells;
}

function delimiterOf(header: string): Delimiter {
  const parts = (delimiter: Delimiter): number => header.split(delimiter).length;
  return DELIMITERS.reduce((most, one) => (parts(one) > parts(most) ? one : most));
}

const isTime = (cell: string): boolean => typeof readUtc(cell) !== 'string';

/** @param fileName names marks that have no name of their own. */
export function csvLines(fileName: string): ReadLine {
  const times = new FileTimes();
  let delimiter: Delimiter | null = null;
  let header: readonly string[] = [];
  let columns: Columns | null = null;
  return (line) => {
    if (line.trim() === '') return [];
    const isFirst = delimiter === null;
    delimiter ??= delimiterOf(line);
    const cells = csvCells(line, delimiter);
    if (cells === null) return 'a quotation mark in it is not closed';
    if (isFirst && !cells.some(isTime)) {
      header = cells;
      return [];
    }
    columns ??= columnsOf(header, cells);
    return columns === null
      ? 'no column is called time or timestamp, or holds a time with a zone'
      : rowMarks(cells, header, columns, times, fileName);
  };
}

/** @param cells of the first row. */
function columnsOf(header: readonly string[], cells: readonly string[]): Columns | null {
  const names = header.map((name) => name.toLowerCase());
  const called = names.findIndex((name) => TIME_NAMES.includes(name));
  const time = called < 0 ? cells.findIndex(isTime) : called;
  if (time < 0) return null;
  const others = [...cells.keys()].filter((column) => column !== time);
  const named = (list: readonly string[]): number =>
    others.find((column) => list.includes(names[column] ?? '')) ?? -1;
  const [numbers, texts] = [
    others.filter((column) => readNumber(cells[column]) !== null),
    others.filter((column) => cells[column] !== '' && readNumber(cells[column]) === null),
  ];
  const name = named(EVENT_NAMES);
  const value = named(VALUE_NAMES);
  // Texts without a known heading name what the one number is of.
  const byContent = value < 0 && numbers.length === 1 ? numbers[0] : value;
  return { time, name: name < 0 ? (texts[0] ?? -1) : name, value: name < 0 ? byContent : value };
}

function rowMarks(
  cells: readonly string[],
  header: readonly string[],
  columns: Columns,
  times: FileTimes,
  fileName: string,
): MarkLine {
  const timeUs = times.read(cells[columns.time] ?? '');
  if (typeof timeUs === 'string') return timeUs;
  if (columns.name >= 0) {
    const name = markName(cells[columns.name] ?? '');
    const written = cells[columns.value] ?? '';
    const value = readNumber(written);
    if (value === null && written !== '') return 'its value is no number';
    return name === '' ? 'it has no name' : [{ timeUs, name, value }];
  }
  const isEmpty = cells.every((cell, column) => column === columns.time || cell === '');
  if (isEmpty) return [{ timeUs, name: fileName, value: null }];
  return cells.flatMap((cell, column): readonly OutsideMark[] => {
    const value = column === columns.time ? null : readNumber(cell);
    const heading = VALUE_NAMES.includes((header[column] ?? '').toLowerCase()) ? '' : header[column];
    return value === null ? [] : [{ timeUs, name: markName(heading ?? '') || fileName, value }];
  });
}
