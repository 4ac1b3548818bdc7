/** PostgreSQL's text holds every character but this one, and refuses a query that asks for it. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}
