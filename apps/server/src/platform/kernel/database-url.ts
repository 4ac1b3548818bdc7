const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * The addresses of a PostgreSQL of several hosts, one for each, in the given order; a single one is returned as it is.
 * The form is that of libpq (PostgreSQL 15, section 34.1.1.2): `postgres://user:password@host1:5432,host2:5432/name`.
 *
 * @throws TypeError where one of them is no address
 *
 * @example
 * hostUrls('postgres://one:5432,two/assay'); // ['postgres://one:5432/assay', 'postgres://two/assay']
 */
export function hostUrls(databaseUrl: string): readonly string[] {
  const parts = FORM.exec(databaseUrl);
  if (parts === null) throw new TypeError('Expected a PostgreSQL address, such as postgres://user@host:5432/name');
  const [, before = '', text = '', after = ''] = parts;
  const hosts = text.split(',');
  if (hosts.length > 1 && hosts.includes('')) throw new TypeError('Expected a host before and behind each comma');
  return hosts.map((host) => {
    const url = `${before}${host}${after}`;
    new URL(url);
    return url;
  });
}

/** Whether a text is the address of a PostgreSQL, of one host or several. */
export function isDatabaseUrl(text: string): boolean {
  try {
    return hostUrls(text).length > 0;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
