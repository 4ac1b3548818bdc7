/** Asks the user to confirm by one of the named ways; resolves to whether it was done. */
type Ask = (confirmBy: readonly string[]) => Promise<boolean>;

let ask: Ask | null = null;

/** The page says how it asks; null when it is left. */
export function setConfirmation(how: Ask | null): void {
  ask = how;
}

/** False where the page cannot ask. */
export function askForConfirmation(confirmBy: readonly string[]): Promise<boolean> {
  return ask === null ? Promise.resolve(false) : ask(confirmBy);
}
