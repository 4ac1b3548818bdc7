/** A filed dispute; the key is what nobody else has. */
export function ownDisputePath(key: string): string {
  return `/dispute/${key}`;
}

export function disputesPath(page = 1): string {
  return page === 1 ? '/disputes' : `/disputes?page=${page}`;
}
