/** @param name its slug, or any spelling of its name */
export function entityPath(name: string, page = 1): string {
  return `/entity/${encodeURIComponent(name)}${page === 1 ? '' : `?page=${page}#labels`}`;
}

export function entitiesPath(query: string, page = 1): string {
  return listPath('/entities', query, page);
}

/** @param name of the entity: its slug, or any spelling of its name */
export function servicePath(name: string): string {
  return `/services/${encodeURIComponent(name)}`;
}

export function servicesPath(query: string, page = 1): string {
  return listPath('/services', query, page);
}

function listPath(path: string, query: string, page: number): string {
  const search = new URLSearchParams();
  if (query !== '') search.set('query', query);
  if (page > 1) search.set('page', `${page}`);
  return search.size === 0 ? path : `${path}?${search}`;
}
