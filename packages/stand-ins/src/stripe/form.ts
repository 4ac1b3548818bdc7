/** What a form with brackets in its names says: texts, and what holds texts. */
export type FormValue = string | { readonly [name: string]: FormValue };
export type Form = Readonly<Record<string, FormValue>>;

/**
 * Reads `a=1&b[c]=2&d[0][e]=3` the way the card provider does; lists are objects with whole numbers for names.
 *
 * @example readForm('metadata[order_id]=7') // { metadata: { order_id: '7' } }
 */
export function readForm(text: string): Form {
  const form: Record<string, FormValue> = Object.create(null) as Record<string, FormValue>;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]\[|\[|\]/).filter((part) => part !== '');
    put(form, path, value);
  }
  return form;
}

function put(into: Record<string, FormValue>, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const there = into[name];
  const inner = typeof there === 'object' ? { ...there } : (Object.create(null) as Record<string, FormValue>);
  put(inner, rest, value);
  into[name] = inner;
}

export function textOf(form: Form, name: string): string | null {
  const value = form[name];
  return typeof value === 'string' ? value : null;
}

export function partOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' ? value : {};
}

export function listOf(form: Form, name: string): readonly FormValue[] {
  return Object.values(partOf(form, name));
}

/** Names with texts, such as metadata. */
export function textsOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
