/**
 * Tokens to a filter, by recursive descent: `or` binds loosest, then `and` (also understood between neighbours), then
 * `not`. Depth is bounded, so that no text can overflow the stack. The language implements comparisons.
 */
import type { Filter, FilterError } from './filter';
import type { Language } from './language';
import { allOf, anyOf, EVERYTHING, negated } from './logic';
import { type Token, tokenize } from './tokens';
import { numberOf, unitOf, type Wanted } from './values';

/** Maximum nesting of brackets and nots. */
export const MAX_FILTER_DEPTH = 50;

/** See `compileFilter`; the text's length is bounded there. */
export function parse<Row>(text: string, language: Language<Row>): Filter<Row> | FilterError {
  const tokens = tokenize(text);
  if ('text' in tokens) return tokens;
  return new Parser(tokens, text.length, language).whole();
}

/** Ends the descent; caught in `whole`, never visible outside. */
class Refused extends Error {
  readonly at: number;
  constructor(text: string, at: number) {
    super(text);
    this.at = at;
  }
}

class Parser<Row> {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  readonly #language: Language<Row>;
  #next = 0;

  constructor(tokens: readonly Token[], length: number, language: Language<Row>) {
    this.#tokens = tokens;
    this.#language = language;
    this.#end = { kind: 'end', text: '', at: length };
  }

  whole(): Filter<Row> | FilterError {
    try {
      if (this.#peek().kind === 'end') return EVERYTHING;
      const filter = this.#or(0);
      const rest = this.#peek();
      if (rest.kind !== 'end') throw this.#unexpected(rest);
      return filter;
    } catch (error) {
      if (error instanceof Refused) return { text: error.message, at: error.at };
      throw error;
    }
  }

  #peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? this.#end;
  }

  #take(): Token {
    const token = this.#peek();
    this.#next++;
    return token;
  }

  #or(depth: number): Filter<Row> {
    const parts = [this.#and(depth)];
    while (this.#is('or', '||')) {
      this.#next++;
      parts.push(this.#and(depth));
    }
    return anyOf(parts);
  }

  #and(depth: number): Filter<Row> {
    const parts = [this.#not(depth)];
    for (;;) {
      if (this.#is('and', '&&')) this.#next++;
      else if (!this.#startsTerm()) return allOf(parts);
      parts.push(this.#not(depth));
    }
  }

  #not(depth: number): Filter<Row> {
    const token = this.#peek();
    if (depth > MAX_FILTER_DEPTH) {
      throw new Refused(`More than ${MAX_FILTER_DEPTH} brackets or nots inside one another.`, token.at);
    }
    if (this.#is('not', '!')) {
      this.#next++;
      return negated(this.#not(depth + 1));
    }
    if (token.kind !== 'mark' || token.text !== '(') return this.#term();
    this.#next++;
    const inner = this.#or(depth + 1);
    const close = this.#take();
    if (close.kind === 'mark' && close.text === ')') return inner;
    if (close.kind === 'end') throw new Refused('The bracket that opens here is not closed.', token.at);
    throw this.#unexpected(close);
  }

  #term(): Filter<Row> {
    const token = this.#take();
    const language = this.#language;
    if (token.kind === 'packet') return accepted(language.packet(Number(token.text), token.at));
    if (token.kind === 'quoted') return language.text(token.text);
    if (token.kind !== 'word' || isJoin(token)) throw this.#unexpected(token);
    if (this.#peek().kind === 'operator') return this.#comparison(token);
    if (token.text.toLowerCase() !== 'has') return language.text(token.text);
    const field = this.#take();
    if (field.kind !== 'word')
      throw new Refused(`A field must follow has, as in has ${language.exampleField}.`, token.at);
    return accepted(language.presence(field.text, field.at));
  }

  #comparison(field: Token): Filter<Row> {
    const operator = this.#take();
    if (operator.kind !== 'operator') throw this.#unexpected(operator);
    const values = [this.#value(field.text, operator.text)];
    while (this.#is('|', '|')) {
      const bar = this.#take();
      if (operator.text.startsWith('<') || operator.text.startsWith('>')) {
        throw new Refused(`| lists values for =, != or ~; ${operator.text} takes one.`, bar.at);
      }
      values.push(this.#value(field.text, '|'));
    }
    const term = this.#language.comparison({
      field: field.text,
      fieldAt: field.at,
      operator: operator.text,
      operatorAt: operator.at,
      values,
    });
    return accepted(term);
  }

  /** One value; a space may separate a unit from its number, as in `300 ms`. */
  #value(field: string, previous: string): Wanted {
    const token = this.#take();
    if (token.kind !== 'word' && token.kind !== 'quoted') {
      throw new Refused(`A value must follow ${previous}, as in ${field} = 42.`, token.at);
    }
    const units = this.#language.unitsOf(field);
    const unit = this.#peek();
    const apart =
      token.kind === 'word' &&
      units !== null &&
      unit.kind === 'word' &&
      this.#peek(1).kind !== 'operator' &&
      unitOf(unit.text, units) !== null &&
      numberOf(token.text) !== null;
    if (apart) this.#next++;
    return {
      text: apart ? token.text + unit.text : token.text,
      quoted: token.kind === 'quoted',
      at: token.at,
    };
  }

  #is(word: string, mark: string): boolean {
    const token = this.#peek();
    if (token.kind === 'mark') return token.text === mark;
    if (token.kind !== 'word' || token.text.toLowerCase() !== word) return false;
    return this.#peek(1).kind !== 'operator';
  }

  #startsTerm(): boolean {
    const token = this.#peek();
    if (token.kind === 'mark') return token.text === '(' || token.text === '!';
    if (token.kind === 'word') return !this.#is('or', '||');
    return token.kind === 'quoted' || token.kind === 'packet';
  }

  #unexpected(token: Token): Refused {
    if (token.kind === 'end') {
      return new Refused('The filter stops here; a word, a “text” or a comparison must follow.', token.at);
    }
    if (token.kind === 'operator') {
      return new Refused(
        `A field must stand before ${token.text}, as in ${this.#language.exampleNumber} ${token.text} 42.`,
        token.at,
      );
    }
    if (token.text === ')') return new Refused('This bracket closes none.', token.at);
    return new Refused(`“${token.text}” joins two conditions; one of them is missing here.`, token.at);
  }
}

/** A term of the language, or what is wrong with it. */
function accepted<Row>(term: Filter<Row> | FilterError): Filter<Row> {
  if ('at' in term) throw new Refused(term.text, term.at);
  return term;
}

function isJoin(token: Token): boolean {
  const word = token.text.toLowerCase();
  return word === 'and' || word === 'or';
}
