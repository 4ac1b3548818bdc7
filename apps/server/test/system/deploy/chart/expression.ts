import { stringify } from 'yaml';

/**
 * The expressions of Go templates that the chart uses: paths, variables, texts, numbers, function calls, brackets and
 * pipes. Anything else is an error, so that nothing is rendered otherwise than helm would.
 */

export type Scope = {
  readonly dot: unknown;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly include: (name: string, dot: unknown) => string;
};

type Token = { readonly kind: 'text' | 'word' | 'mark'; readonly value: string };

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|([()|])|([^\s()|"]+))/y;

/** The value of an expression; undefined where a path leads to nothing. */
export function evaluate(source: string, scope: Scope): unknown {
  const tokens = tokensOf(source);
  const value = pipeline(tokens, scope);
  if (tokens.length > 0) throw new SyntaxError(`'${source}' does not end at '${tokens[0]?.value}'`);
  return value;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const text = source.trim();
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) throw new SyntaxError(`'${source}' cannot be read`);
    const [, quoted, mark, word] = found;
    if (quoted !== undefined) tokens.push({ kind: 'text', value: JSON.parse(`"${quoted}"`) as string });
    else if (mark !== undefined) tokens.push({ kind: 'mark', value: mark });
    else tokens.push({ kind: 'word', value: word ?? '' });
  }
  return tokens;
}

function pipeline(tokens: Token[], scope: Scope): unknown {
  let value = command(tokens, scope, []);
  while (isMark(tokens[0], '|')) {
    tokens.shift();
    value = command(tokens, scope, [value]);
  }
  return value;
}

function command(tokens: Token[], scope: Scope, piped: readonly unknown[]): unknown {
  const [first] = tokens;
  if (first?.kind !== 'word' || !/^[a-z]\w*$/i.test(first.value)) {
    if (piped.length > 0) throw new SyntaxError('A value cannot be piped into a value');
    return operand(tokens, scope);
  }
  tokens.shift();
  const args: unknown[] = [];
  while (tokens.length > 0 && !isMark(tokens[0], '|') && !isMark(tokens[0], ')')) args.push(operand(tokens, scope));
  return call(first.value, [...args, ...piped], scope);
}

function operand(tokens: Token[], scope: Scope): unknown {
  const token = tokens.shift();
  if (token === undefined) throw new SyntaxError('An expression ends too early');
  if (token.kind === 'text') return token.value;
  if (isMark(token, '(')) {
    const value = pipeline(tokens, scope);
    if (!isMark(tokens.shift(), ')')) throw new SyntaxError('A bracket is not closed');
    return value;
  }
  if (token.kind === 'mark') throw new SyntaxError(`'${token.value}' is not expected`);
  if (/^-?\d+$/.test(token.value)) return Number(token.value);
  const path = /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(token.value);
  if (path === null) throw new SyntaxError(`'${token.value}' is not known`);
  const [, variable, steps = ''] = path;
  if (variable !== undefined && !scope.variables.has(variable)) throw new SyntaxError(`${variable} is not declared`);
  const names = steps.split('.').filter((name) => name !== '');
  return names.reduce(member, variable === undefined ? scope.dot : scope.variables.get(variable));
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new TypeError(`.${name} is asked of what has no members`);
  return (value as Record<string, unknown>)[name];
}

function isMark(token: Token | undefined, value: string): boolean {
  return token?.kind === 'mark' && token.value === value;
}

/** Go's notion: nothing, false, 0 and what is empty do not hold. */
export function holds(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function call(name: string, args: readonly unknown[], scope: Scope): unknown {
  const [first, second] = args;
  switch (name) {
    case 'quote':
      return JSON.stringify(textOf(first));
    case 'toYaml':
      return stringify(first, { lineWidth: 0 }).trimEnd();
    case 'nindent':
      return `\n${textOf(second).replaceAll(/^/gm, ' '.repeat(Number(first)))}`;
    case 'default':
      return holds(second) ? second : first;
    case 'required':
      if (!holds(second)) throw new Error(textOf(first));
      return second;
    case 'printf':
      return args.slice(1).reduce<string>((text, value) => text.replace('%s', textOf(value)), textOf(first));
    case 'concat':
      return args.flat();
    case 'include':
      return scope.include(textOf(first), second);
    default:
      throw new SyntaxError(`The function ${name} is not known to this renderer`);
  }
}

/** As Go prints a value. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError('Nothing, a list or a map cannot be printed');
}
